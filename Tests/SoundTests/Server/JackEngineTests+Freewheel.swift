import CJack
import TestSupport
import Testing

@testable import Sound

/// jackd 1.9 goes back to the graph of the beginning when freewheeling ends. What came meanwhile
/// stays visible and belongs to nobody; a jackd that is asked to connect it ends itself.
extension JackEngineTests {
  /// Freewheels while something happens, from when the engine has heard of the beginning until it
  /// has heard of the end.
  private func freewheel(
    _ peer: JackPeer, heardBy engine: JackEngine,
    while action: () async throws -> Void = {}
  ) async throws {
    #expect(peer.freewheel(true))
    try await wait(for: "the beginning") { engine.isFreewheeling }
    try await action()
    #expect(peer.freewheel(false))
    try await wait(for: "the end") { !engine.isFreewheeling }
  }

  @Test("nothing is connected while the server freewheels; when that is over, it is")
  func connectingInFreewheel() async throws {
    let server = server()
    let keys = try #require(JackPeer("keys", server: Self.serverName))
    let engine = try await open()
    try await engine.activate()
    var told: [String] = []
    engine.onNews = { if case .connected(.source(let name)) = $0 { told.append(name) } }
    try await freewheel(keys, heardBy: engine) {
      #expect(await engine.connectSources(matching: [MIDISourcePattern("keys")]).isEmpty)
      #expect(await engine.connectOutputs(PortRule(.outputs, .physical)).isEmpty)
      #expect(!keys.areConnected("keys:midi", "peach:midi_in"))
    }
    try await wait(for: "the MIDI source") { told == ["keys:midi"] }
    try await wait(for: "the outputs") {
      keys.areConnected("peach:out_1", "system:playback_1")
        && keys.areConnected("peach:out_2", "system:playback_2")
    }
    await engine.close()
    await server.stop()
  }

  @Test("what the user has connected outlasts freewheeling, and so does a disconnection")
  func connectionsAcrossFreewheel() async throws {
    let server = server()
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    let engine = try await open()
    try await engine.activate()
    _ = await engine.connectOutputs(PortRule(.outputs, .physical))
    try await wait(for: "the outputs") { engine.connections.all.count == 2 }
    #expect(desk.connect("peach:out_1", "desk:in"))
    #expect(desk.disconnect("peach:out_2", "system:playback_2"))
    try await wait(for: "the user's connections") {
      engine.connections.all.map(\.peer) == ["desk:in", "system:playback_1"]
        && !engine.outputRule.isInDoubt
    }
    let before = engine.outputRule
    try await freewheel(desk, heardBy: engine)
    try await wait(for: "certainty") {
      !engine.outputRule.isInDoubt && !engine.connections.isInDoubt
    }
    #expect(engine.outputRule == before)
    #expect(engine.connections.all.map(\.peer) == ["desk:in", "system:playback_1"])
    // The server shows again with its next period what it had before.
    try await wait(for: "the first output") {
      desk.areConnected("peach:out_1", "system:playback_1")
    }
    #expect(!desk.areConnected("peach:out_2", "system:playback_2"))
    await engine.close()
    await server.stop()
  }

  @Test("a port that came meanwhile is left alone, and the server lives; a later one is connected")
  func forgottenPort() async throws {
    let server = server()
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    let engine = try await open()
    try await engine.activate()
    var told: [String] = []
    engine.onNews = { if case .connected(.source(let name)) = $0 { told.append(name) } }
    #expect(await engine.connectSources(matching: [MIDISourcePattern("keys")]).isEmpty)
    var forgotten: JackPeer?
    try await freewheel(desk, heardBy: engine) {
      let peer: JackPeer = try #require(JackPeer("keys", server: Self.serverName))
      forgotten = peer
    }
    let later = try #require(JackPeer("keys-2", server: Self.serverName))
    try await wait(for: "the later one") { !told.isEmpty }
    #expect(told == ["keys-2:midi"])
    #expect(later.areConnected("keys-2:midi", "peach:midi_in"))
    #expect(forgotten?.areConnected("keys:midi", "peach:midi_in") == false)
    #expect(engine.isRunning)
    await engine.close()
    await server.stop()
  }

  @Test(
    "a client that came meanwhile is told at the end, gives its ports back, and the next one works")
  func forgottenClient() async throws {
    let server = server()
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    #expect(desk.freewheel(true))
    let ghost = JackPeer("ghost", server: Self.serverName)
    let engine = try await open()
    var faults: [EngineFault] = []
    engine.onNews = { if case .fault(let fault) = $0 { faults.append(fault) } }
    try await engine.activate()
    let outputs = PortRule(.outputs, .physical)
    _ = await engine.connectOutputs(outputs)
    #expect(desk.freewheel(false))
    try await wait(for: "the fault") { !faults.isEmpty }
    #expect(faults == [.openedInFreewheel] && engine.fault == .openedInFreewheel)
    #expect(!engine.isRunning)
    #expect(engine.connections == JackConnections())
    #expect(engine.outputRule == outputs)
    await engine.close()

    let next = try await JackEngine.open(
      name: "peach", isExact: true, server: Self.serverName, identities: engine.portIdentities)
    try await next.activate()
    // Nobody but the machine itself is known to have been there before.
    let all = ["ghost", "desk", "keys"].map(MIDISourcePattern.init)
    #expect(await next.connectSources(matching: all).isEmpty)
    // By this or, as the activation is a change, by the look that follows it.
    _ = await next.connectOutputs(engine.outputRule)
    try await wait(for: "the outputs") {
      desk.areConnected("peach:out_1", "system:playback_1")
        && desk.areConnected("peach:out_2", "system:playback_2")
    }
    // A port that had stayed behind would end the server here.
    #expect(desk.connect("desk:midi", "peach:midi_in"))
    #expect(await ServerProbe.serverAnswers(Self.serverName))
    let keys = try #require(JackPeer("keys", server: Self.serverName))
    try await wait(for: "what comes later") { keys.areConnected("keys:midi", "peach:midi_in") }
    withExtendedLifetime(ghost) {}
    await next.close()
    await server.stop()
  }

  @Test("an output that was forgotten does not keep its place from a later one that fits")
  func forgottenOutput() async throws {
    let server = server()
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    let engine = try await open()
    try await engine.activate()
    let pattern = try #require(PortPattern("^bench"))
    #expect(await engine.connectOutputs(PortRule(.outputs, .matching(pattern))).isEmpty)
    var ghost: JackPeer?
    try await freewheel(desk, heardBy: engine) {
      let peer: JackPeer = try #require(JackPeer("bench", server: Self.serverName))
      ghost = peer
    }
    let bench = try #require(JackPeer("bench-2", server: Self.serverName))
    try await wait(for: "the later one") { bench.areConnected("peach:out_1", "bench-2:in") }
    #expect(await ServerProbe.serverAnswers(Self.serverName))
    withExtendedLifetime(ghost) {}
    await engine.close()
    await server.stop()
  }

  @Test("a port that was there before and only begins to work meanwhile is no ghost")
  func earlierPort() async throws {
    let server = server()
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    let engine = try await open()
    try await engine.activate()
    let other = try #require(JackPeer("other", server: Self.serverName, isActive: false))
    try await freewheel(desk, heardBy: engine) { #expect(other.activate()) }
    let port = try #require(jack_port_by_name(engine.client.handle, "other:in"))
    #expect(engine.client.signals.pointee.ports.isConnectable(port))
    withExtendedLifetime(other) {}
    await engine.close()
    await server.stop()
  }

  @Test("a listener that came meanwhile is told at the end, and gives its port back")
  func forgottenListener() async throws {
    let server = server()
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    #expect(desk.freewheel(true))
    let listener = try await MIDIListener.open(name: "ear", server: Self.serverName)
    var faults: [EngineFault] = []
    listener.onFault = { faults.append($0) }
    try await listener.activate()
    #expect(desk.freewheel(false))
    try await wait(for: "the fault") { faults == [.openedInFreewheel] }
    await listener.close()
    #expect(!desk.knows("ear:midi_in"))
    await server.stop()
  }
}

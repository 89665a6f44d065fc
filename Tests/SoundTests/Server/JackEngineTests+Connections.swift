import CJack
import MemoryJack
import TestSupport
import Testing

@testable import Sound

extension JackEngineTests {
  /// The connections of an engine, as `port>peer`.
  private func connections(of engine: JackEngine) -> [String] {
    engine.connections.all.map { "\($0.port)>\($0.peer)" }
  }

  @Test("what is connected to the MIDI input is told as it comes and goes, whoever connected it")
  func midiInputs() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    var told: [[String]] = []
    engine.onNews = { if case .inputs(let ports) = $0 { told.append(ports) } }
    #expect(engine.inputs.isEmpty)
    var knob = JackPeer("knob", server: Self.serverName)
    #expect(knob?.connect("knob:midi", "peach:midi_in") == true)
    try await wait(for: "the controller") { told == [["knob:midi"]] }
    #expect(engine.inputs == ["knob:midi"])
    knob = nil
    try await wait(for: "its going") { told == [["knob:midi"], []] }
    #expect(engine.inputs.isEmpty)
    await engine.close()
    await server.stop()
  }

  /// Something that lives as long as what holds it.
  private final class Token {}

  @Test(
    "a connection that is granted once more while the first grant is waited for is reported, once")
  func grantedAgain() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    let live = engine.openClient.live
    let made = [JackConnections.Connection(port: "out_1", peer: "desk:in")]
    weak var first: Token?
    var reports: [String] = []
    do {
      let token = Token()
      first = token
      live.wait(for: made) { withExtendedLifetime(token) { reports.append("first") } }
    }
    live.wait(for: made) { reports.append("second") }
    try await wait(for: "the first to give up") { first == nil }
    #expect(reports.isEmpty)
    #expect(desk.connect("peach:out_1", "desk:in"))
    try await wait(for: "the report") { reports == ["second"] }

    live.wait(for: made) { reports.append("third") }
    live.wait(for: made) { reports.append("fourth") }
    try await wait(for: "the next report") { reports == ["second", "third"] }
    await settle()
    #expect(reports.count == 2)
    await engine.close()
    await server.stop()
  }

  @Test("whoever connects a port as soon as it is there is not refused")
  func connectedOnSight() async throws {
    let server = server()
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    for _ in 0..<5 {
      let engine = try await open()
      // A port that is there before the client is active refuses connections.
      #expect(!desk.knows("peach:out_1") && !desk.knows("peach:midi_in"))
      let activation = Task { try await engine.activate() }
      while !desk.knows("peach:out_1") { await Task.yield() }
      #expect(desk.connect("peach:out_1", "desk:in"))
      try await activation.value
      await engine.close()
    }
    await server.stop()
  }

  @Test("what the user connects is known at once, what the user disconnects no longer")
  func followedConnections() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    let peer = try #require(JackPeer("desk", server: Self.serverName))
    let knob = try #require(JackPeer("knob", server: Self.serverName))
    #expect(knob.connect("peach:out_1", "desk:in"))
    #expect(peer.connect("peach:out_2", "system:playback_2"))
    #expect(peer.connect("knob:midi", "peach:midi_in"))
    try await wait(for: "three connections") { engine.connections.all.count == 3 }
    #expect(
      connections(of: engine) == [
        "midi_in>knob:midi", "out_1>desk:in", "out_2>system:playback_2",
      ])
    #expect(peer.disconnect("peach:out_2", "system:playback_2"))
    try await wait(for: "the disconnection") { engine.connections.all.count == 2 }
    await engine.close()
    await server.stop()
  }

  @Test(
    "a server that ends leaves the connections as they were, and the next one gets them back",
    arguments: [false, true])
  func restoredConnections(isKilled: Bool) async throws {
    let first = server()
    let engine = try await open()
    let faults = Inbox<EngineFault>("faults")
    engine.onNews = { if case .fault(let fault) = $0 { faults.put(fault) } }
    try await engine.activate()
    var peer = JackPeer("desk", server: Self.serverName)
    var knob = JackPeer("knob", server: Self.serverName)
    for (source, destination) in [
      ("peach:out_1", "system:playback_1"), ("peach:out_2", "desk:in"),
      ("knob:midi", "peach:midi_in"),
      ("peach:out_1", "desk:in"),
    ] {
      #expect(knob?.connect(source, destination) == true)
    }
    try await wait(for: "four connections") { engine.connections.all.count == 4 }
    #expect(peer?.disconnect("peach:out_1", "desk:in") == true)
    try await wait(for: "the disconnection") { engine.connections.all.count == 3 }
    // The desk leaves first, as programs do that hear of the server's end before Peach does.
    peer = nil
    if isKilled { await first.crash() } else { await first.stop() }
    #expect(await faults.next() == .serverGone)
    knob = nil
    await engine.close()
    #expect(
      connections(of: engine) == [
        "midi_in>knob:midi", "out_1>system:playback_1", "out_2>desk:in",
      ])

    // The desk starts later than Peach is back.
    let second = server()
    let next = try await open(isExact: true)
    var late: [String] = []
    next.onNews = {
      if case .connected(.restored(let made)) = $0 { late.append("\(made.port)>\(made.peer)") }
    }
    try await next.activate()
    let made = await next.restore(engine.connections)
    #expect(made.map(\.peer) == ["system:playback_1"])
    #expect(next.connections.missing.map(\.peer) == ["knob:midi", "desk:in"])
    peer = JackPeer("desk", server: Self.serverName)
    knob = JackPeer("knob", server: Self.serverName)
    try await wait(for: "the late ports") { late.count == 2 }
    #expect(Set(late) == ["midi_in>knob:midi", "out_2>desk:in"])
    #expect(next.connections.missing.isEmpty)
    for (source, destination) in [
      ("peach:out_1", "system:playback_1"), ("peach:out_2", "desk:in"),
      ("knob:midi", "peach:midi_in"),
    ] {
      try await wait(for: "\(source) at \(destination)") {
        knob?.areConnected(source, destination) == true
      }
    }
    #expect(peer?.areConnected("peach:out_1", "desk:in") == false)
    peer = nil
    knob = nil
    await next.close()
    await second.stop()
  }

  @Test("each connection of the server before is asked for once")
  func restoredOnce() async throws {
    let wanted = [("peach:out_1", "desk:in"), ("knob:midi", "peach:midi_in")]
    var restored = JackConnections()
    do {
      let server = server()
      let engine = try await open()
      try await engine.activate()
      let desk = try #require(JackPeer("desk", server: Self.serverName))
      let knob = try #require(JackPeer("knob", server: Self.serverName))
      #expect(knob.connect("peach:out_1", "desk:in") && desk.connect("knob:midi", "peach:midi_in"))
      try await wait(for: "the connections") { engine.connections.all.count == 2 }
      await engine.close()
      restored = engine.connections
      await server.stop()
    }
    let server = server()
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    let knob = try #require(JackPeer("knob", server: Self.serverName))
    let engine = try await open(isExact: true)
    try await engine.activate()
    let before = wanted.map { MemoryServer.requests($0.0, $0.1) }
    #expect(await engine.restore(restored).count == 2)
    #expect(wanted.map { MemoryServer.requests($0.0, $0.1) } == before.map { $0 + 1 })
    #expect(desk.areConnected("peach:out_1", "desk:in"))
    #expect(knob.areConnected("knob:midi", "peach:midi_in"))
    await engine.close()
    await server.stop()
  }

  @Test("a program that quits and comes back is connected by its user, not by Peach")
  func peerThatComesBack() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    var peer = JackPeer("desk", server: Self.serverName)
    #expect(peer?.connect("peach:out_1", "desk:in") == true)
    try await wait(for: "the connection") { engine.connections.all.count == 1 }
    peer = nil
    peer = JackPeer("desk", server: Self.serverName)
    try await wait(for: "the end of the connection") { engine.connections.all.isEmpty }
    #expect(peer?.areConnected("peach:out_1", "desk:in") == false)
    await engine.close()
    await server.stop()
  }

  @Test("a port that is renamed in a patchbay stays followed, until the user disconnects it")
  func renamedPort() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    let peer = try #require(JackPeer("desk", server: Self.serverName))
    #expect(peer.connect("peach:out_1", "desk:in"))
    #expect(peer.connect("peach:out_2", "desk:in"))
    try await wait(for: "the connections") { engine.connections.all.count == 2 }
    #expect(peer.renameInput("line"))
    try await wait(for: "the new name") {
      connections(of: engine) == ["out_1>desk:line", "out_2>desk:line"]
    }
    #expect(peer.disconnect("peach:out_1", "desk:line"))
    try await wait(for: "the disconnection") {
      connections(of: engine) == ["out_2>desk:line"]
    }
    await engine.close()
    // The next client of the server finds the port by either name.
    for name in ["line", "in"] {
      #expect(peer.renameInput(name))
      let next = try await open(isExact: true)
      try await next.activate()
      #expect(await next.restore(engine.connections).map(\.peer) == ["desk:\(name)"])
      try await wait(for: "the connection by \(name)") {
        peer.areConnected("peach:out_2", "desk:\(name)")
      }
      #expect(!peer.areConnected("peach:out_1", "desk:\(name)"))
      await next.close()
    }
    await server.stop()
  }
}

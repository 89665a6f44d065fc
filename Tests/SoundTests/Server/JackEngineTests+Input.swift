import Foundation
import Intonation
import Music
import TestSupport
import Testing

@testable import Sound

/// The audio input, with another client that plays into it.
extension JackEngineTests {
  @Test("the input comes and goes while the client runs, with its title")
  func inputPort() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    let player = try #require(TonePlayer("violin", server: Self.serverName))
    #expect(engine.inputPort == nil && !player.knows("peach:in_1"))
    for _ in 0..<5 {
      try await engine.openInput()
      try await engine.openInput()
      #expect(engine.inputPort == "peach:in_1" && player.knows("peach:in_1"))
      await engine.closeInput()
      await engine.closeInput()
      try await wait(for: "the port to go") { !player.knows("peach:in_1") }
      #expect(engine.inputPort == nil)
    }
    // Whatever is asked for at once happens in that order.
    let opened = Task { try await engine.openInput() }
    let closed = Task { await engine.closeInput() }
    let again = Task { try await engine.openInput() }
    try await opened.value
    await closed.value
    try await again.value
    #expect(engine.inputPort != nil && player.knows("peach:in_1"))
    await engine.close()
    await #expect(throws: JackError.noPort("in_1")) { try await engine.openInput() }
    await server.stop()
  }

  @Test("the input moves to another source to try it, and returns; or moves for good")
  func movingInput() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    let violin = try #require(TonePlayer("violin", server: Self.serverName))
    let flute = try #require(TonePlayer("flute", server: Self.serverName))
    #expect(await engine.audioPorts(for: .input) == nil, "there is no input")
    try await engine.openInput()
    #expect(await engine.audioPorts(for: .input)?.map(\.name).contains("flute:out") == true)
    func rule(_ name: String) throws -> PortRule {
      PortRule(.input, .matching(try #require(PortPattern("^\(name):(out)$"))))
    }
    _ = await engine.connectInput(try rule("violin"))
    #expect(violin.isConnected(to: "peach:in_1"))
    _ = await engine.tryConnecting(try rule("flute"))
    try await wait(for: "the try") { engine.inputPeers == ["flute:out"] }
    #expect(!violin.isConnected(to: "peach:in_1"))
    #expect(engine.connections.all.map(\.peer).contains("violin:out"), "a try is not handed over")
    await engine.endTrying()
    try await wait(for: "the return") { engine.inputPeers == ["violin:out"] }
    #expect(!flute.isConnected(to: "peach:in_1"))
    _ = await engine.move(to: try rule("flute"))
    await engine.endTrying()
    try await wait(for: "the move") { engine.inputPeers == ["flute:out"] }
    // It comes back with the same source.
    await engine.closeInput()
    try await engine.openInput()
    try await wait(for: "the flute again") { engine.inputPeers == ["flute:out"] }
    #expect(!violin.isConnected(to: "peach:in_1"))
    await engine.close()
    await server.stop()
  }

  @Test("what is played into the input is measured to a hundredth of a cent, at several periods")
  func inputSound() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    try await engine.openInput()
    let player = try #require(TonePlayer("violin", server: Self.serverName))
    let frequency = 440 * exp2(7 / 1200.0)
    player.play(frequency)
    #expect(player.connect(to: "peach:in_1"))
    let analyst = InputAnalyst(engine: engine)
    analyst.measuresHeldTones = true
    var errors: [Double] = []
    var frames = 0
    var overruns = 0
    analyst.onFrames = {
      frames += $0.count; overruns += $1.overruns
    }
    analyst.onHeldTone = { errors.append(1200 * log2($0.tone.frequency / frequency)) }
    for period in [256, 1024, 8192] {
      #expect(player.setBufferSize(period))
      try await wait(for: "the period") { engine.description.bufferSize == period }
      errors = []
      // A change of the period breaks the sound, and so does a client that is late on a busy machine.
      try await wait(for: "a tone at \(period)") { errors.contains { abs($0) < 0.01 } }
    }
    #expect(frames > 50)
    await analyst.close()
    let last = frames
    // What is still there was copied before.
    let made = engine.memory.input.pointee.ring
    let ring = try #require(made)
    ring.pointee.drop()
    let end = server.frames
    try await wait(for: "some periods") { server.frames > end + 10 * 8192 }
    #expect(ring.pointee.next == nil)
    #expect(frames == last)
    await engine.close()
    await server.stop()
  }

  @Test("nothing is copied while nobody reads; what is not read in time is counted and told")
  func inputOverrun() async throws {
    let server = server(period: 1024)
    let engine = try await open()
    try await engine.activate()
    try await engine.openInput()
    let input = engine.memory.input
    let made = input.pointee.ring
    let ring = try #require(made)
    let player = try #require(TonePlayer("violin", server: Self.serverName))
    player.play(440)
    #expect(player.connect(to: "peach:in_1"))
    let idle = engine.memory.client.signals.pointee.periods.load(ordering: .relaxed)
    try await wait(for: "some periods") {
      engine.memory.client.signals.pointee.periods.load(ordering: .relaxed) > idle + 10
    }
    #expect(ring.pointee.next == nil && ring.pointee.overrunFrames == 0)
    // Somebody reads, and too slowly: three seconds do not fit.
    input.pointee.setRead(true)
    try await wait(for: "the overrun") { ring.pointee.overrunFrames >= 3072 }
    var analysis = InputAnalysis(sampleRate: engine.sampleRate)
    // The gap may be in what is read first, if a period comes meanwhile.
    let first = analysis.read(ring, xruns: 0)?.input?.health.overruns ?? 0
    try await wait(for: "more input") { ring.pointee.next != nil }
    let second = analysis.read(ring, xruns: 0)?.input?.health.overruns ?? 0
    #expect(first + second >= 1)
    input.pointee.setRead(false)
    await engine.close()
    await server.stop()
  }

  @Test(
    "the input is connected with the first physical one, and not again once the user has disconnected it"
  )
  func inputConnection() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    var told: [[String]] = []
    engine.onNews = { if case .audioSources(let ports) = $0 { told.append(ports) } }
    try await engine.openInput()
    let made = await engine.connectInput(PortRule(.input, .physical))
    // A scan of the ports may have been quicker.
    #expect(made.isEmpty || made.map(\.peer) == ["system:capture_1"])
    try await wait(for: "the connection") { engine.inputPeers == ["system:capture_1"] }
    #expect(told.last == ["system:capture_1"])
    // It comes back with the port.
    await engine.closeInput()
    #expect(engine.inputPeers.isEmpty)
    try await engine.openInput()
    try await wait(for: "the connection again") { engine.inputPeers == ["system:capture_1"] }
    let desk = try #require(JackPeer("desk", server: Self.serverName))
    #expect(desk.disconnect("system:capture_1", "peach:in_1"))
    try await wait(for: "the disconnection") { engine.inputPeers.isEmpty }
    try await wait(for: "the end of the doubt") {
      !engine.keeper.isInDoubt
    }
    await engine.closeInput()
    try await engine.openInput()
    #expect(await engine.connectInput(PortRule(.input, .physical)).isEmpty)
    #expect(engine.inputPeers.isEmpty)
    await engine.close()
    await server.stop()
  }

  @Test(
    "a pattern waits for its port, and connects it again when it comes back; the user's choice wins"
  )
  func inputPattern() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    var made: [String] = []
    engine.onNews = {
      if case .connected(.input(let connection)) = $0 { made.append(connection.peer) }
    }
    try await engine.openInput()
    let pattern = try #require(PortPattern("violin"))
    #expect(await engine.connectInput(PortRule(.input, .matching(pattern))).isEmpty)
    var player = TonePlayer("violin", server: Self.serverName)
    try await wait(for: "the violin") { made == ["violin:out"] }
    #expect(player?.isConnected(to: "peach:in_1") == true)
    player = nil
    try await wait(for: "its going") { engine.inputPeers.isEmpty }
    player = TonePlayer("violin", server: Self.serverName)
    try await wait(for: "its return") { made.count == 2 }
    // Another port that the user has chosen is left alone, and comes back instead.
    #expect(player?.disconnect(from: "peach:in_1") == true)
    let flute = try #require(TonePlayer("flute", server: Self.serverName))
    #expect(flute.connect(to: "peach:in_1"))
    try await wait(for: "the flute") { engine.inputPeers == ["flute:out"] }
    try await wait(for: "the end of the doubt") {
      !engine.keeper.isInDoubt
    }
    await engine.closeInput()
    try await engine.openInput()
    try await wait(for: "the flute again") { engine.inputPeers == ["flute:out"] }
    #expect(player?.isConnected(to: "peach:in_1") == false)
    await engine.close()
    await server.stop()
  }

  @Test(
    "the next server gets the input's connection when it is opened there, and misses none before")
  func inputOnNextServer() async throws {
    let first = server()
    let engine = try await open()
    let faults = Inbox<EngineFault>("faults")
    engine.onNews = { if case .fault(let fault) = $0 { faults.put(fault) } }
    try await engine.activate()
    try await engine.openInput()
    var player = TonePlayer("violin", server: Self.serverName)
    #expect(player?.connect(to: "peach:in_1") == true)
    try await wait(for: "the violin") { engine.inputPeers == ["violin:out"] }
    player = nil
    await first.crash()
    #expect(await faults.next() == .serverGone)
    await engine.close()

    let second = server()
    player = TonePlayer("violin", server: Self.serverName)
    let next = try await open()
    try await next.activate()
    #expect(await next.restore(engine.connections).isEmpty)
    #expect(next.connections.missing.isEmpty)
    try await next.openInput()
    try await wait(for: "the violin again") { next.inputPeers == ["violin:out"] }
    await next.close()
    await second.stop()
  }
}

import MemoryJack
import Music
import TestSupport
import Testing
import Training

@testable import Sound

/// What only a server in memory can be made to do.
extension JackEngineTests {
  private static let titles = PortTitles(
    left: "l", right: "r", midiIn: "m", midiOut: "n", input: "i", group: "g")

  /// Does with an engine what a training does, as far as the server lets it.
  private func use(_ engine: JackEngine) async {
    do {
      try await engine.activate()
      engine.describe(Self.titles)
      try await engine.openInput()
      _ = await engine.connectOutputs(PortRule(.outputs, .physical))
      _ = await engine.askForOutputs()
      await engine.closeInput()
    } catch {
      #expect(error is JackError)
    }
    await engine.close()
  }

  /// A client comes, plays and goes.
  private func expectWork(on server: MemoryServer) async throws {
    let engine = try await open(isExact: true)
    let player = try await player(on: engine)
    try await player.play(
      frequency: Frequency(hertz: 440), duration: NoteDuration(seconds: 0.3),
      velocity: .training, amplitudeDB: AmplitudeDB(0))
    #expect(await engine.close())
    try await wait(for: "the client to leave") { server.clientCount == 0 }
  }

  @Test(
    "whatever a server refuses, and at whatever call it ends, the client leaves and the next one works",
    arguments: MemoryServer.Call.allCases, [MemoryServer.Outcome.refused, .ends])
  func failingCall(call: MemoryServer.Call, outcome: MemoryServer.Outcome) async throws {
    let faults = MemoryServer.faults
    for after in 0..<3 {
      let server = server()
      server.plan(call, after: after, outcome)
      do {
        await use(try await open())
      } catch {
        #expect(error is JackError)
      }
      let next = self.server()
      try await expectWork(on: next)
      await next.stop()
    }
    #expect(MemoryServer.faults == faults, "nothing is asked with a handle that has gone")
  }

  @Test(
    "a call at which the server hangs ends with the server, and the next client works",
    arguments: [MemoryServer.Call.activate, .register, .connect, .property])
  func hangingCall(call: MemoryServer.Call) async throws {
    let faults = MemoryServer.faults
    let server = server()
    server.plan(call, .hangs)
    let engine = try await open()
    let work = Task { await use(engine) }
    try await wait(for: "the call") { server.isHanging }
    await server.crash()
    await work.value
    let next = self.server()
    try await expectWork(on: next)
    await next.stop()
    #expect(MemoryServer.faults == faults)
  }

  @Test("a client that the server throws out hears of it, and another one takes its place")
  func thrownOut() async throws {
    let server = server()
    let engine = try await open()
    let faults = Inbox<EngineFault>("faults")
    engine.onNews = { if case .fault(let fault) = $0 { faults.put(fault) } }
    try await engine.activate()
    #expect(server.zombify("peach"))
    #expect(await faults.next() == .serverGone)
    await engine.close()
    try await expectWork(on: server)
    await server.stop()
  }

  @Test("frames that are lost are told as xruns")
  func xruns() async throws {
    let server = server()
    let engine = try await open()
    var xruns = 0
    engine.onNews = { if case .xruns(let count) = $0 { xruns += count } }
    try await engine.activate()
    for _ in 0..<3 { server.lose(frames: 480) }
    try await wait(for: "all of them") { xruns == 3 }
    await engine.close()
    await server.stop()
  }

  @Test(
    "on every kind of server a note leaves a connected port, names are unique, and an end is told",
    arguments: MemoryServer.Kind.allCases)
  func kinds(kind: MemoryServer.Kind) async throws {
    let server = MemoryServer(name: Self.serverName, like: kind)
    server.run()
    let engine = try await open()
    let player = try await player(on: engine)
    let faults = Inbox<EngineFault>("faults")
    engine.onNews = { if case .fault(let fault) = $0 { faults.put(fault) } }
    _ = await engine.connectOutputs(PortRule(.outputs, .physical))
    try await wait(for: "the connections") {
      engine.connections.all.map(\.peer) == ["system:playback_1", "system:playback_2"]
    }
    let recorder = try #require(
      Recorder(server: Self.serverName, source: "peach:out_1", frames: 48_000))
    try await player.play(
      frequency: Frequency(hertz: 441.5), duration: NoteDuration(seconds: 0.4),
      velocity: .training, amplitudeDB: AmplitudeDB(0))
    let sound = await recorder.finish()
    #expect(recorder.isWhole && sound.contains { abs($0) > 0.01 })
    let second = try await open()
    #expect(second.description.clientName == "peach-01")
    await second.close()
    await server.crash()
    #expect(await faults.next() == .serverGone)
    await engine.close()
  }
}

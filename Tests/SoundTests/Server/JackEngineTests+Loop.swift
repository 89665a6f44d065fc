import CJack
import Foundation
import Intonation
import TestSupport
import Testing

@testable import Sound

/// The delay of the loop, through a wire and through a client that delays.
extension JackEngineTests {
  @Test("the delay of a loop within the server is measured to a tenth of a frame")
  func loopDelay() async throws {
    let server = server(period: 2048)
    // It is read at intervals of real time, and has to fit in a ring until then.
    server.run(speed: 6)
    let engine = try await open()
    try await engine.activate()
    try await engine.openInput()
    let line = try #require(DelayLine("cable", server: Self.serverName, frames: 777))
    // Through the delay line alone, then directly: the difference is its delay, whatever the server adds.
    #expect(line.connect("peach:out_1", "cable:in") && line.connect("cable:out", "peach:in_1"))
    let through = try await measuredLoop(engine)
    #expect(line.disconnect("cable:out", "peach:in_1"))
    #expect(line.connect("peach:out_1", "peach:in_1"))
    let direct = try await measuredLoop(engine)
    let period = Double(line.period)
    #expect(abs(direct.frames - period) < 0.1, "a port of one's own comes back a period later")
    let added = through.frames - 777
    #expect(abs(added - (added / period).rounded() * period) < 0.1, "\(through.frames)")
    #expect(!through.isInverted && abs(through.gain) < 0.1)
    line.invert()
    #expect(line.disconnect("peach:out_1", "peach:in_1"))
    #expect(line.connect("cable:out", "peach:in_1"))
    #expect(try await measuredLoop(engine).isInverted)
    withExtendedLifetime(line) {}
    #expect(await engine.knownLoopLatency() != nil)
    await engine.close()
    await server.stop()
  }

  private func measuredLoop(_ engine: JackEngine) async throws -> LoopDelay {
    let outcome = await engine.measureLoop(gain: 0.25)
    if case .measured(let delay) = outcome { return delay }
    Issue.record("not measured: \(outcome)")
    throw JackError.notActivated
  }

  @Test("a measurement of nothing says so; one that is cancelled ends soon, and its sound fades")
  func loopWithoutSignal() async throws {
    let server = server(period: 2048)
    // It is read at intervals of real time, and has to fit in a ring until then.
    server.run(speed: 6)
    let engine = try await open()
    #expect(await engine.measureLoop(gain: 0.25) == .stalled)
    try await engine.activate()
    try await engine.openInput()
    #expect(await engine.measureLoop(gain: 0.25) == .failed(.silent))
    let measuring = Task { await engine.measureLoop(gain: 0.25) }
    try await wait(for: "the sound") {
      engine.memory.loop.pointee.isPlaying && engine.memory.loop.pointee.start != nil
    }
    measuring.cancel()
    #expect(await measuring.value == .cancelled)
    let isPlaying = engine.memory.loop.pointee.isPlaying
    #expect(!isPlaying)
    await engine.close()
    await server.stop()
  }
}

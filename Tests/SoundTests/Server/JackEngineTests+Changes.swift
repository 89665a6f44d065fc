import CJack
import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

extension JackEngineTests {
  /// The frames where a steady sine of that frequency is broken: x[n] is no longer what x[n−1] and
  /// x[n−2] make it.
  private func breaks(in sound: ArraySlice<Float>, hertz: Double, sampleRate: Double) -> [Int] {
    let factor = 2 * cos(2 * .pi * hertz / sampleRate)
    let peak = Double(sound.map(abs).max() ?? 0)
    return sound.indices.dropFirst(2).filter { index in
      let expected = factor * Double(sound[index - 1]) - Double(sound[index - 2])
      return abs(Double(sound[index]) - expected) > peak / 1000
    }
  }

  @Test("a note sounds on through changes of the period from 16 to 8192, at its pitch")
  func bufferSizes() async throws {
    let server = server()
    let engine = try await open()
    let player = try await player(on: engine)
    var told: [Int] = []
    engine.onNews = { if case .bufferSize(let frames) = $0 { told.append(frames) } }
    let peer = try #require(JackPeer("desk", server: Self.serverName))
    let sizes = [16, 8192, 64, 1024, 16, 2048, 128, 8192, 32, 64]
    let handle = try await player.play(
      frequency: Frequency(hertz: 441.5), velocity: .training, amplitudeDB: AmplitudeDB(0))
    let recorder = try #require(
      Recorder(server: Self.serverName, source: "peach:out_1", frames: 240_000))
    for size in sizes {
      #expect(peer.setBufferSize(size))
      try await wait(for: "the period \(size)") { told.last == size }
      #expect(engine.description.bufferSize == size)
    }
    let sound = await recorder.finish()
    #expect(told == sizes && recorder.isWhole)
    handle.stop()
    await player.silence()
    let first = try #require(sound.firstIndex { $0 != 0 })
    #expect(breaks(in: sound[(first + 4800)...], hertz: 441.5, sampleRate: 48_000).isEmpty)
    let end = sound.suffix(24_000)
    #expect(abs(PitchMeter.cents(end, from: 441.5, sampleRate: 48_000)) < 0.02)
    #expect(engine.isRunning)
    await engine.close()
    await server.stop()
  }

  @Test("freewheeling is told at its beginning and its end, and the client stays")
  func freewheeling() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    var told: [Bool] = []
    engine.onNews = { if case .freewheel(let isOn) = $0 { told.append(isOn) } }
    let peer = try #require(JackPeer("desk", server: Self.serverName))
    for round in 1...3 {
      #expect(peer.freewheel(true))
      try await wait(for: "the beginning") { told.count == 2 * round - 1 }
      #expect(engine.isFreewheeling && engine.isRunning)
      #expect(peer.freewheel(false))
      try await wait(for: "the end") { told.count == 2 * round }
    }
    #expect(told == [true, false, true, false, true, false])
    await engine.close()
    await server.stop()
  }

  @Test("a freewheel that is over before anybody looked is told all the same")
  func shortFreewheel() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    var told: [Bool] = []
    engine.onNews = { if case .freewheel(let isOn) = $0 { told.append(isOn) } }
    let peer = try #require(JackPeer("desk", server: Self.serverName))
    // The main thread is busy here until both are over.
    #expect(peer.freewheel(true))
    #expect(peer.freewheel(false))
    try await wait(for: "both") { told == [true, false] }
    await engine.close()
    await server.stop()
  }

  @Test("another sample rate ends the engine; connections are kept for the next")
  func sampleRate() async throws {
    let server = server()
    let engine = try await open()
    let player = try await player(on: engine)
    var faults: [EngineFault] = []
    engine.onNews = { if case .fault(let fault) = $0 { faults.append(fault) } }
    let peer = try #require(JackPeer("desk", server: Self.serverName))
    #expect(peer.connect("peach:out_1", "desk:in"))
    try await wait(for: "the connection") { engine.connections.all.count == 1 }
    server.setRate(44_100)
    try await wait(for: "the fault") { !faults.isEmpty }
    #expect(faults == [.sampleRateChanged(hertz: 44_100)])
    #expect(!engine.isRunning)
    await #expect(throws: AudioError.engineUnavailable) {
      _ = try await player.play(
        frequency: Frequency(hertz: 440), velocity: .training, amplitudeDB: AmplitudeDB(0))
    }
    #expect(engine.connections.all.map(\.peer) == ["desk:in"])
    await engine.close()
    await server.stop()
  }

  @Test("another sample rate fades out what sounds instead of cutting it off")
  func sampleRateFade() async throws {
    let server = server()
    let engine = try await open()
    let player = try await player(on: engine)
    let recorder = try #require(
      Recorder(server: Self.serverName, source: "peach:out_1", frames: 72_000))
    _ = try await player.play(
      frequency: Frequency(hertz: 440), velocity: .training, amplitudeDB: AmplitudeDB(0))
    try await player.play(
      frequency: Frequency(hertz: 660), duration: NoteDuration(seconds: 0.3),
      velocity: .training, amplitudeDB: AmplitudeDB(-90))
    server.setRate(44_100)
    try await wait(for: "the fault") { engine.fault != nil }
    await player.silence()
    await engine.close()
    try expectFadeOut(await recorder.finish())
    await server.stop()
  }

  @Test("an engine that is dropped leaves the server, and the next one has its name")
  func droppedEngine() async throws {
    let server = server()
    for _ in 0..<5 {
      let engine = try await open(isExact: true)
      _ = try await player(on: engine)
    }
    // Behind the last one's close, which a server that ends meanwhile would hold up.
    #expect(await ServerProbe.serverAnswers(Self.serverName))
    await server.stop()
  }
}

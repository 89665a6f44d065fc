import CJack
import Foundation
import MemoryJack
import Music
import SoundFonts
import TestSupport
import Testing
import Training

@testable import Sound

/// On a server in memory. One after another: they share its name.
@Suite("JackEngine", .serialized, .libjack, .timeLimit(.minutes(1)))
@MainActor
struct JackEngineTests {
  nonisolated static let serverName = "peach-in-memory"

  /// A server that runs.
  func server(rate: Int = 48_000, period: Int = 64, outputs: Int = 2) -> MemoryServer {
    let server = MemoryServer(name: Self.serverName, rate: rate, period: period, outputs: outputs)
    server.run()
    return server
  }

  func open(_ name: String = "peach", isExact: Bool = false) async throws -> JackEngine {
    try await JackEngine.open(name: name, isExact: isExact, server: Self.serverName)
  }

  func player(on engine: JackEngine) async throws -> SoundFontNotePlayer {
    let player = try SoundFontNotePlayer(
      engine: engine, library: SoundFontLibrary(), settings: MockUserSettings())
    try await engine.activate()
    return player
  }

  @Test("without a server there is no engine, and none is started")
  func noServer() async {
    MemoryServer.declareAbsent("peachnone")
    await #expect(throws: JackError.noServer(name: "peachnone")) {
      _ = try await JackEngine.open(name: "peach", server: "peachnone")
    }
  }

  @Test("the client has two audio outputs and a MIDI input, and says the server's rate and period")
  func ports() async throws {
    let server = server(rate: 44_100, period: 256)
    let engine = try await open()
    #expect(
      engine.description
        == JackEngine.Description(
          clientName: "peach", sampleRate: 44_100, bufferSize: 256,
          audioPorts: ["peach:out_1", "peach:out_2"], midiPort: "peach:midi_in"))
    await engine.close()
    await server.stop()
  }

  @Test("a taken name gets another, unless it must be that one")
  func names() async throws {
    let server = server()
    let first = try await open()
    let second = try await open()
    #expect(second.description.clientName != "peach")
    await #expect(throws: JackError.nameTaken("peach")) { _ = try await open(isExact: true) }
    await second.close()
    await first.close()
    await server.stop()
  }

  @Test("what leaves the port is the note asked for, of its length, with silence around it")
  func capture() async throws {
    let server = server()
    let engine = try await open()
    let player = try await player(on: engine)
    let recorder = try #require(
      Recorder(server: Self.serverName, source: "peach:out_1", frames: 48_000))
    try await player.play(
      frequency: Frequency(hertz: 441.5), duration: NoteDuration(seconds: 0.4),
      velocity: .training, amplitudeDB: AmplitudeDB(0))
    let sound = await recorder.finish()
    #expect(recorder.isWhole)
    let first = try #require(sound.firstIndex { $0 != 0 })
    let last = try #require(sound.lastIndex { $0 != 0 })
    #expect(abs(sound[first]) < 1e-5)
    #expect(abs(last - first + 1 - 19_200) <= 16)
    let steady = sound[first + 2400..<last - 2400]
    #expect(abs(PitchMeter.cents(steady, from: 441.5, sampleRate: 48_000)) < 0.02)
    await engine.close()
    await server.stop()
  }

  /// The recorded sound has faded out rather than been cut off.
  func expectFadeOut(_ sound: [Float]) throws {
    let last = try #require(sound.lastIndex { $0 != 0 })
    let peak = sound.map(abs).max() ?? 0
    #expect(last < sound.count - 1 && peak > 0.01 && abs(sound[last]) < peak / 1000)
  }

  @Test("a client that leaves while a note sounds fades it out first")
  func leaving() async throws {
    let server = server()
    let engine = try await open()
    let player = try await player(on: engine)
    let recorder = try #require(
      Recorder(server: Self.serverName, source: "peach:out_1", frames: 48_000))
    let handle = try await player.play(
      frequency: Frequency(hertz: 440), velocity: .training, amplitudeDB: AmplitudeDB(0))
    try await player.play(
      frequency: Frequency(hertz: 660), duration: NoteDuration(seconds: 0.3),
      velocity: .training, amplitudeDB: AmplitudeDB(-90))
    await player.silence()
    await engine.close()
    let sound = await recorder.finish()
    handle.stop()
    try expectFadeOut(sound)
    await server.stop()
  }

  @Test("the end of a killed server is told once, and a note that sounds ends with an error")
  func killedServer() async throws {
    let server = server()
    let engine = try await open()
    let player = try await player(on: engine)
    let faults = Inbox<EngineFault>("faults")
    engine.onNews = { if case .fault(let fault) = $0 { faults.put(fault) } }
    let note = Task {
      try await player.play(
        frequency: Frequency(hertz: 440), duration: NoteDuration(seconds: 3),
        velocity: .training, amplitudeDB: AmplitudeDB(0))
    }
    await Task.yield()
    await server.crash()
    #expect(await faults.next() == .serverGone)
    await #expect(throws: AudioError.engineUnavailable) { try await note.value }
    await #expect(throws: AudioError.engineUnavailable) {
      _ = try await player.play(
        frequency: Frequency(hertz: 440), velocity: .training, amplitudeDB: AmplitudeDB(0))
    }
    await engine.close()
  }
}

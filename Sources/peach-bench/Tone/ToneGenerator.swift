import Foundation
import Intonation
import Music
import Realtime
import Sound
import SoundFonts
import Training

/// The program's client and player, obeying one command after another.
final class ToneGenerator {
  private let engine: JackEngine
  private let player: SoundFontNotePlayer
  private let settings = BenchSettings()
  private var note: (handle: any PlaybackHandle, start: Frequency)?

  /// - Parameter server: `nil` is the default one.
  init(clientName: String, server: String?, wheel: SliderBindings.Wheel) async throws {
    engine = try await Self.engine(clientName: clientName, server: server)
    let environment = ProcessInfo.processInfo.environment
    let library = try SoundFontLibrary(
      SoundFontSearch(
        environment: environment, synthesizerDefault: SoundFontLibrary.synthesizerDefault))
    player = try SoundFontNotePlayer(
      engine: engine, library: library, settings: settings,
      tables: IntonationCache(environment: environment))
    try await engine.activate()
    var bindings = ControlBindings()
    bindings.slider.wheel = wheel
    try player.bind(bindings)
  }

  private static func engine(clientName: String, server: String?) async throws -> JackEngine {
    do {
      return try await JackEngine.open(name: clientName, server: server)
    } catch JackError.noServer {
      throw BenchFault.noServer
    }
  }

  func close() async {
    await player.silence()
    await engine.close()
  }

  /// Does what a line says, and answers.
  func obey(_ line: String) async -> String {
    let words = line.split(separator: " ").map(String.init)
    do {
      switch (words.first, words.count, words.count == 2 ? Double(words[1]) : nil) {
      case ("note", 2, let hertz?) where hertz.isFinite && hertz > 0: try await begin(hertz)
      case ("bend", 2, let cents?) where cents.isFinite: try bend(cents)
      case ("stop", 1, _): note?.handle.stop()
      case ("stopall", 1, _): player.stopAll()
      case ("sound", 2, _):
        guard let source = SoundSourceID(words[1]) else { return "\(words[1]) is no sound" }
        settings.soundSource = source
      case ("correct", 2, _) where ["on", "off"].contains(words[1]):
        settings.correctIntonation = words[1] == "on"
        settings.evenLoudness = words[1] == "on"
      default:
        return
          "'\(line)' is no command: note HZ, bend CENTS, stop, stopall, sound ID, correct on, correct off, quit"
      }
      return "ok"
    } catch {
      return "\(error)"
    }
  }

  private func begin(_ hertz: Double) async throws {
    let frequency = Frequency(hertz: hertz)
    let handle = try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
    note = (handle, frequency)
    // At the ends of what can sound there is no room for a hand.
    try? handle.arm(PitchSlider(target: frequency), at: 0)
  }

  private func bend(_ cents: Double) throws {
    guard let note else { throw AudioError.noteEnded }
    try note.handle.adjustFrequency(note.start.shifted(by: Cents(cents)))
  }
}

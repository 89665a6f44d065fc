import Music
import Sound
import SoundFonts
import Training

/// Peach's own process callback, rendering without a server.
final class PeachSource: PeriodSource {
  enum Sounding: String, CaseIterable {
    case silence = "no note"
    case oneNote = "one note"
    case twoNotes = "two notes"
    /// Retuned before each period.
    case glide
    /// A note begins every 50 ms, while the last one fades.
    case starts
  }

  private static let pitch = TuningSystem.standardReferencePitch

  let sounding: Sounding
  private let engine: OfflineEngine
  private let player: SoundFontNotePlayer
  private let period: StereoPeriod
  private let periodsPerStart: Int
  private var handles: [any PlaybackHandle] = []
  private var count = 0

  var name: String { sounding.rawValue }

  init(_ sounding: Sounding, library: SoundFontLibrary, frames: Int, sampleRate: Double)
    async throws
  {
    self.sounding = sounding
    period = StereoPeriod(frames: frames)
    periodsPerStart = max(1, Int(0.05 * sampleRate) / frames)
    let engine = OfflineEngine(sampleRate: sampleRate)
    self.engine = engine
    let player = try SoundFontNotePlayer(
      sink: engine, library: library, settings: BenchSettings())
    self.player = player
    engine.onEvent = { [weak player] in player?.handle($0) }
    switch sounding {
    case .silence: handles = []
    case .oneNote, .glide, .starts: handles = [try await play(Self.pitch)]
    case .twoNotes:
      handles = [try await play(Self.pitch), try await play(Self.pitch.shifted(by: 700))]
    }
    if sounding == .silence {
      // The voices are there, as after a note.
      let note = try await play(Self.pitch)
      note.stop()
      for _ in 0..<Int(sampleRate) / frames { renderPeriod() }
      engine.deliverEvents()
    }
  }

  func renderPeriod() {
    engine.renderPeriod(left: period.left, right: period.right, frames: period.frames)
  }

  func prepareNextPeriod() async throws {
    engine.deliverEvents()
    count += 1
    switch sounding {
    case .silence, .oneNote, .twoNotes: break
    case .glide:
      // To and fro within a semitone.
      let cents = Double(count % 400 - 200) / 2
      try handles.first?.adjustFrequency(Self.pitch.shifted(by: Cents(cents)))
    case .starts:
      guard count.isMultiple(of: periodsPerStart) else { return }
      handles.forEach { $0.stop() }
      handles = [try await play(Self.pitch)]
    }
  }

  private func play(_ frequency: Frequency) async throws -> any PlaybackHandle {
    try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
  }
}

import Intonation
import Music
import Sound
import SoundFonts
import Training

/// Notes as Peach plays them, rendered without a server.
final class PlayedNotes {
  /// 1.7 s, as the meter wants them.
  static let frames = 81_920
  private static let period = 1024

  private let engine: OfflineEngine
  private let player: SoundFontNotePlayer
  private let settings = BenchSettings()

  init(
    _ source: SoundSourceID, library: SoundFontLibrary, cache: IntonationCache, isCorrected: Bool
  ) throws {
    settings.soundSource = source
    settings.correctIntonation = isCorrected
    settings.evenLoudness = isCorrected
    engine = OfflineEngine(sampleRate: 48_000)
    player = try SoundFontNotePlayer(
      sink: engine, library: library, settings: settings, tables: cache)
    engine.onEvent = { [weak player] in player?.handle($0) }
  }

  /// Both channels of a key's note, as it is asked for in equal temperament.
  func play(_ frequency: Frequency) async throws -> [[Float]] {
    let handle = try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
    let channels = render(Self.frames)
    handle.stop()
    // The fade-out, and then some.
    _ = render(4 * Self.period)
    return channels
  }

  /// Makes the sound ready, for a note that is never heard.
  func begin() async throws {
    try await player.play(
      frequency: TuningSystem.standardReferencePitch, velocity: .training,
      amplitudeDB: AmplitudeDB(0)
    ).stop()
    _ = render(4 * Self.period)
  }

  private func render(_ frames: Int) -> [[Float]] {
    var left = [Float](repeating: 0, count: frames)
    var right = left
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return }
        for start in stride(from: 0, to: frames, by: Self.period) {
          engine.renderPeriod(left: left + start, right: right + start, frames: Self.period)
        }
      }
    }
    engine.deliverEvents()
    return [left, right]
  }
}

import Intonation
import Music
import Sound
import SoundFonts
import Training

/// Plays notes as Peach does, but renders them without a server.
///
/// A note that dies away is not struck again: the second that is measured would otherwise contain the attack of
/// another stroke, which the measurement of a preset leaves out.
final class PlayedNotes {
  /// The frames of a note: 1.7 s, as the meter requires.
  static let frames = 81_920
  private static let period = 1024

  private let engine: OfflineEngine
  private let player: SoundFontNotePlayer
  private let settings = FixedSettings()

  init(
    _ source: SoundSourceID, library: SoundFontLibrary, cache: IntonationCache, isCorrected: Bool
  ) throws {
    settings.soundSource = source
    settings.correctIntonation = isCorrected
    settings.evenLoudness = isCorrected
    settings.reStrike = false
    engine = OfflineEngine(sampleRate: 48_000)
    player = try SoundFontNotePlayer(
      sink: engine, library: library, settings: settings, tables: cache)
    engine.onEvent = { [weak player] in player?.handle($0) }
  }

  /// Plays a note, and returns both channels.
  func play(_ frequency: Frequency, frames: Int = frames) async throws -> [[Float]] {
    let handle = try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
    let channels = render(frames)
    handle.stop()
    // More than the fade-out.
    _ = render(4 * Self.period)
    return channels
  }

  /// Loads the sound by starting a note and stopping it at once.
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

/// Measures the fundamental independently of ``ToneMeter``: by the lag of many periods at which the wave
/// repeats best. It shares neither transform nor partials with that meter.
enum RepetitionPitch {
  /// The fundamental in hertz; the guess may be off by a percent or two.
  static func hertz(of samples: [Float], sampleRate: Double, near guess: Double) -> Double {
    var period = sampleRate / guess
    var count = 1.0
    // Starts with one period and doubles the number each time: the reach stays below half a period.
    while true {
      let lag = count * period
      let reach = count == 1 ? 0.03 * period : 0.12 * period
      let length = samples.count - Int(lag + reach) - 3
      guard Double(length) > 4 * period, lag < 0.45 * Double(samples.count) else { break }
      if let best = bestLag(samples, around: lag, reach: max(reach, 1.5), length: length) {
        period = best / count
      }
      count *= 2
    }
    return sampleRate / period
  }

  private static func bestLag(
    _ samples: [Float], around lag: Double, reach: Double, length: Int
  ) -> Double? {
    let low = max(Int((lag - reach).rounded(.down)), 1)
    let high = Int((lag + reach).rounded(.up))
    let values: [Double] = (low - 1...high + 1).map { lag in
      samples.withUnsafeBufferPointer { likeness($0, lag: lag, length: length) }
    }
    let inner = values.indices.dropFirst().dropLast()
    guard let best = inner.max(by: { values[$0] < values[$1] }) else { return nil }
    let (a, b, c) = (values[best - 1], values[best], values[best + 1])
    let curvature = a - 2 * b + c
    guard curvature < 0 else { return nil }
    return Double(low - 1 + best) + 0.5 * (a - c) / curvature
  }

  private static func likeness(
    _ samples: UnsafeBufferPointer<Float>, lag: Int, length: Int
  ) -> Double {
    var (product, first, second) = (0.0, 0.0, 0.0)
    for index in 0..<length {
      let (one, other) = (Double(samples[index]), Double(samples[index + lag]))
      product += one * other
      first += one * one
      second += other * other
    }
    return product / (first * second + 1e-300).squareRoot()
  }
}

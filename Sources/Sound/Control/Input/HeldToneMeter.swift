import Foundation
import Intonation
import MainThread
import Music

/// A tone that is held at a moment, measured by the fine analysis.
public struct HeldTone: Hashable, Sendable {
  /// Seconds from the beginning of the input to the middle of the measured stretch.
  public var time: Double

  /// The tone; its error means nothing.
  public var tone: PlayedNote

  /// The pitch of the coarse analysis in hertz, which may be octaves off.
  public var coarse: Double

  public init(time: Double, tone: PlayedNote, coarse: Double? = nil) {
    self.time = time
    self.tone = tone
    self.coarse = coarse ?? tone.frequency
  }
}

/// Measures the tone that is held at the moment: five times a second the last half second, if it is
/// steady. A value that one thread uses.
struct HeldToneMeter: Sendable {
  /// The length of the measured stretch, and the time that the filters need before and after it, in
  /// seconds.
  private static let stretch = 0.5
  private static let margin = 0.1

  /// The frames of the coarse analysis between two measurements.
  private static let framesBetween = 10

  /// The widest range of the coarse pitch within the stretch, in cents: a wide vibrato, no other
  /// note.
  private static let widestRange = 160.0

  /// The largest uncertainty and drift of a steady tone, in cents.
  private static let mostUncertainty = 3.0
  private static let mostDrift = 25.0

  private let sampleRate: Double

  /// The same in samples. Their sum may be another number than that of the whole time.
  private let stretchCount: Int
  private let marginCount: Int
  private let meter = PlayedToneMeter()

  /// The last samples, and the time of the first of them, in the time of the frames.
  private var samples: [Float] = []
  private var first: Double?

  /// The frames of the coarse analysis within the samples.
  private var frames: [PitchFrame] = []
  private var framesSinceMeasured = 0

  /// - Parameter sampleRate: frames per second.
  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    stretchCount = Int(Self.stretch * sampleRate)
    marginCount = Int(Self.margin * sampleRate)
  }

  /// Adds samples and the frames that they complete; returns the tone that is held, if it is time
  /// to measure it.
  ///
  /// - Parameter time: the time of the first new sample, in the time of the frames.
  mutating func append(
    _ new: UnsafeBufferPointer<Float>, frames newFrames: [PitchFrame], from time: Double
  ) -> HeldTone? {
    var first = first ?? time
    defer { self.first = first }
    samples.append(contentsOf: new)
    let most = stretchCount + 2 * marginCount
    // Not at every period, as it moves the rest.
    if samples.count > 2 * most {
      let needless = samples.count - most
      samples.removeFirst(needless)
      first += Double(needless) / sampleRate
    }
    invariant(samples.count <= 2 * most, "old samples go")
    frames += newFrames
    framesSinceMeasured += newFrames.count
    guard framesSinceMeasured >= Self.framesBetween, samples.count >= most else { return nil }
    framesSinceMeasured = 0
    let end = samples.count - marginCount
    let start = end - stretchCount
    let times = (
      start: first + Double(start) / sampleRate, end: first + Double(end) / sampleRate
    )
    frames.removeAll { $0.time < times.start }
    let within = frames.filter { $0.time <= times.end }
    guard let near = Self.steadyPitch(within) else { return nil }
    let from = start - marginCount
    let part = Array(samples[from...])
    guard
      let tone = meter.measure(
        part, stretch: (start - from)..<(end - from), sampleRate: sampleRate, near: near,
        target: nil),
      tone.uncertainty <= Self.mostUncertainty, abs(tone.drift) <= Self.mostDrift
    else { return nil }
    return HeldTone(time: (times.start + times.end) / 2, tone: tone, coarse: near.hertz)
  }

  /// The pitch of frames that all have about the same pitch; `nil` if they do not.
  private static func steadyPitch(_ frames: [PitchFrame]) -> Frequency? {
    let pitches = frames.compactMap(\.frequency).sorted()
    guard pitches.count == frames.count, let lowest = pitches.first, let highest = pitches.last,
      Double(frames.count) > 0.8 * stretch * PitchTracker.frameRate,
      1200 * log2(highest / lowest) <= widestRange
    else { return nil }
    return Frequency(hertz: pitches[pitches.count / 2])
  }
}

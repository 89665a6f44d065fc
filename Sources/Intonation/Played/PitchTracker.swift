import Foundation

/// A frame of the coarse analysis; see ``PitchTracker``.
public struct PitchFrame: Sendable, Hashable {
  /// Seconds from the first sample to the middle of the window.
  public var time: Double

  /// The reason why a sound with a pitch is no note.
  public enum Exclusion: Sendable, Hashable {
    /// The mains hum at this frequency, in hertz; see ``HumFilter``.
    case hum(hertz: Double)

    /// The pitch is above ``PitchTracker/range``.
    case aboveRange
  }

  /// The pitch in hertz, to a few cents; `nil` if the sound has no pitch, or is no note.
  public var frequency: Double?

  /// The reason why a sound with a pitch has no ``frequency``.
  public var exclusion: Exclusion?

  /// The similarity of the wave to itself a period later, 0…1.
  public var clarity: Double

  /// The RMS of the 20 ms in the middle of the window in dB of full scale, without DC and inaudibly
  /// low frequencies; a full-scale sine is at −3.01.
  public var level: Double

  public init(
    time: Double, frequency: Double?, exclusion: Exclusion? = nil, clarity: Double, level: Double
  ) {
    self.time = time
    self.frequency = frequency
    self.exclusion = exclusion
    self.clarity = clarity
    self.level = level
  }
}

/// The coarse analysis: finds the approximate pitch of the input 50 times a second.
///
/// The samples come in pieces of any length, on which the frames do not depend. One thread at a
/// time, which may be any but the process thread: the tracker allocates. Figures that are stored or
/// shown come from ``PlayedToneMeter``, not from here.
///
/// Windows of 85 ms, in which the lowest note has more than two periods, are compared with
/// themselves; see ``SelfSimilarity``. Rates above 64 kHz are reduced first.
///
/// Of two sounds the one that is louder to the ear has the pitch: low frequencies count less, as in
/// the contour of equal loudness at 80 phon (ISO 226), which a second-order high-pass at 200 Hz
/// approximates to 4 dB between 40 Hz and 4 kHz. So neither the mains nor the common period of both
/// hide a note. A low sound that has no clear pitch without its lowest part is analysed unfiltered.
public struct PitchTracker: Sendable {
  /// Frames a second.
  public static let frameRate = 50.0

  /// The range of pitches, in hertz: from a piano's lowest note to above a violin.
  public static let range = 27.0...4500.0

  /// Seconds in a window.
  public static let window = 0.085

  /// The periods of the lowest note in a window.
  static let leastPeriods = 2.29

  /// The least clarity of a frame with a pitch. Noise rarely reaches half of it; a bowed note in
  /// room noise of −20 dB is above 0.9.
  private static let leastClarity = 0.8

  /// The frequencies of the high-pass against DC and rumble, and of the one that weighs like the
  /// ear, in hertz.
  private static let lowestHertz = 28.0
  private static let earHertz = 200.0

  /// The share of the power after the ear's weighting below which a sound is a low one.
  private static let shareOfLow = 0.5

  /// The least level of a sound with a pitch, in dB of full scale.
  private static let leastLevel = -75.0

  /// The rate below which the input is not reduced.
  private static let leastRate = 32_000.0

  private var decimator: InputDecimator
  private var highPass: HighPass
  private var ear: HighPass
  private var similarity: SelfSimilarity
  private let count: Int
  private let hop: Double
  /// The conditioned samples from number `first` on, and the same with the ear's weighting.
  private var recent: [Double] = []
  private var weighted: [Double] = []
  private var first = 0
  /// The number of frames so far.
  private var frames = 0

  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - isAmongNotes: true if earlier notes ring beside the one that is played. Then their common
  ///     period is not mistaken for the pitch, but a note with weak odd partials may be found an
  ///     octave higher.
  ///   - window: seconds in a window. A shorter one reacts sooner, and finds no note with fewer
  ///     than ``leastPeriods`` in it.
  ///   - frameRate: frames a second.
  /// - Precondition: the rate is positive.
  public init(
    sampleRate: Double, isAmongNotes: Bool = false, window: Double = Self.window,
    frameRate: Double = Self.frameRate
  ) {
    precondition(sampleRate > 0 && sampleRate.isFinite, "the rate is positive")
    decimator = InputDecimator(sampleRate: sampleRate, leastRate: Self.leastRate)
    let rate = decimator.rate
    highPass = HighPass(sampleRate: rate, lowest: Self.lowestHertz)
    ear = HighPass(sampleRate: rate, lowest: Self.earHertz)
    count = Int(window * rate)
    hop = rate / frameRate
    similarity = SelfSimilarity(
      count: count, sampleRate: rate,
      lowest: max(Self.leastPeriods / window, Self.range.lowerBound), isAmongNotes: isAmongNotes)
  }

  /// Adds samples, and returns the frames that they complete.
  public mutating func append(_ samples: UnsafeBufferPointer<Float>) -> [PitchFrame] {
    var result: [PitchFrame] = []
    for sample in decimator.append(samples) {
      let sample = highPass.next(Double(sample))
      recent.append(sample)
      weighted.append(ear.next(sample))
      guard first + recent.count == nextEnd else { continue }
      result.append(frame())
      frames += 1
    }
    let needless = min(nextEnd - count - first, recent.count)
    if needless > 0 {
      recent.removeFirst(needless)
      weighted.removeFirst(needless)
      first += needless
    }
    return result
  }

  /// The end of the next frame's window.
  private var nextEnd: Int { Int((Double(frames) * hop).rounded()) + count }

  private mutating func frame() -> PitchFrame {
    let window = recent[(recent.count - count)...]
    let middle = window.startIndex + count / 2
    let half = max(Int(hop / 2), 1)
    let part = window[(middle - half)..<(middle + half)]
    let square = part.reduce(0) { $0 + $1 * $1 } / Double(part.count)
    let level = 10 * log10(max(square, 1e-20))
    let match = level > Self.leastLevel ? match() : nil
    let time = (Double(nextEnd) - Double(count) / 2) / decimator.rate
    let clarity = match?.clarity ?? 0
    let pitch = match.flatMap { clarity >= Self.leastClarity ? $0.hertz : nil }
    let isAbove = pitch.map { $0 > Self.range.upperBound } ?? false
    return PitchFrame(
      time: time, frequency: isAbove ? nil : pitch, exclusion: isAbove ? .aboveRange : nil,
      clarity: clarity, level: level)
  }

  /// Finds the period of the weighted sound, or of the unfiltered one if it is low and has none.
  private mutating func match() -> SelfSimilarity.Match? {
    let heard = weighted[(weighted.count - count)...]
    let match = similarity.measure(heard)
    guard match?.clarity ?? 0 < Self.leastClarity else { return match }
    let whole = recent[(recent.count - count)...]
    func power(_ samples: ArraySlice<Double>) -> Double { samples.reduce(0) { $0 + $1 * $1 } }
    guard power(heard) < Self.shareOfLow * power(whole) else { return match }
    return similarity.measure(whole)
  }
}

/// A Butterworth high-pass of the second order.
private struct HighPass: Sendable {
  private let b: (Double, Double, Double)
  private let a: (Double, Double)
  private var x = (0.0, 0.0)
  private var y = (0.0, 0.0)
  private var isFirst = true

  /// - Parameter lowest: the point of −3 dB, in hertz.
  init(sampleRate: Double, lowest: Double) {
    let k = tan(Double.pi * lowest / sampleRate)
    let norm = 1 / (1 + 2.squareRoot() * k + k * k)
    b = (norm, -2 * norm, norm)
    a = (2 * (k * k - 1) * norm, (1 - 2.squareRoot() * k + k * k) * norm)
  }

  mutating func next(_ value: Double) -> Double {
    if isFirst {
      // So that DC is no step at the start.
      isFirst = false
      x = (value, value)
    }
    let sum = b.0 * value + b.1 * x.0 + b.2 * x.1 - a.0 * y.0 - a.1 * y.1
    // Numbers that are nearly 0 are slow.
    let result = abs(sum) < 1e-30 ? 0 : sum
    x = (value, x.0)
    y = (result, y.0)
    return result
  }
}

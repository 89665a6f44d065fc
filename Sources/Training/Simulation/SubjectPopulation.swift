import Foundation
import Music

/// A listener with a known hearing, who answers without hearing anything.
///
/// With x the |offset| in cents and T the threshold of the note at that moment, the answer is right
/// with the probability λ + (1 − 2λ) · Φ(0.67449 · x / T); λ is the rate of lapses of attention.
public nonisolated struct SimulatedSubject: Hashable, Sendable {
  /// ln threshold of each of the 128 notes on the first day, if it is a usual one.
  let thresholds: [Double]

  /// ln threshold of an interval about the point that sounds true, and the distance of that point
  /// from the true interval, in cents.
  let intervalThreshold: Double
  let shift: Double

  let lapseRate: Double

  /// True if every answer is a guess.
  let isGuessing: Bool

  /// The change of ln threshold in a day, and the standard deviation of single days.
  let dailyChange: Double
  let dayDeviation: Double

  /// ln threshold of a note on a usual day.
  func threshold(of note: Int, onDay day: Int) -> Double {
    thresholds[note] + dailyChange * Double(day)
  }

  /// Draws the answer to a unison; true if it is right.
  ///
  /// - Parameter departure: the logarithm of this day's departure from a usual one.
  func answersRight(
    note: Int, offset: Double, day: Int, departure: Double, using random: inout RandomSource
  ) -> Bool {
    let threshold = exp(threshold(of: note, onDay: day) + departure)
    return draw(StandardNormal.upperQuartile * abs(offset) / threshold, using: &random)
  }

  /// Draws the answer to an interval; true if it is "higher".
  func answersHigher(
    offset: Double, day: Int, departure: Double, using random: inout RandomSource
  ) -> Bool {
    let threshold = exp(intervalThreshold + dailyChange * Double(day) + departure)
    return draw(StandardNormal.upperQuartile * (offset - shift) / threshold, using: &random)
  }

  private func draw(_ z: Double, using random: inout RandomSource) -> Bool {
    let probability =
      isGuessing ? 0.5 : lapseRate + (1 - 2 * lapseRate) * StandardNormal.cumulative(z)
    return Double.random(in: 0..<1, using: &random) < probability
  }
}

/// A population of listeners: their common properties, and the deviation of their notes.
public nonisolated struct SubjectPopulation: Hashable, Sendable {
  /// The threshold around which the notes of a listener lie, in cents.
  public var threshold: Double

  /// The change of ln threshold in an octave upwards, about the middle of the keyboard.
  public var slope = 0.0

  public var noteDeviation = 0.1

  /// The number of notes that are four times as coarse as the others.
  public var dips = 0

  /// λ, 0…0.5.
  public var lapseRate = 0.0

  /// The standard deviation of the ln threshold of single days.
  public var dayDeviation = 0.0

  /// The days after which thresholds are halved; `nil` if they do not change.
  public var halfLife: Double?

  /// True if every answer is a guess.
  public var isGuessing = false

  /// The distance of the point that sounds true from the true interval, in cents.
  public var shift = 0.0

  public init(threshold: Double) { self.threshold = threshold }

  /// A listener of this population.
  ///
  /// - Parameter range: the notes that are asked; the dips are among them.
  func draw(in range: ClosedRange<Int>, using random: inout RandomSource) -> SimulatedSubject {
    var thresholds = MIDINote.range.map { note in
      log(threshold) + slope * Double(note - 60) / 12 + noteDeviation * random.nextNormal()
    }
    for note in range.shuffled(using: &random).prefix(dips) { thresholds[note] += log(4) }
    return SimulatedSubject(
      thresholds: thresholds, intervalThreshold: log(threshold), shift: shift,
      lapseRate: lapseRate, isGuessing: isGuessing,
      dailyChange: halfLife.map { -log(2) / $0 } ?? 0, dayDeviation: dayDeviation)
  }
}

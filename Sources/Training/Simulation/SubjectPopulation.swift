import Foundation
import Music

/// A listener whose hearing is known, who answers without hearing anything.
///
/// With x the |offset| in cents and T the threshold of the note at that moment, the answer is right
/// with the probability λ + (1 − 2λ) · Φ(0.67449 · x / T); λ is the rate of lapses of attention.
public nonisolated struct SimulatedSubject: Hashable, Sendable {
  /// ln threshold of each note on the first day, usual days assumed; 128 of them.
  let thresholds: [Double]

  /// ln threshold of an interval about the point that sounds true, and where that point lies, in
  /// cents from the true interval.
  let intervalThreshold: Double
  let shift: Double

  let lapseRate: Double

  /// Whether every answer is a guess.
  let isGuessing: Bool

  /// The change of ln threshold in a day, and how far single days depart, as a standard deviation.
  let dailyChange: Double
  let dayDeviation: Double

  /// ln threshold of a note on a usual day.
  func threshold(of note: Int, onDay day: Int) -> Double {
    thresholds[note] + dailyChange * Double(day)
  }

  /// Whether the answer to a unison is right.
  ///
  /// - Parameter departure: ln of how far this day departs from a usual one.
  func answersRight(
    note: Int, offset: Double, day: Int, departure: Double, using random: inout RandomSource
  ) -> Bool {
    let threshold = exp(threshold(of: note, onDay: day) + departure)
    return draw(StandardNormal.upperQuartile * abs(offset) / threshold, using: &random)
  }

  /// Whether "higher" is answered to an interval.
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

/// The listeners of a simulation: what they have in common, and by how much their notes differ.
public nonisolated struct SubjectPopulation: Hashable, Sendable {
  /// The threshold around which the notes of a listener lie, in cents.
  public var threshold: Double

  /// The change of ln threshold in an octave upwards, about the middle of the keyboard.
  public var slope = 0.0

  /// The standard deviation of each note's ln threshold.
  public var noteDeviation = 0.1

  /// How many notes are four times as coarse as they would be.
  public var dips = 0

  /// λ, 0…0.5.
  public var lapseRate = 0.0

  /// How far single days depart, as the standard deviation of ln threshold.
  public var dayDeviation = 0.0

  /// The days after which thresholds are halved; `nil` if they do not change.
  public var halfLife: Double?

  /// Whether every answer is a guess.
  public var isGuessing = false

  /// Where an interval sounds true, in cents from the true one.
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

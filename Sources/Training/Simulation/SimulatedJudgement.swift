import Foundation
import Music

/// The estimates of a simulated listener at one moment, compared with the truth.
public struct SimulatedJudgement {
  /// A note of the range: its true threshold and its estimates.
  public struct Note {
    public let note: MIDINote
    public let truth: Cents
    public let statistics: NoteStatistics
    public let estimate: ThresholdEstimate
  }

  public let trials: Int
  public let notes: [Note]
  public let course: SimulatedCourse

  /// The score of the threshold map.
  public let map: EstimatorScore?

  /// The score of the mean |offset| of each note, taken as its threshold; untrained notes are left
  /// out.
  public let plainMean: EstimatorScore?

  /// The share of the notes whose true threshold lies within the map's 90 % interval.
  public let coverage: Double

  /// The tested change, and the trend of the halves.
  public let change: TestedChange?
  public let halvesTrend: Trend?

  /// Judges the estimates that a training has led to.
  public init(_ training: SimulatedTraining, over range: ClosedRange<Int>) {
    let kind = training.kind
    let hearing = training.hearing
    let map = hearing.profile.thresholds[kind]
    let plain = hearing.profile.discrimination[kind]
    let notes = range.map { number in
      let note = MIDINote(number)
      return Note(
        note: note,
        truth: Cents(exp(training.listener.threshold(of: note, after: training.trials))),
        statistics: plain[note], estimate: map.estimate(of: note))
    }
    trials = training.trials
    self.notes = notes
    course = training.course
    self.map = EstimatorScore(
      notes.map { (log($0.estimate.threshold.rawValue), log($0.truth.rawValue)) })
    plainMean = EstimatorScore(
      notes.compactMap { note in
        note.statistics.mean.map { (log($0.rawValue), log(note.truth.rawValue)) }
      })
    let covered = notes.count { ($0.estimate.low...$0.estimate.high).contains($0.truth) }
    coverage = Double(covered) / Double(notes.count)
    change = hearing.trends.thresholdTests[kind].change
    halvesTrend = hearing.trends.discrimination[kind].trend
  }
}

/// How close the estimates of a listener's thresholds came to the truth, over the notes of the
/// range.
public nonisolated struct EstimatorScore: Hashable, Sendable {
  /// The number of notes for which there was an estimate.
  public let notes: Int

  /// The root of the mean square of ln(estimate / truth).
  public let rootMeanSquareLogError: Double

  /// The mean of ln(estimate / truth): positive if thresholds are overestimated.
  public let meanLogError: Double

  /// Pearson's correlation of ln estimate and ln truth over the notes; `nil` if one of them does
  /// not vary.
  public let correlation: Double?

  /// - Parameter pairs: ln estimate and ln truth of each note.
  /// - Returns: `nil` if there is no pair.
  init?(_ pairs: [(estimate: Double, truth: Double)]) {
    guard !pairs.isEmpty else { return nil }
    let count = Double(pairs.count)
    let errors = pairs.map { $0.estimate - $0.truth }
    notes = pairs.count
    meanLogError = errors.reduce(0, +) / count
    rootMeanSquareLogError = (errors.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
    correlation = Self.correlation(pairs)
  }

  private static func correlation(_ pairs: [(estimate: Double, truth: Double)]) -> Double? {
    let count = Double(pairs.count)
    let means = (
      estimate: pairs.reduce(0) { $0 + $1.estimate } / count,
      truth: pairs.reduce(0) { $0 + $1.truth } / count
    )
    let (estimates, truths) = (
      pairs.map { $0.estimate - means.estimate }, pairs.map { $0.truth - means.truth }
    )
    let spreads = (
      estimate: estimates.reduce(0) { $0 + $1 * $1 }, truth: truths.reduce(0) { $0 + $1 * $1 }
    )
    // Below this there is only rounding.
    guard spreads.estimate > 1e-12, spreads.truth > 1e-12 else { return nil }
    let product = zip(estimates, truths).reduce(0) { $0 + $1.0 * $1.1 }
    return product / (spreads.estimate * spreads.truth).squareRoot()
  }
}

import Foundation
import Music

/// What each estimator believed of a simulated listener at one moment, against the truth.
public struct SimulatedJudgement {
  /// A note of the range: the truth in cents, and what is believed of it.
  public struct Note {
    public let note: MIDINote
    public let truth: Cents
    public let statistics: NoteStatistics
    public let estimate: ThresholdEstimate
  }

  public let trials: Int
  public let notes: [Note]
  public let course: SimulatedCourse

  /// The threshold map.
  public let map: EstimatorScore?

  /// The mean |offset| of each note, taken as its threshold; untrained notes are left out.
  public let plainMean: EstimatorScore?

  /// The share of the notes whose true threshold lies in the map's 90 % interval.
  public let coverage: Double

  /// The tested change, and that of the halves.
  public let change: TestedChange?
  public let halvesTrend: Trend?

  /// Judges what a training has come to.
  public init(_ training: SimulatedTraining, over range: ClosedRange<Int>) {
    let kind = training.kind
    let (map, plain) = (training.profile.thresholds[kind], training.profile.discrimination[kind])
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
    change = training.trends.thresholdTests[kind].change
    halvesTrend = training.trends.discrimination[kind].trend
  }
}

/// How near the estimates of a listener's thresholds came to the truth, over the notes of the range.
public nonisolated struct EstimatorScore: Hashable, Sendable {
  /// The notes for which there was an estimate.
  public let notes: Int

  /// The root of the mean square of ln(estimate / truth).
  public let rootMeanSquareLogError: Double

  /// The mean of ln(estimate / truth): positive where thresholds are overestimated.
  public let meanLogError: Double

  /// Pearson's correlation of ln estimate and ln truth over the notes; `nil` where one of them does not
  /// vary.
  public let correlation: Double?

  /// - Parameter pairs: ln estimate and ln truth of each note.
  /// - Returns: `nil` where there is no pair.
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
    // Below this there is nothing but rounding.
    guard spreads.estimate > 1e-12, spreads.truth > 1e-12 else { return nil }
    let product = zip(estimates, truths).reduce(0) { $0 + $1.0 * $1.1 }
    return product / (spreads.estimate * spreads.truth).squareRoot()
  }
}

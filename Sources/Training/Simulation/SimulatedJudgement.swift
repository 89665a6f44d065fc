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

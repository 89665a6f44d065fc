import Foundation
import Music

/// Everything that Peach concludes from the results: profile, trends, timeline and diary.
///
/// It is in memory only. It is rebuilt from the records at start and updated with each result of a
/// training; both go through the same methods, so both lead to the same value. A copy keeps an
/// earlier state. Its size grows with the number of days with training, not with the number of
/// results.
public nonisolated struct HearingModel: Sendable {
  public private(set) var profile = PerceptualProfile()
  public private(set) var trends = TrendAnalyzer()
  public private(set) var timeline: ThresholdTimeline
  public private(set) var diary: TrainingDiary

  /// - Parameter calendar: its time zone decides when a day ends.
  public init(calendar: Calendar = .current) {
    timeline = ThresholdTimeline(calendar: calendar)
    diary = TrainingDiary(calendar: calendar)
  }

  /// Adds a result, in order of time.
  public mutating func add(_ result: TrainingResult) {
    switch result {
    case .comparison(let completed):
      let comparison = completed.comparison
      addComparison(
        note: comparison.referenceNote, centOffset: comparison.centOffset,
        isCorrect: completed.isCorrect, interval: comparison.interval, date: completed.timestamp)
    case .matching(let completed):
      addMatching(
        note: completed.challenge.referenceNote, centError: completed.userCentError,
        interval: completed.challenge.interval, date: completed.timestamp)
    }
  }

  /// Adds a comparison, in order of time. About a microsecond (``ThresholdMap``).
  ///
  /// A record is added this way: its tuning system, which no conclusion depends on, may be unknown
  /// on this machine.
  public mutating func addComparison(
    note: MIDINote, centOffset: Cents, isCorrect: Bool, interval: DirectedInterval, date: Date
  ) {
    let kind = TrainingKind(interval)
    profile.update(note: note, centOffset: centOffset, isCorrect: isCorrect, in: kind)
    trends.update(note: note, centOffset: centOffset, isCorrect: isCorrect, in: kind)
    timeline.update(centOffset: centOffset, isCorrect: isCorrect, in: kind, date: date)
    diary.update(centOffset: centOffset, isCorrect: isCorrect, in: kind, date: date)
  }

  /// Adds a pitch matching, in order of time. O(1) on average.
  ///
  /// - Parameter centError: positive is sharp.
  public mutating func addMatching(
    note: MIDINote, centError: Cents, interval: DirectedInterval, date: Date
  ) {
    let kind = TrainingKind(interval)
    profile.updateMatching(note: note, centError: centError, in: kind)
    trends.updateMatching(centError: centError, in: kind)
    diary.updateMatching(centError: centError, in: kind, date: date)
  }
}

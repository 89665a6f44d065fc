import Foundation
import Music
import Training

/// The profile as it is shown at one moment. Members that nothing is known of are `nil`.
public struct ProfileSnapshot {
  public struct Note: Hashable {
    public let note: MIDINote
    public let statistics: NoteStatistics
    /// What is believed of the true threshold; `nil` before the first trial on whichever note.
    public let estimate: ThresholdEstimate?
  }

  public struct Comparisons: Hashable {
    public let trials: Int
    public let overallMean: Cents?
    public let overallStdDev: Cents?
    /// The tested change of the thresholds.
    public let change: TestedChange?
    public let halvesTrend: TrendSummary?
    /// The notes of the range and every trained one, ascending.
    public let notes: [Note]
  }

  public struct Matchings: Hashable {
    public let count: Int
    public let mean: Cents?
    public let stdDev: Cents?
    public let bias: Cents?
    public let spread: Cents?
    /// The tested changes of the bias and of the spread.
    public let accuracy: TestedChange?
    public let precision: TestedChange?
    public let halvesTrend: TrendSummary?
  }

  public struct TrendSummary: Hashable {
    public let trend: Trend
    /// The change from the earlier half to the later as a share of the earlier.
    public let change: Double
  }

  public let comparison: ByTrainingKind<Comparisons>
  public let matching: ByTrainingKind<Matchings>

  public init(_ hearing: HearingModel, noteRange: NoteRange) {
    let (profile, trends) = (hearing.profile, hearing.trends)
    func comparisons(_ kind: TrainingKind) -> Comparisons {
      let part = profile.discrimination[kind]
      let thresholds = profile.thresholds[kind]
      let notes = MIDINote.range.map { MIDINote($0) }.filter { note in
        (noteRange.lowest...noteRange.highest).contains(note) || part[note].count > 0
      }
      return Comparisons(
        trials: part.count, overallMean: part.overallMean, overallStdDev: part.overallStdDev,
        change: trends.thresholdTests[kind].change,
        halvesTrend: TrendSummary(trends.discrimination[kind]),
        notes: notes.map { note in
          Note(
            note: note, statistics: part[note],
            estimate: thresholds.trials > 0 ? thresholds.estimate(of: note) : nil)
        })
    }
    func matchings(_ kind: TrainingKind) -> Matchings {
      let part = profile.matching[kind]
      let test = trends.matchingTests[kind]
      return Matchings(
        count: part.count, mean: part.mean, stdDev: part.standardDeviation, bias: part.bias,
        spread: part.spread, accuracy: test.accuracy, precision: test.precision,
        halvesTrend: TrendSummary(trends.matching[kind]))
    }
    comparison = ByTrainingKind(comparisons)
    matching = ByTrainingKind(matchings)
  }
}

extension ProfileSnapshot.TrendSummary {
  /// `nil` while there are too few records.
  init?(_ series: TrendSeries) {
    guard let trend = series.trend, let change = series.change else { return nil }
    self.init(trend: trend, change: change)
  }
}

/// The notes of a range with the smallest and the largest threshold.
struct ThresholdExtremes {
  struct Extreme {
    let note: MIDINote
    let estimate: ThresholdEstimate
  }

  let finest: Extreme
  let coarsest: Extreme

  /// `nil` before the first trial.
  init?(_ part: ProfileSnapshot.Comparisons) {
    let known = part.notes.compactMap { note in
      note.estimate.map { Extreme(note: note.note, estimate: $0) }
    }
    func threshold(_ extreme: Extreme) -> Cents { extreme.estimate.threshold }
    guard let finest = known.min(by: { threshold($0) < threshold($1) }),
      let coarsest = known.max(by: { threshold($0) < threshold($1) })
    else { return nil }
    (self.finest, self.coarsest) = (finest, coarsest)
  }

  /// Whether the one is truly finer: the two 90 % intervals have nothing in common. Of many notes that are
  /// all alike some have the smallest estimate, too.
  var differ: Bool { finest.estimate.high < coarsest.estimate.low }
}

/// What was trained day by day, as it was at one moment.
public struct ProfileDays {
  /// The differences asked on a day.
  struct Asked: Hashable {
    let day: TrainingDay
    /// The mean of the daily means of the seven days that end with it.
    let rolling: Cents
  }

  /// The days with training, in order.
  let asked: ByTrainingKind<[Asked]>
  let matched: ByTrainingKind<[MatchingDay]>

  /// Gregorian, in the user's time zone.
  let calendar: Calendar

  public init(_ hearing: HearingModel, timeZone: TimeZone = .current) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    let timeline = hearing.timeline
    asked = ByTrainingKind { kind in
      zip(timeline.days(of: kind), timeline.rolling(of: kind)).map { day, rolling in
        Asked(day: day, rolling: rolling.mean)
      }
    }
    matched = ByTrainingKind { hearing.diary.matchingDays(of: $0) }
  }

  /// From the first day of a training to the end of its last; `nil` where there is none.
  func span(of training: TrainingName, _ kind: TrainingKind) -> DateInterval? {
    let ends: (Date?, Date?) =
      switch training {
      case .comparison: (asked[kind].first?.day.start, asked[kind].last?.day.end)
      case .matching: (matched[kind].first?.start, matched[kind].last?.end)
      }
    guard let start = ends.0, let end = ends.1 else { return nil }
    return DateInterval(start: start, end: end)
  }
}

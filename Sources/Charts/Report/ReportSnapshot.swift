import Foundation
import Music
import Training

/// All that a report shows, as it was at one moment.
public struct ReportSnapshot {
  /// The differences asked in some days, as one.
  struct AskedPeriod {
    let label: String
    let day: TrainingDay
    /// The rolling mean at the end of the period.
    let rolling: Cents?
  }

  struct MatchingPeriod {
    let label: String
    let day: MatchingDay
  }

  struct ActivePeriod {
    let label: String
    let day: ActiveDay
  }

  /// A list of periods, and how long each of them is.
  struct Periods<Entry> {
    let period: ReportPeriod
    let entries: [Entry]
  }

  let profile: ProfileSnapshot
  let asked: ByTrainingKind<Periods<AskedPeriod>>
  let answers: ByTrainingKind<AnswerTally>
  let fits: ByTrainingKind<PsychometricFit?>
  let errors: ByTrainingKind<MatchingErrors>
  let matchingDays: ByTrainingKind<Periods<MatchingPeriod>>
  let activity: Periods<ActivePeriod>

  /// How many days have training, of either kind.
  let activeDays: Int

  /// The name of the history's file, when the report was made, and by what.
  let source: String
  let date: Date
  let version: String

  /// Gregorian, in the user's time zone.
  let calendar: Calendar

  var comparisons: Int { activity.entries.reduce(0) { $0 + $1.day.comparisons } }
  var matchings: Int { activity.entries.reduce(0) { $0 + $1.day.matchings } }

  public init(
    _ hearing: HearingModel, noteRange: NoteRange, source: String, date: Date, version: String,
    timeZone: TimeZone = .current
  ) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    self.source = source
    self.date = date
    self.version = version
    self.profile = ProfileSnapshot(hearing, noteRange: noteRange)
    let (timeline, diary) = (hearing.timeline, hearing.diary)
    answers = diary.answers
    errors = diary.errors
    fits = ByTrainingKind { PsychometricFit(diary.answers[$0]) }
    asked = ByTrainingKind { Self.asked(timeline, $0, calendar) }
    matchingDays = ByTrainingKind { Self.matchings(diary.matchingDays(of: $0), calendar) }
    let days = diary.activeDays
    activeDays = days.count
    let (period, groups) = ReportPeriod.groups(days, start: \.start, in: calendar)
    activity = Periods(
      period: period,
      entries: groups.compactMap { label, days in
        ActiveDay(joining: days).map { ActivePeriod(label: label, day: $0) }
      })
  }

  private static func asked(
    _ timeline: ThresholdTimeline, _ kind: TrainingKind, _ calendar: Calendar
  ) -> Periods<AskedPeriod> {
    let rolling = timeline.rolling(of: kind)
    let (period, groups) = ReportPeriod.groups(
      timeline.days(of: kind), start: \.start, in: calendar)
    return Periods(
      period: period,
      entries: groups.compactMap { label, days in
        TrainingDay(joining: days).map {
          AskedPeriod(label: label, day: $0, rolling: rolling[days.endIndex - 1].mean)
        }
      })
  }

  private static func matchings(
    _ days: [MatchingDay], _ calendar: Calendar
  ) -> Periods<MatchingPeriod> {
    let (period, groups) = ReportPeriod.groups(days, start: \.start, in: calendar)
    return Periods(
      period: period,
      entries: groups.compactMap { label, days in
        MatchingDay(joining: days).map { MatchingPeriod(label: label, day: $0) }
      })
  }
}

import Foundation
import Music
import Training

/// Everything that a report shows, at one moment.
public struct ReportSnapshot {
  /// Days joined into periods that are few enough to be drawn.
  struct Periods<Day: CalendarDay> {
    struct Entry {
      let label: String
      let day: Day
      /// The rolling mean of the differences asked at the end of the period; `nil` for other
      /// figures.
      let rolling: Cents?
    }

    let period: ReportPeriod
    let entries: [Entry]

    /// - Parameter rolling: one for each day, or none.
    init(_ days: [Day], rolling: [RollingThreshold] = [], in calendar: Calendar) {
      let (period, groups) = ReportPeriod.groups(days, start: \.start, in: calendar)
      self.period = period
      entries = groups.compactMap { label, days in
        Day(joining: days).map { day in
          let last = days.endIndex - 1
          return Entry(
            label: label, day: day,
            rolling: rolling.indices.contains(last) ? rolling[last].mean : nil)
        }
      }
    }
  }

  let profile: ProfileSnapshot
  let diary: TrainingDiary
  let fits: ByTrainingKind<PsychometricFit?>
  let asked: ByTrainingKind<Periods<TrainingDay>>
  let matched: ByTrainingKind<Periods<MatchingDay>>
  let activity: Periods<ActiveDay>

  /// The number of days with training of either kind.
  let activeDays: Int

  /// The name of the history's file, the time of the report, and the version that made it.
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
    profile = ProfileSnapshot(hearing, noteRange: noteRange)
    let (timeline, diary) = (hearing.timeline, hearing.diary)
    self.diary = diary
    fits = ByTrainingKind { PsychometricFit(diary.answers[$0]) }
    asked = ByTrainingKind { kind in
      Periods(timeline.days(of: kind), rolling: timeline.rolling(of: kind), in: calendar)
    }
    matched = ByTrainingKind { Periods(diary.matchingDays(of: $0), in: calendar) }
    activity = Periods(diary.activeDays, in: calendar)
    activeDays = diary.activeDays.count
  }
}

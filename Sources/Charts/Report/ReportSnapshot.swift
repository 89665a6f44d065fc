import Foundation
import Music
import Training

/// The contents of a report at one moment.
public struct ReportSnapshot {
  /// Days joined into periods that are few enough to be drawn.
  struct Periods<Day: CalendarDay> {
    struct Entry {
      let label: String
      let day: Day
    }

    let period: ReportPeriod
    let entries: [Entry]

    init(_ days: [Day], in calendar: Calendar) {
      let (period, groups) = ReportPeriod.groups(days, start: \.start, in: calendar)
      self.period = period
      entries = groups.compactMap { label, days in
        Day(joining: days).map { Entry(label: label, day: $0) }
      }
    }
  }

  /// Comparisons of unisons.
  struct Unison {
    /// The notes of the range and every note asked, ascending.
    let notes: [(note: MIDINote, verdict: ThresholdVerdict)]
    let verdicts: UnisonVerdicts
    let lapseRate: Double
    let course: LevelCourse
    let curve: HearingCurve

    var count: Int { verdicts.level.answers }
  }

  /// Comparisons of other intervals, or questions of purity.
  struct Intervals {
    let count: Int
    let verdicts: IntervalVerdicts
    let lapseRate: Double
  }

  struct Part {
    let presentation: Presentation
    let unison: Unison
    let intervals: Intervals
    let matching: ByTrainingKind<MatchingVerdicts>
    let playing: ByTrainingKind<MatchingVerdicts>

    let playedNotes: ByTrainingKind<[ProfileSnapshot.PlayedFigures]>

    let playedIntervals: [ProfileSnapshot.PlayedFigures]
  }

  /// The melodic part, and the harmonic one if it has results.
  let parts: [Part]

  /// The questions of purity, whose notes always sound together.
  let purity: ByTrainingKind<Intervals>

  let diary: TrainingDiary
  let activity: Periods<ActiveDay>

  /// The number of days with training of any kind.
  let activeDays: Int

  /// The name of the history's file, the time of the report, and the version that made it.
  let source: String
  let date: Date
  let version: String

  /// The Gregorian calendar in the user's time zone.
  let calendar: Calendar

  /// The notes of the last session of playing, in order.
  var lastPlayed: [LastPlayed] = []

  /// The maps of instruments, the latest first.
  var instruments: [InstrumentFigures] = []

  /// `nil` if the story is not shown.
  var story: Story?

  var comparisons: Int { activity.entries.reduce(0) { $0 + $1.day.comparisons } }
  var playings: Int { activity.entries.reduce(0) { $0 + $1.day.playings } }
  var purities: Int { activity.entries.reduce(0) { $0 + $1.day.purities } }
  var matchings: Int { activity.entries.reduce(0) { $0 + $1.day.matchings } }

  /// Tests the trends, which takes some milliseconds.
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
    diary = hearing.diary
    activity = Periods(diary.activeDays, in: calendar)
    activeDays = diary.activeDays.count
    let shown = Presentation.allCases.filter { presentation in
      presentation == .melodic || hearing.hasResults(presentation)
    }
    purity = ByTrainingKind { Intervals(purityOf: $0, in: hearing) }
    parts = shown.map { presentation in
      Part(
        presentation: presentation,
        unison: Unison(hearing.unison[presentation], noteRange: noteRange, in: calendar),
        intervals: Intervals(hearing.intervals[presentation]),
        matching: ByTrainingKind { MatchingVerdicts(hearing.matchings[$0][presentation]) },
        playing: ByTrainingKind { MatchingVerdicts(hearing.playings[$0][presentation]) },
        playedNotes: ByTrainingKind { hearing.playedNoteFigures(of: $0, presentation) },
        playedIntervals: hearing.playedIntervalFigures(of: .interval, presentation))
    }
  }

  /// A played note with the course of its pitch.
  public struct LastPlayed: Hashable {
    let target: MIDINote
    let played: PlayedNote

    public init(target: MIDINote, _ played: PlayedNote) {
      (self.target, self.played) = (target, played)
    }
  }

  /// The most notes of a session that are shown; older ones are left out.
  public static let mostPlayed = 50

  /// Adds the notes of the last session of playing, the story of the skills, and maps of
  /// instruments.
  public func showing(
    _ lastPlayed: [LastPlayed], _ story: Story? = nil, instruments: [InstrumentFigures] = []
  ) -> ReportSnapshot {
    var report = self
    (report.lastPlayed, report.story, report.instruments) = (lastPlayed, story, instruments)
    return report
  }
}

extension ReportSnapshot.Unison {
  fileprivate init(_ hearing: UnisonHearing, noteRange: NoteRange, in calendar: Calendar) {
    let verdicts = UnisonVerdicts(hearing)
    let numbers = Set(noteRange.lowest.rawValue...noteRange.highest.rawValue).union(
      hearing.askedNotes.map(\.rawValue))
    notes = numbers.sorted().map { MIDINote($0) }.map { ($0, verdicts.known(of: $0)) }
    self.verdicts = verdicts
    lapseRate = hearing.lapseRate
    course = LevelCourse(
      hearing.courseWithStates, level: verdicts.level, trend: verdicts.trend.trend, in: calendar)
    curve = hearing.curve
  }
}

extension ReportSnapshot.Intervals {
  fileprivate init(_ hearing: IntervalHearing) {
    verdicts = IntervalVerdicts(hearing)
    count = verdicts.answers
    lapseRate = hearing.lapseRate
  }

  /// The questions of purity. Both kinds share the last answers from which conclusions are drawn,
  /// so a trained kind may have none of these.
  fileprivate init(purityOf kind: TrainingKind, in hearing: HearingModel) {
    verdicts = IntervalVerdicts(hearing.purity, of: kind)
    count = hearing.plainPurity.profile.discrimination[kind].count
    lapseRate = hearing.purity.lapseRate
  }
}

import Console
import Foundation
import Language
import Music
import Training

/// The comparisons of intervals in the profile, or the purity of unisons or of intervals.
struct IntervalSection: ProfileSection {
  let training: TrainingName
  let kind: TrainingKind

  /// The index of the only interval in the weeks; `nil` for all.
  private let picked: Int?

  init(_ training: TrainingName, _ kind: TrainingKind = .interval, picked: Int? = nil) {
    (self.training, self.kind, self.picked) = (training, kind, picked)
  }

  private var isPurity: Bool { training == .purity }
  private var count: @MainActor @Sendable (Int) -> String {
    isPurity ? TrainingName.purity.words.count : TrainingName.comparison.words.count
  }

  private func verdicts(_ profile: ProfileSnapshot) -> IntervalVerdicts {
    isPurity ? profile.purity[kind] : profile.intervals
  }

  private func part(_ profile: ProfileSnapshot) -> ProfileSnapshot.Comparisons {
    isPurity ? profile.purities[kind] : profile.comparison[kind]
  }

  // MARK: All results

  func intervals(_ profile: ProfileSnapshot) -> Int? {
    kind == .interval ? verdicts(profile).parts.count : nil
  }

  func page(
    _ profile: ProfileSnapshot, _ view: ProfileView, glyphs: Glyphs, in _: TerminalSize
  ) -> ProfilePage {
    IntervalsPage(
      verdicts: verdicts(profile), picked: kind == .interval ? view.picked : nil,
      first: view.firstInterval, glyphs: glyphs
    ).page(choice)
  }

  func picking(_ interval: Int?) -> any ProfileSection {
    kind == .interval ? IntervalSection(training, picked: interval) : self
  }

  func text(_ profile: ProfileSnapshot) -> [String] {
    ProfileText.part(
      isPurity ? localized("questions of purity") : localized("comparisons"),
      part(profile).trials, VerdictText.sentences(verdicts(profile)))
  }

  // MARK: By week

  var overallKey: String { localized(context: "key", "overall") }

  /// The days of all compared intervals, of which the diary has also those whose answers say
  /// nothing of hearing.
  private func compared(_ days: ProfileDays) -> [TrainingDay]? {
    isPurity || picked.map(days.intervals.indices.contains) == true ? nil : days.compared[kind]
  }

  func days(_ days: ProfileDays) -> [DateInterval] {
    if let compared = compared(days) {
      return compared.map { DateInterval(start: $0.start, end: $0.end) }
    }
    let numbers = Set(shown(days).flatMap { $0.course.map(\.day.day) }).sorted()
    return numbers.map { number in
      DateInterval(
        start: LocalDays.start(of: number, in: days.calendar),
        end: LocalDays.start(of: number + 1, in: days.calendar))
    }
  }

  func results(_ days: ProfileDays, in time: DateInterval) -> String {
    if let compared = compared(days) {
      return count(compared.reduce(0) { time.shows($1.start) ? $0 + $1.comparisons : $0 })
    }
    return count(
      shown(days, in: time).reduce(0) { sum, interval in
        sum + interval.course.reduce(0) { $0 + $1.day.answers }
      })
  }

  func series(_ days: ProfileDays, in time: DateInterval) -> any WeekSeries {
    let intervals = shown(days, in: time)
    guard intervals.count == 1, let interval = intervals.first else {
      return IntervalWeeks(intervals: intervals, count: count, calendar: days.calendar)
    }
    return LevelWeeks(
      days: interval.course, name: NoteName.text(interval.interval), count: count,
      calendar: days.calendar)
  }

  /// The intervals of the kind, or the picked one, with the days that begin in that time.
  private func shown(_ days: ProfileDays, in time: DateInterval? = nil) -> [IntervalDays] {
    let all = isPurity ? days.purity[kind] : days.intervals
    let chosen = picked.flatMap { all.indices.contains($0) ? [all[$0]] : nil } ?? all
    guard let time else { return chosen }
    return chosen.map { interval in
      IntervalDays(
        interval: interval.interval, course: interval.course.shown(in: time, days.calendar))
    }
  }

  func sentencesOfWeeks(_ profile: ProfileSnapshot) -> [String] {
    let verdicts = verdicts(profile)
    guard let picked, verdicts.parts.indices.contains(picked) else {
      return VerdictText.trend(verdicts.trend, of: verdicts.state) + VerdictText.present(verdicts)
    }
    // The trend of all intervals together is no trend of one.
    return VerdictText.sentences(verdicts, of: [verdicts.parts[picked].interval])
  }

  // MARK: As JSON

  func json(_ profile: ProfileSnapshot) -> JSONLine {
    ProfileJSON.intervals(part(profile), verdicts(profile))
  }
}

/// The sizes of intervals that sound true, and the thresholds around them.
private struct IntervalsPage {
  let verdicts: IntervalVerdicts

  /// The index of the only interval that is in view; `nil` for all.
  let picked: Int?

  /// The first interval in view if not all of them fit.
  let first: Int
  let glyphs: Glyphs

  func page(_ choice: TrainingChoice) -> ProfilePage {
    let parts = picked.map { [verdicts.parts[$0]] } ?? verdicts.parts
    let isShown = parts.contains { $0.threshold.state == .shown }
    let sentences =
      picked == nil
      ? VerdictText.sentences(verdicts)
      : VerdictText.sentences(verdicts, of: parts.map(\.interval))
    return ProfilePage(
      title: ProfileScreenText.title(choice),
      view: parts.count == 1 ? NoteName.text(parts[0].interval) : "",
      picture: isShown ? picture(parts) : nil,
      sentences: verdicts.answers > 0 ? sentences : [choice.untrained],
      figures: { [] }, keys: keys(scrolls: false),
      keysOfCutPicture: picked == nil ? keys(scrolls: true) : nil)
  }

  private func keys(scrolls: Bool) -> [StageFrame.KeyHint] {
    ProfileScreenText.intervalsKeys(glyphs, picks: verdicts.parts.count > 1, scrolls: scrolls)
  }

  private func picture(_ parts: [IntervalVerdicts.Part]) -> ProfilePage.Picture {
    let rows = parts.map { part in
      ShiftPlot.Row(
        name: NoteName.text(part.interval), shortName: part.interval.description,
        figures: part.threshold.state == .shown
          ? ShiftPlot.Figures(
            shift: part.shift.value.rawValue, low: part.shift.low.rawValue,
            high: part.shift.high.rawValue,
            threshold: part.threshold.threshold.value.rawValue) : nil)
    }
    let plot = ShiftPlot(
      heading: verdicts.hasShift ? ProfileScreenText.shifts : ProfileScreenText.mistunings,
      legend: verdicts.hasShift
        ? ProfileScreenText.shiftLegend(glyphs) : ProfileScreenText.thresholdLegend(glyphs),
      rows: rows, first: first, glyphs: glyphs)
    return ProfilePage.Picture(
      fewestRows: ShiftPlot.fewest, mostRows: plot.most
    ) { plot.lines($0) }
  }
}

/// The thresholds of several intervals at the end of each week, each with a sign of its own.
private struct IntervalWeeks: WeekSeries {
  /// The intervals from the prime outwards.
  let intervals: [IntervalDays]

  /// The number of answers in words.
  var count: @MainActor (Int) -> String = TrainingName.comparison.words.count
  let calendar: Calendar

  /// The signs of all intervals.
  private static let signs = "123456789abcdefghijklmnop".map { String($0) }

  var starts: [Date] {
    Set(intervals.flatMap { $0.course.map(\.day.day) }).sorted().map {
      LocalDays.start(of: $0, in: calendar)
    }
  }

  var heading: String { ProfileScreenText.thresholds }

  /// The names if they fit, or else as many short ones as fit: `1 fifth ↑  2 octave ↓`.
  func legend(_ glyphs: Glyphs, columns: Int) -> String {
    let signed = zip(Self.signs, intervals.map(\.interval))
    let long = signed.map { "\($0) \(IntervalName.short($1, glyphs))" }
    let short = signed.map { "\($0) \($1)" }
    func text(_ names: some Sequence<String>) -> String { names.joined(separator: "  ") }
    if text(long).columns <= columns { return text(long) }
    let most = (0...short.count).last { text(short.prefix($0)).columns <= columns } ?? 0
    return text(short.prefix(most))
  }

  func axis(_ values: [Double]) -> CentsAxis { .logarithmic(values) }

  /// The points without the ends of their intervals, which would run into one another.
  func points(by period: ReportPeriod) -> [WeekPoint] {
    let points = zip(Self.signs, intervals).enumerated().flatMap { line, interval in
      LevelCourse.entries(interval.1.course, by: period, in: calendar).map { entry in
        let value = entry.level.value.rawValue
        return WeekPoint(
          start: entry.start, low: value, high: value, value: value,
          text: localized(
            "%@: %@", NoteName.text(interval.1.interval),
            ProfileScreenText.level(entry.level, entry.answers, count)),
          line: WeekPoint.Line(sign: interval.0, number: line, count: intervals.count))
      }
    }
    return points.sorted { $0.start < $1.start }
  }
}

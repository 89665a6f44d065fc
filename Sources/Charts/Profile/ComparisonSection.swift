import Console
import Foundation
import Language
import Music
import Training

/// The comparisons of unisons or of intervals in the profile.
public struct ComparisonSection: ProfileSection {
  static let all: [any ProfileSection] = TrainingKind.allCases.map { ComparisonSection(kind: $0) }

  let training = TrainingName.comparison
  let kind: TrainingKind

  var name: String { Self.title(kind) }

  /// What the training is called.
  public static func title(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Comparison, unison")
    case .interval: localized("Comparison, intervals")
    }
  }

  func keyboard(_ profile: ProfileSnapshot) -> ClosedRange<Int>? {
    kind == .unison ? profile.comparison.unison.range : nil
  }

  func page(
    _ profile: ProfileSnapshot, keyboard: KeyboardWindow, glyphs: Glyphs, width: Int
  ) -> ProfilePage {
    switch kind {
    case .unison:
      KeyboardPage(
        part: profile.comparison.unison, verdicts: profile.unison, window: keyboard, glyphs: glyphs
      ).page(heading: name, width: width)
    case .interval:
      IntervalsPage(verdicts: profile.intervals, glyphs: glyphs).page(heading: name)
    }
  }

  /// What may be said of the comparisons, their trend last.
  private func verdicts(_ profile: ProfileSnapshot) -> [String] {
    switch kind {
    case .unison: VerdictText.sentences(profile.unison)
    case .interval: VerdictText.sentences(profile.intervals)
    }
  }

  // MARK: By day

  var overallKey: String { localized("t keyboard") }

  func span(_ days: ProfileDays) -> DateInterval? {
    let days = days.compared[kind]
    guard let first = days.first, let last = days.last else { return nil }
    return DateInterval(start: first.start, end: last.end)
  }

  func part(
    of view: DateInterval, _ days: ProfileDays, _ profile: ProfileSnapshot, glyphs: Glyphs
  ) -> TimelinePage.Part {
    func isShown(_ start: Date) -> Bool { view.start <= start && start < view.end }
    let all = days.compared[kind]
    let shown = all.filter { isShown($0.start) }
    guard let whole = TrainingDay(joining: shown) else {
      let before = all.last { $0.start < view.start }?.start
      return (nil, [ProfileScreenText.nothing(lastBefore: before, in: days.calendar)], { [] })
    }
    let sentences = [ProfileScreenText.compared(whole, days: shown.count)] + verdicts(profile)
    let levels = kind == .unison ? days.levels.filter { isShown($0.start) } : []
    guard !levels.isEmpty else {
      return (nil, sentences, { [] })
    }
    let plot = LevelPlot(days: levels, time: view, calendar: days.calendar, glyphs: glyphs)
    return (
      ProfilePage.Picture(
        legends: { _ in ProfileScreenText.levelLegends(glyphs) },
        fewestRows: TimelinePage.fewestRows,
        grows: true
      ) { plot.lines(columns: $0, rows: $1) },
      sentences,
      {
        let (period, groups) = ReportPeriod.groups(
          levels, atMost: TimelinePage.mostFigures, start: \.start, in: days.calendar)
        return groups.compactMap { _, group in
          group.last.map { last in
            ProfileScreenText.figure(
              last, group.reduce(0) { $0 + $1.answers }, period, in: days.calendar)
          }
        }
      }
    )
  }

  // MARK: As text

  func text(_ profile: ProfileSnapshot) -> [String] {
    let part = profile.comparison[kind]
    return ProfileText.part(
      localized("comparisons"), part.trials, verdicts(profile),
      kind == .unison ? table(part.notes) : [])
  }

  /// The notes; no threshold that may not be shown.
  private func table(_ notes: [ProfileSnapshot.Note]) -> [String] {
    let headings = [
      (localized(context: "table", "cents"), 11), (localized(context: "table", "from"), 12),
      (localized(context: "table", "to"), 12), (localized(context: "table", "number"), 13),
    ]
    let rows = notes.map { note in
      let shown = note.verdict.flatMap { $0.state == .shown ? $0.threshold : nil }
      let cells = [(shown?.value, 11), (shown?.low, 12), (shown?.high, 12)].map { value, width in
        (value.map(HearingWords.cents) ?? "-").leftPadded(to: width)
      }
      return "  " + NoteName.text(note.note).rightPadded(to: 5) + cells.joined()
        + "\(note.statistics.count)".leftPadded(to: 13)
    }
    return [
      "", String(repeating: " ", count: 11) + localized("threshold and 90 %% interval"),
      "  " + localized(context: "table", "note").rightPadded(to: 5)
        + headings.map { $0.0.leftPadded(to: $0.1) }.joined(),
    ] + rows
  }

  // MARK: As JSON

  func json(_ profile: ProfileSnapshot) -> JSONLine {
    switch kind {
    case .unison: unison(profile)
    case .interval: intervals(profile)
    }
  }

  private func unison(_ profile: ProfileSnapshot) -> JSONLine {
    let (part, verdicts) = (profile.comparison.unison, profile.unison)
    var line = JSONLine()
    line.add("trials", part.trials)
    line.add("state", verdicts.level.state.rawValue)
    line.add(verdicts.level.threshold, "level")
    addShared(part, verdicts.trend, to: &line)
    line.add("notes", objects: part.notes.map(note))
    return line
  }

  private func intervals(_ profile: ProfileSnapshot) -> JSONLine {
    let (part, verdicts) = (profile.comparison.interval, profile.intervals)
    var line = JSONLine()
    line.add("trials", part.trials)
    line.add("state", verdicts.state.rawValue)
    addShared(part, verdicts.trend, to: &line)
    line.add("intervals", objects: verdicts.parts.map(interval))
    line.add("notes", objects: part.notes.map(note))
    return line
  }

  private func addShared(
    _ part: ProfileSnapshot.Comparisons, _ trend: TrendVerdict, to line: inout JSONLine
  ) {
    line.add("lapseRate", part.lapseRate)
    line.add("overallMean", part.asked.overallMean?.rawValue)
    line.add("overallStdDev", part.asked.overallStdDev?.rawValue)
    line.add("trend", object: TrendJSON.line(trend))
    line.add("halvesTrend", object: ProfileJSON.halves(part.halves))
  }

  private func note(_ note: ProfileSnapshot.Note) -> JSONLine {
    var line = JSONLine()
    line.add("note", note.note.rawValue)
    line.add("count", note.statistics.count)
    line.add("mean", note.statistics.mean?.rawValue)
    line.add("stdDev", note.statistics.standardDeviation?.rawValue)
    guard let verdict = note.verdict else { return line }
    line.add(verdict.threshold, "threshold")
    line.add("state", verdict.state.rawValue)
    return line
  }

  private func interval(_ part: IntervalVerdicts.Part) -> JSONLine {
    var line = JSONLine()
    line.add("interval", part.interval.description)
    line.add("count", part.threshold.answers)
    line.add("shift", part.shift.value.rawValue)
    line.add("shiftLow", part.shift.low.rawValue)
    line.add("shiftHigh", part.shift.high.rawValue)
    line.add(part.threshold.threshold, "threshold")
    line.add("state", part.threshold.state.rawValue)
    return line
  }
}

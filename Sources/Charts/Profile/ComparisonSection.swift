import Console
import Foundation
import Language
import Music
import Training

/// The comparisons of unisons or of intervals in the profile.
struct ComparisonSection: ProfileSection {
  static let all: [any ProfileSection] = TrainingKind.allCases.map { ComparisonSection(kind: $0) }

  let training = TrainingName.comparison
  let kind: TrainingKind

  /// The index of the only interval that the weeks are about; `nil` for all.
  var picked: Int?

  /// What the training is called.
  static func title(_ kind: TrainingKind) -> String {
    switch kind {
    case .unison: localized("Comparison, unison")
    case .interval: localized("Comparison, intervals")
    }
  }

  // MARK: All results

  func notes(_ profile: ProfileSnapshot) -> ClosedRange<Int>? {
    kind == .unison ? entries(profile).range : nil
  }

  func intervals(_ profile: ProfileSnapshot) -> Int? {
    kind == .interval ? profile.intervals.parts.count : nil
  }

  func page(
    _ profile: ProfileSnapshot, _ view: ProfileView, glyphs: Glyphs, in size: TerminalSize
  ) -> ProfilePage {
    let title = ProfileScreenText.title(choice)
    return switch kind {
    case .unison:
      NotesPage(
        entries: entries(profile),
        sentences: profile.unison.level.answers > 0
          ? VerdictText.sentences(profile.unison) : [choice.untrained],
        window: view.keyboard, of: profile.unison.newCondition?.before, glyphs: glyphs
      ).page(title, in: size)
    case .interval:
      IntervalsPage(
        verdicts: profile.intervals, picked: view.picked, first: view.firstInterval, glyphs: glyphs
      ).page(choice)
    }
  }

  func picking(_ interval: Int?) -> any ProfileSection {
    kind == .interval ? ComparisonSection(kind: kind, picked: interval) : self
  }

  /// The notes with what may be said of their thresholds.
  private func entries(_ profile: ProfileSnapshot) -> [NotesPage.Entry] {
    profile.comparison.unison.notes.map { note in
      NotesPage.Entry(note: note.note, verdict: profile.unison.known(of: note.note))
    }
  }

  // MARK: By week

  var overallKey: String {
    switch kind {
    case .unison: localized(context: "key", "notes")
    case .interval: localized(context: "key", "overall")
    }
  }

  func days(_ days: ProfileDays) -> [DateInterval] {
    guard let interval = pickedInterval(days) else {
      return days.compared[kind].map { DateInterval(start: $0.start, end: $0.end) }
    }
    return interval.course.map { day in
      func start(_ number: Int) -> Date { LocalDays.start(of: number, in: days.calendar) }
      return DateInterval(start: start(day.day.day), end: start(day.day.day + 1))
    }
  }

  func results(_ days: ProfileDays, in time: DateInterval) -> String {
    guard let interval = pickedInterval(days) else {
      return CountText.comparisons(
        days.compared[kind].reduce(0) { time.shows($1.start) ? $0 + $1.comparisons : $0 })
    }
    return CountText.comparisons(
      shown(interval.course, days, in: time).reduce(0) { $0 + $1.day.answers })
  }

  func series(_ days: ProfileDays, in time: DateInterval) -> any WeekSeries {
    guard kind == .interval else {
      return LevelWeeks(days: shown(days.course, days, in: time), calendar: days.calendar)
    }
    let intervals = (pickedInterval(days).map { [$0] } ?? days.intervals).map { interval in
      IntervalDays(interval: interval.interval, course: shown(interval.course, days, in: time))
    }
    guard intervals.count == 1, let interval = intervals.first else {
      return IntervalWeeks(intervals: intervals, calendar: days.calendar)
    }
    return LevelWeeks(
      days: interval.course, name: NoteName.text(interval.interval), calendar: days.calendar)
  }

  /// The interval that is picked.
  private func pickedInterval(_ days: ProfileDays) -> IntervalDays? {
    picked.flatMap { days.intervals.indices.contains($0) ? days.intervals[$0] : nil }
  }

  /// The days that begin in that time.
  private func shown(
    _ course: [LevelCourse.Day], _ days: ProfileDays, in time: DateInterval
  ) -> [LevelCourse.Day] {
    course.filter { time.shows(LocalDays.start(of: $0.day.day, in: days.calendar)) }
  }

  func sentencesOfWeeks(_ profile: ProfileSnapshot) -> [String] {
    switch kind {
    case .unison:
      return VerdictText.trend(profile.unison.trend, of: profile.unison.level.state)
        + VerdictText.present(profile.unison)
    case .interval:
      let verdicts = profile.intervals
      guard let picked, verdicts.parts.indices.contains(picked) else {
        return VerdictText.trend(verdicts.trend, of: verdicts.state) + VerdictText.present(verdicts)
      }
      // The trend is that of all intervals together.
      return VerdictText.sentences(verdicts, of: [verdicts.parts[picked].interval])
    }
  }
}

// MARK: As text

extension ComparisonSection {
  func text(_ profile: ProfileSnapshot) -> [String] {
    let part = profile.comparison[kind]
    return switch kind {
    case .unison:
      ProfileText.part(
        localized("comparisons"), part.trials, VerdictText.sentences(profile.unison),
        table(part.notes))
    case .interval:
      ProfileText.part(
        localized("comparisons"), part.trials, VerdictText.sentences(profile.intervals))
    }
  }

  /// The notes; no threshold that may not be shown. Where they are read out, a line for each that is known.
  private func table(_ notes: [ProfileSnapshot.Note]) -> [String] {
    guard !MessageCatalogue.isReadOut else {
      return notes.compactMap { note in
        note.known.map { "  " + VerdictText.note(note.note, $0) }
      }
    }
    let headings = [
      (localized(context: "table", "cents"), 11), (localized(context: "table", "from"), 12),
      (localized(context: "table", "to"), 12), (localized(context: "table", "number"), 13),
    ]
    let rows = notes.map { note in
      let figures = note.known.map { EstimateText(threshold: $0).cells } ?? ["-", "-", "-"]
      let cells = zip(figures, [11, 12, 12]).map { $0.leftPadded(to: $1) }
      return "  " + NoteName.text(note.note).rightPadded(to: 5) + cells.joined()
        + "\(note.statistics.count)".leftPadded(to: 13)
    }
    return [
      "", String(repeating: " ", count: 11) + localized("threshold and 90 %% interval"),
      "  " + localized(context: "table", "note").rightPadded(to: 5)
        + headings.map { $0.0.leftPadded(to: $0.1) }.joined(),
    ] + rows
  }
}

// MARK: As JSON

extension ComparisonSection {
  func json(_ profile: ProfileSnapshot) -> JSONLine {
    switch kind {
    case .unison: unisonJSON(profile)
    case .interval: ProfileJSON.intervals(profile.comparison.interval, profile.intervals)
    }
  }

  private func unisonJSON(_ profile: ProfileSnapshot) -> JSONLine {
    let (part, verdicts) = (profile.comparison.unison, profile.unison)
    var line = JSONLine()
    line.add("trials", part.trials)
    FiguresJSON.add(level: verdicts, to: &line)
    ProfileJSON.addShared(part, verdicts.trend, to: &line)
    line.add("notes", objects: part.notes.map(ProfileJSON.note))
    return line
  }
}

extension ProfileJSON {
  /// The figures of intervals, of comparison and of purity alike.
  static func intervals(
    _ part: ProfileSnapshot.Comparisons, _ verdicts: IntervalVerdicts
  ) -> JSONLine {
    var line = JSONLine()
    line.add("trials", part.trials)
    line.add("state", verdicts.state.rawValue)
    addShared(part, verdicts.trend, to: &line)
    line.add("intervals", objects: verdicts.parts.map(FiguresJSON.interval))
    line.add("notes", objects: part.notes.map(note))
    return line
  }

  fileprivate static func addShared(
    _ part: ProfileSnapshot.Comparisons, _ trend: TrendVerdict, to line: inout JSONLine
  ) {
    line.add("lapseRate", part.lapseRate)
    line.add("overallMean", part.asked.overallMean?.rawValue)
    line.add("overallStdDev", part.asked.overallStdDev?.rawValue)
    line.add("trend", object: FiguresJSON.trend(trend))
    line.add("halvesTrend", object: ProfileJSON.halves(part.halves))
  }

  fileprivate static func note(_ note: ProfileSnapshot.Note) -> JSONLine {
    var line = JSONLine()
    line.add("note", note.note.rawValue)
    line.add("count", note.statistics.count)
    line.add("mean", note.statistics.mean?.rawValue)
    line.add("stdDev", note.statistics.standardDeviation?.rawValue)
    guard let verdict = note.verdict else { return line }
    FiguresJSON.add(threshold: verdict.threshold, "threshold", to: &line)
    line.add("state", verdict.state.rawValue)
    return line
  }
}

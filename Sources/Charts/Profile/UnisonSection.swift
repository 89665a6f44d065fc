import Console
import Foundation
import Language
import Music
import Training

/// The comparisons of unisons in the profile.
struct UnisonSection: ProfileSection {
  let training = TrainingName.comparison
  let kind = TrainingKind.unison

  // MARK: All results

  func notes(_ profile: ProfileSnapshot) -> ClosedRange<Int>? { entries(profile).range }

  func page(
    _ profile: ProfileSnapshot, _ view: ProfileView, glyphs: Glyphs, in size: TerminalSize
  ) -> ProfilePage {
    NotesPage(
      entries: entries(profile),
      sentences: profile.unison.level.answers > 0
        ? VerdictText.sentences(profile.unison) : [choice.untrained],
      window: view.keyboard, of: profile.unison.newCondition?.before, glyphs: glyphs
    ).page(ProfileScreenText.title(choice), in: size)
  }

  /// The notes with what may be said of their thresholds.
  private func entries(_ profile: ProfileSnapshot) -> [NotesPage.Entry] {
    profile.comparison.unison.notes.map { note in
      NotesPage.Entry(note: note.note, verdict: profile.unison.known(of: note.note))
    }
  }

  // MARK: By week

  var overallKey: String { localized(context: "key", "notes") }

  func days(_ days: ProfileDays) -> [DateInterval] {
    days.compared[kind].map { DateInterval(start: $0.start, end: $0.end) }
  }

  func results(_ days: ProfileDays, in time: DateInterval) -> String {
    TrainingName.comparison.words.count(
      days.compared[kind].reduce(0) { time.shows($1.start) ? $0 + $1.comparisons : $0 })
  }

  func series(_ days: ProfileDays, in time: DateInterval) -> any WeekSeries {
    LevelWeeks(days: days.course.shown(in: time, days.calendar), calendar: days.calendar)
  }

  func sentencesOfWeeks(_ profile: ProfileSnapshot) -> [String] {
    VerdictText.trend(profile.unison.trend, of: profile.unison.level.state)
      + VerdictText.present(profile.unison)
  }

  // MARK: As text

  func text(_ profile: ProfileSnapshot) -> [String] {
    let part = profile.comparison.unison
    return ProfileText.part(
      localized("comparisons"), part.trials, VerdictText.sentences(profile.unison),
      table(part.notes))
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

  // MARK: As JSON

  func json(_ profile: ProfileSnapshot) -> JSONLine {
    let (part, verdicts) = (profile.comparison.unison, profile.unison)
    var line = JSONLine()
    line.add("trials", part.trials)
    FiguresJSON.add(level: verdicts, to: &line)
    ProfileJSON.addShared(part, verdicts.trend, to: &line)
    line.add("notes", objects: part.notes.map(ProfileJSON.note))
    return line
  }
}

extension [LevelCourse.Day] {
  /// The days that begin in that time.
  func shown(in time: DateInterval, _ calendar: Calendar) -> Self {
    filter { time.shows(LocalDays.start(of: $0.day.day, in: calendar)) }
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

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

  /// The notes with the verdicts on their thresholds.
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

  /// The notes with the thresholds that may be shown; if it is read out, a line for each known one.
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

/// The thresholds of unisons over the notes.
struct NotesPage {
  /// A note, asked or not, with its verdict.
  struct Entry {
    let note: MIDINote
    let verdict: ThresholdVerdict

    var shown: CentsEstimate? { verdict.state == .shown ? verdict.threshold : nil }
  }

  /// Ascending.
  let entries: [Entry]

  /// The sentences about all notes together.
  let sentences: [String]
  let window: KeyboardWindow

  /// The condition of the thresholds, if it is not that of the latest answer.
  var of: UnisonVerdicts.NewCondition.Known?
  let glyphs: Glyphs

  /// The most columns of a note, beyond which the whole is no picture.
  private static let widestNote = 8

  /// The least columns of a note in which its name fits.
  private static let widthOfName = 4

  /// - Parameter size: the size of the terminal, which limits the notes in view.
  func page(_ title: String, in size: TerminalSize) -> ProfilePage {
    let known = entries.compactMap(\.shown)
    let axis = CentsAxis.logarithmic(
      known.flatMap { [$0.low.rawValue, $0.high.rawValue] }.map { min(max($0, 0.1), 200) })
    let columns = StageFrame.room(in: size).columns
    let view = entries.range.map {
      window.view(of: $0, capacity: EstimatePlot.capacity(columns: columns, axis))
    }
    return ProfilePage(
      title: title, view: view.map(ProfileScreenText.notes) ?? "",
      picture: known.isEmpty ? nil : view.map { picture(of: $0, axis) },
      sentences: ProfileScreenText.known(entries) + sentences,
      figures: {
        entries.compactMap { entry in entry.shown.map { VerdictText.note(entry.note, $0) } }
      },
      keys: ProfileScreenText.notesKeys(
        glyphs, zooms: !known.isEmpty, moves: !known.isEmpty && view != entries.range))
  }

  private var heading: String {
    of.map { localized("%@: %@", ProfileScreenText.thresholds, ConditionWords.name($0)) }
      ?? ProfileScreenText.thresholds
  }

  private func picture(of view: ClosedRange<Int>, _ axis: CentsAxis) -> ProfilePage.Picture {
    ProfilePage.Picture(
      fewestRows: EstimatePlot.fewest, mostRows: StageFrame.largestPlot.rows
    ) { size in
      let capacity = EstimatePlot.capacity(columns: size.columns, axis)
      let width = min(max(capacity / view.count, 1), Self.widestNote)
      func column(_ note: Int) -> Int { (note - view.lowerBound) * width + (width - 1) / 2 }
      let marks = entries.filter { view.contains($0.note.rawValue) }.map { entry in
        EstimatePlot.Mark(
          column: column(entry.note.rawValue), low: entry.verdict.threshold.low.rawValue,
          high: entry.verdict.threshold.high.rawValue, value: entry.shown?.value.rawValue)
      }
      let names = view.filter { $0.isMultiple(of: 12) || width >= Self.widthOfName }.map {
        EstimatePlot.Name(column: column($0), text: NoteName.text(MIDINote($0)))
      }
      return EstimatePlot(
        heading: heading, legend: ProfileScreenText.estimateLegend(glyphs),
        axis: axis, marks: marks, names: names, glyphs: glyphs
      ).lines(size)
    }
  }
}

extension [NotesPage.Entry] {
  /// The notes from the lowest to the highest.
  var range: ClosedRange<Int>? {
    guard let first, let last else { return nil }
    return first.note.rawValue...last.note.rawValue
  }
}

/// The part of the notes in view.
struct KeyboardWindow {
  private var zoom = 1

  /// The octaves from the lowest note to the beginning of the view.
  private var octave = 0

  private static let greatestZoom = 4
  private static let fewest = 12

  /// Enlarges the view, after the largest back to the whole.
  mutating func enlarge() { zoom = zoom < Self.greatestZoom ? zoom * 2 : 1 }

  mutating func goDown() { octave = max(octave - 1, 0) }

  /// - Parameter notes: the available notes.
  mutating func goUp(in notes: ClosedRange<Int>) {
    // The capacity of the terminal is known only when the page is drawn; `view` then limits this.
    let count = zoom > 1 ? self.count(of: notes) : Self.fewest
    if start(octave, notes) + count <= notes.upperBound { octave += 1 }
  }

  ///
  /// - Parameter capacity: the room for notes.
  func view(of notes: ClosedRange<Int>, capacity: Int) -> ClosedRange<Int> {
    let count = min(count(of: notes), max(capacity, 1))
    let first = min(start(octave, notes), notes.upperBound - count + 1)
    return first...(first + count - 1)
  }

  private func count(of notes: ClosedRange<Int>) -> Int {
    min(max(notes.count / zoom, Self.fewest), notes.count)
  }

  /// The first note. From the second octave on, a view begins with a C.
  private func start(_ octave: Int, _ notes: ClosedRange<Int>) -> Int {
    octave == 0 ? notes.lowerBound : (notes.lowerBound / 12 + octave) * 12
  }
}

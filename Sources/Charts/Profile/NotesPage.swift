import Console
import Language
import Music
import Training

/// The thresholds of unisons over the notes.
struct NotesPage {
  /// A note, asked or not, and what may be said of it.
  struct Entry {
    let note: MIDINote
    let verdict: ThresholdVerdict

    var shown: CentsEstimate? { verdict.state == .shown ? verdict.threshold : nil }
  }

  /// Ascending.
  let entries: [Entry]

  /// What may be said of all notes together.
  let sentences: [String]
  let window: KeyboardWindow

  /// The condition under which the thresholds are known, if it is not that of the latest answer.
  var of: UnisonVerdicts.NewCondition.Known?
  let glyphs: Glyphs

  /// Wider ones leave no picture of the whole.
  private static let widestNote = 8

  /// From this width on there is room for the name of every note.
  private static let widthOfName = 4

  /// - Parameter size: of the terminal, which limits how many notes are in view.
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
  /// From the lowest note to the highest.
  var range: ClosedRange<Int>? {
    guard let first, let last else { return nil }
    return first.note.rawValue...last.note.rawValue
  }
}

/// The part of the notes that is in view: how far it is enlarged, and where it begins.
struct KeyboardWindow {
  private var zoom = 1

  /// The number of octaves above the lowest note at which it begins.
  private var octave = 0

  private static let greatestZoom = 4
  private static let fewest = 12

  /// Enlarges it; from the largest back to the whole.
  mutating func enlarge() { zoom = zoom < Self.greatestZoom ? zoom * 2 : 1 }

  mutating func goDown() { octave = max(octave - 1, 0) }

  /// - Parameter notes: from the lowest available note to the highest.
  mutating func goUp(in notes: ClosedRange<Int>) {
    // The capacity of the terminal is known only when the page is drawn; `view` keeps it in range
    // then.
    let count = zoom > 1 ? self.count(of: notes) : Self.fewest
    if start(octave, notes) + count <= notes.upperBound { octave += 1 }
  }

  /// The notes in view.
  ///
  /// - Parameter capacity: the number of notes that there is room for.
  func view(of notes: ClosedRange<Int>, capacity: Int) -> ClosedRange<Int> {
    let count = min(count(of: notes), max(capacity, 1))
    let first = min(start(octave, notes), notes.upperBound - count + 1)
    return first...(first + count - 1)
  }

  private func count(of notes: ClosedRange<Int>) -> Int {
    min(max(notes.count / zoom, Self.fewest), notes.count)
  }

  /// From the second octave on, a view begins with a C.
  private func start(_ octave: Int, _ notes: ClosedRange<Int>) -> Int {
    octave == 0 ? notes.lowerBound : (notes.lowerBound / 12 + octave) * 12
  }
}

import Console
import Music
import Training

/// The thresholds of unisons over the keyboard.
struct KeyboardPage {
  let part: ProfileSnapshot.Comparisons
  let verdicts: UnisonVerdicts
  let window: KeyboardWindow
  let glyphs: Glyphs

  /// - Parameter width: of the terminal, which limits how many notes are in view.
  func page(heading: String, width: Int) -> ProfilePage {
    let keys = ProfileScreenText.keyboardKeys(glyphs)
    guard part.trials > 0, let range = part.range else {
      return ProfilePage(
        headings: [heading], picture: nil, sentences: [ProfileText.untrained], figures: { [] },
        keys: keys)
    }
    let view = window.view(of: range, capacity: KeyboardPlot.capacity(columns: width))
    let known = Dictionary(uniqueKeysWithValues: part.notes.map { ($0.note.rawValue, $0.shown) })
    let entries = view.map {
      KeyboardPlot.Entry(note: MIDINote($0), threshold: known[$0] ?? nil)
    }
    let plot = KeyboardPlot(
      entries: entries, thresholds: part.notes.compactMap(\.shown), glyphs: glyphs)
    return ProfilePage(
      headings: [
        heading,
        ProfileScreenText.keyboard(from: MIDINote(view.lowerBound), to: MIDINote(view.upperBound)),
      ],
      picture: ProfilePage.Picture(
        legends: { _ in ProfileScreenText.keyboardLegends(glyphs) }, fewestRows: 5, grows: true
      ) { plot.lines(columns: $0, rows: $1) },
      sentences: VerdictText.sentences(verdicts),
      figures: {
        entries.compactMap { entry in
          entry.threshold.map { VerdictText.note(entry.note, $0) }
        }
      },
      keys: keys)
  }
}

extension ProfileSnapshot.Comparisons {
  /// From the lowest note shown to the highest.
  var range: ClosedRange<Int>? {
    guard let first = notes.first, let last = notes.last else { return nil }
    return first.note.rawValue...last.note.rawValue
  }
}

/// The part of the keyboard that is in view: how far it is enlarged, and where it begins.
struct KeyboardWindow {
  private var zoom = 1

  /// The number of octaves above the lowest note at which it begins.
  private var octave = 0

  private static let greatestZoom = 4
  private static let fewest = 12

  mutating func enlarge() { zoom = min(zoom * 2, Self.greatestZoom) }
  mutating func reduce() { zoom = max(zoom / 2, 1) }

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

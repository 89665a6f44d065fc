import Console
import Music
import Training

/// The thresholds of comparison training over the keyboard.
struct KeyboardPage {
  let part: ProfileSnapshot.Comparisons
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
    let known = Dictionary(uniqueKeysWithValues: part.notes.map { ($0.note.rawValue, $0.estimate) })
    let entries = view.map {
      KeyboardPlot.Entry(note: MIDINote($0), estimate: known[$0] ?? nil)
    }
    let plot = KeyboardPlot(
      entries: entries, estimates: part.notes.compactMap(\.estimate), glyphs: glyphs)
    return ProfilePage(
      headings: [
        heading,
        ProfileScreenText.keyboard(from: MIDINote(view.lowerBound), to: MIDINote(view.upperBound)),
      ],
      picture: ProfilePage.Picture(
        legends: { _ in ProfileScreenText.keyboardLegends(glyphs) }, fewestRows: 5, grows: true
      ) { plot.lines(columns: $0, rows: $1) },
      sentences: ProfileScreenText.sentences(part),
      figures: {
        entries.compactMap { entry in
          entry.estimate.map { ReportText.noteTip(entry.note, $0) }
        }
      },
      keys: keys)
  }
}

extension ProfileSnapshot.Comparisons {
  /// From the lowest note that is shown to the highest.
  var range: ClosedRange<Int>? {
    guard let first = notes.first, let last = notes.last else { return nil }
    return first.note.rawValue...last.note.rawValue
  }
}

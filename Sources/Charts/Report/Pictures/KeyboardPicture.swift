import Console
import Music
import Training

/// A piano keyboard with the threshold of every note and its 90 % interval over it; a note of which
/// too little is known stays empty.
enum KeyboardPicture {
  private typealias Entry = (note: MIDINote, verdict: ThresholdVerdict)

  private static let whiteLength = 62.0
  private static let blackLength = 38.0

  /// `nil` if the threshold of no note may be shown.
  static func plot(_ part: ReportSnapshot.Unison, named name: String) -> ReportPlot? {
    guard let first = part.notes.first, let last = part.notes.last,
      part.notes.contains(where: { $0.verdict.state == .shown })
    else { return nil }
    return ReportPlot(
      name: name, heading: ReportText.keyboardHeading,
      sentence: HearingWords.notes(part.verdicts).joined(separator: " "),
      description: ReportText.keyboardDescription(from: first.note, to: last.note), height: 340,
      drawing: drawing(part.notes), table: table(part.notes))
  }

  private static func drawing(_ notes: [Entry]) -> [MarkupElement] {
    var frame = PlotFrame(height: 340)
    frame.bottom = whiteLength + 34
    let keys = Keys(notes.map(\.note), frame: frame)
    let known = notes.filter { $0.verdict.state == .shown }
    let (domain, ticks) = NumberAxis.logarithmic(
      known.flatMap { [$0.verdict.threshold.low.rawValue, $0.verdict.threshold.high.rawValue] })
    let scale = frame.vertical(domain, isLogarithmic: true)
    var elements = frame.rows(scale, ticks, name: ReportText.thresholdAxis)
    elements += self.keys(keys, frame)
    for (note, verdict) in known {
      let x = keys.centre(of: note)
      let threshold = verdict.threshold
      elements.append(
        MarkupElement(
          "g", [:],
          [
            MarkupElement("title", [:], text: VerdictText.note(note, threshold)),
            frame.line(
              "whisker", x, scale.position(threshold.low.rawValue), x,
              scale.position(threshold.high.rawValue)),
            frame.circle(
              verdict.answers > 0 ? "dot" : "hollow", x: x,
              y: scale.position(threshold.value.rawValue), radius: keys.dotRadius),
          ]))
    }
    return elements
  }

  private static func keys(_ keys: Keys, _ frame: PlotFrame) -> [MarkupElement] {
    let top = frame.bottomEdge + 8
    var elements = keys.white.map { note in
      frame.rectangle(
        "white-key", x: keys.centre(of: note) - keys.width / 2, y: top, width: keys.width,
        height: whiteLength)
    }
    elements += keys.black.map { note in
      frame.rectangle(
        "black-key", x: keys.centre(of: note) - keys.width * 0.3, y: top,
        width: keys.width * 0.6, height: blackLength)
    }
    elements += keys.white.filter { $0.rawValue.isMultiple(of: 12) }.map { note in
      frame.text(
        NoteName.text(note), x: min(keys.centre(of: note), PlotFrame.width - 14),
        y: frame.height - 6, anchor: "middle")
    }
    return elements
  }

  private static func table(_ notes: [Entry]) -> ReportTable {
    ReportTable(
      caption: ReportText.keyboardCaption, headings: ReportText.keyboardColumns,
      rows: notes.map { note, verdict in
        [NoteName.text(note)] + ReportText.cells(verdict) + ["\(verdict.answers)"]
      })
  }

  /// The positions of the keys, from the white key at or below the lowest note to the one at or
  /// above the highest.
  private struct Keys {
    let white: [MIDINote]
    let black: [MIDINote]

    /// The width of a white key.
    let width: Double
    private let places: [Int: Double]

    init(_ notes: [MIDINote], frame: PlotFrame) {
      var low = notes[0].rawValue
      var high = notes[notes.count - 1].rawValue
      // Notes 0 and 127 are white keys, so these ends are notes.
      if MIDINote(low).isBlackKey { low -= 1 }
      if MIDINote(high).isBlackKey { high += 1 }
      let all = (low...high).map { MIDINote($0) }
      white = all.filter { !$0.isBlackKey }
      black = all.filter(\.isBlackKey)
      width = min((frame.rightEdge - frame.left) / Double(white.count), 40)
      var places: [Int: Double] = [:]
      var x = frame.left
      for note in all {
        if note.isBlackKey {
          places[note.rawValue] = x
        } else {
          places[note.rawValue] = x + width / 2
          x += width
        }
      }
      self.places = places
    }

    var dotRadius: Double { min(max(width * 0.22, 2), 5) }

    func centre(of note: MIDINote) -> Double { places[note.rawValue] ?? 0 }
  }
}

import Console
import Music
import Training

/// A piano keyboard with the threshold of every note and its 90 % interval over it.
enum KeyboardPicture {
  private static let whiteLength = 62.0
  private static let blackLength = 38.0

  /// `nil` before the first trial.
  static func plot(_ part: ProfileSnapshot.Comparisons, of kind: TrainingKind) -> ReportPlot? {
    guard let extremes = ThresholdExtremes(part) else { return nil }
    let notes = part.notes.compactMap { note in note.estimate.map { (note, $0) } }
    return ReportPlot(
      name: "keyboard-\(kind.rawValue)", heading: ReportText.keyboardHeading,
      sentence: ReportText.keyboard(kind, extremes),
      description: ReportText.keyboardDescription(
        from: notes[0].0.note, to: notes[notes.count - 1].0.note), height: 340,
      drawing: drawing(notes), table: table(part.notes))
  }

  private static func drawing(_ notes: [(ProfileSnapshot.Note, ThresholdEstimate)])
    -> [MarkupElement]
  {
    var frame = PlotFrame(height: 340)
    frame.bottom = whiteLength + 34
    let keys = Keys(notes.map(\.0.note), frame: frame)
    let (domain, ticks) = NumberAxis.logarithmic(
      notes.flatMap { [$0.1.low.rawValue, $0.1.high.rawValue] })
    let scale = frame.vertical(domain, isLogarithmic: true)
    var elements = frame.rows(scale, ticks, name: ReportText.thresholdAxis)
    elements += self.keys(keys, frame)
    for (note, estimate) in notes {
      let x = keys.centre(of: note.note)
      let y = scale.position(estimate.threshold.rawValue)
      let isTrained = note.statistics.count > 0
      elements.append(
        MarkupElement(
          "g", [:],
          [
            MarkupElement("title", [:], text: ReportText.noteTip(note.note, estimate)),
            frame.line(
              "whisker", x, scale.position(estimate.low.rawValue), x,
              scale.position(estimate.high.rawValue)),
            frame.circle(isTrained ? "dot" : "hollow", x: x, y: y, radius: keys.dotRadius),
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

  private static func table(_ notes: [ProfileSnapshot.Note]) -> ReportTable {
    ReportTable(
      caption: ReportText.keyboardCaption, headings: ReportText.keyboardColumns,
      rows: notes.map { note in
        [
          NoteName.text(note.note), ReportText.cents(note.estimate?.threshold),
          ReportText.cents(note.estimate?.low), ReportText.cents(note.estimate?.high),
          "\(note.statistics.count)",
        ]
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

import Console
import Language
import Music
import Training

/// The map as a plot: notes across, cents up, a dot and a bar for each note.
///
///     Cents from the rest                    ● · 90 %
///     +10 ┤         │
///         │         ●
///       0 ┤┄┄┄●┄┄┄┄┄│┄┄┄●┄┄┄┄○┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
///         │   │         │
///     -10 ┤
///         C4        D4  E4   F4
extension InstrumentFigures {
  /// How far the picture reaches to either side, in cents.
  private static let reach = 25.0

  private static let axis = CentsAxis(
    domain: -reach...reach,
    ticks: [-reach, -20, -10, 0, 10, 20, reach].map {
      AxisTick(value: $0, label: ReportText.signed($0))
    }, isLogarithmic: false)

  private var range: ClosedRange<Int> {
    let numbers = map.notes.map(\.note.rawValue)
    return (numbers.first ?? 60)...(numbers.last ?? 60)
  }

  /// A note that was heard fewer than eight times has a circle without a bar.
  public func plot(_ size: TerminalSize, _ glyphs: Glyphs) -> [StyledText] {
    let capacity = EstimatePlot.capacity(columns: size.columns, Self.axis)
    let (first, span) = (range.lowerBound, range.count)
    // More notes than columns are those of a large piano.
    let width = min(max(capacity / span, 1), 4)
    func column(_ note: MIDINote) -> Int {
      min((note.rawValue - first) * width + (width - 1) / 2, capacity - 1)
    }
    let marks = map.notes.map { note in
      EstimatePlot.Mark(
        column: column(note.note), low: (note.isKnown ? note.bias.low : note.bias.value).rawValue,
        high: (note.isKnown ? note.bias.high : note.bias.value).rawValue,
        value: note.bias.value.rawValue, sign: note.isKnown ? nil : glyphs.silent,
        hasBar: note.isKnown)
    }
    return EstimatePlot(
      heading: localized("Cents from the rest"),
      legend: map.notes.allSatisfy(\.isKnown)
        ? "" : localized("%@ heard fewer than eight times", glyphs.silent), axis: Self.axis,
      marks: marks,
      names: map.notes.map {
        EstimatePlot.Name(column: column($0.note), text: NoteName.text($0.note))
      }, glyphs: glyphs, baseline: 0
    ).lines(size)
  }

  // MARK: The report

  /// The section of a report.
  ///
  /// - Parameter number: tells the pictures of several instruments apart.
  func section(_ number: Int) -> ReportSection {
    ReportSection(
      heading: title, sentences: [basis] + sentences,
      plots: [picture(named: number == 1 ? "instrument" : "instrument-\(number)")])
  }

  private func picture(named name: String) -> ReportPlot {
    ReportPlot(
      name: name, heading: localized("Your notes, each against the rest"),
      sentence: localized(
        "Above the line a note is sharp of the rest, below it flat. The bar is its 90 %% interval."),
      description: localized(
        """
        Each dot is a note, from low to high; its height is how many cents it is sharp or flat of the \
        rest, and the bar is the 90 %% interval of that. A hollow dot was heard fewer than eight times. Notes \
        that stand out have their cents beside them. The picture ends at 25 cents.
        """), height: frame.height, drawing: drawing, table: table)
  }

  private var frame: PlotFrame {
    var frame = PlotFrame(height: 344 + 18 * Double(nameRows))
    frame.bottom = 30 + 18 * Double(nameRows)
    return frame
  }

  /// Names take turns in as many rows as it needs to keep them apart.
  private var nameRows: Int { min((range.count + 15) / 16, 3) }

  private var drawing: [MarkupElement] {
    let (frame, y) = (frame, frame.vertical(Self.axis.domain))
    let x = frame.horizontal(Double(range.lowerBound) - 0.7...Double(range.upperBound) + 0.7)
    var elements = frame.rows(y, Self.axis.ticks, name: localized("Cents from the rest"))
    elements.append(frame.line("zero", frame.left, y.position(0), frame.rightEdge, y.position(0)))
    let rows = nameRows
    for (index, note) in map.notes.enumerated() {
      let place = x.position(Double(note.note.rawValue))
      let height = y.position(note.bias.value.rawValue)
      if note.isKnown {
        elements.append(
          frame.line(
            "spread", place, y.position(note.bias.low.rawValue), place,
            y.position(note.bias.high.rawValue)))
      }
      elements.append(
        frame.circle(note.isKnown ? "dot" : "hollow", x: place, y: height, radius: 4.5))
      if note.standsOut {
        elements.append(
          frame.text(
            Self.signed(note.bias), x: place + 8, y: height, anchor: "start", kind: "value",
            isCentred: true))
      }
      elements.append(
        frame.text(
          NoteName.text(note.note), x: place, y: frame.bottomEdge + 20 + Double(index % rows) * 18,
          anchor: "middle"))
    }
    return elements
  }

  private var table: ReportTable {
    let hasEarlier = earlier != nil
    return ReportTable(
      caption: localized("Cents from the rest; sharp is +. From and to are the 90 %% interval."),
      headings: [
        localized(context: "column", "Note"), localized(context: "column", "Heard"),
        localized(context: "column", "Bias (sharp is +)"), localized(context: "column", "From"),
        localized(context: "column", "To"),
      ] + (hasEarlier ? [localized(context: "column", "Four weeks ago")] : []),
      rows: map.notes.map { note in
        let earlier = earlier?[note.note].map { Self.signed($0.bias) } ?? ReportText.nothing
        return [NoteName.text(note.note), "\(note.count)"]
          + ReportText.cells(note.bias, isSigned: true) + (hasEarlier ? [earlier] : [])
      })
  }
}

import Console
import Foundation
import Language
import Music
import Training

/// The mean and the spread of played notes, in which an open string stands out.
enum PlayedNotesPicture {
  /// The subject of the rows.
  struct Kind {
    let heading: String
    let description: String
    let caption: String
    let columns: [String]
    let rowHeight: Double

    /// True if a name stands above its row instead of beside it.
    let hasLongNames: Bool

    static let note = Kind(
      heading: ReportText.playedNotesHeading, description: ReportText.playedNotesDescription,
      caption: ReportText.playedNotesCaption, columns: ReportText.playedNotesColumns,
      rowHeight: 26, hasLongNames: false)
    static let interval = Kind(
      heading: ReportText.playedIntervalsHeading,
      description: ReportText.playedIntervalsDescription,
      caption: ReportText.playedIntervalsCaption, columns: ReportText.playedIntervalsColumns,
      rowHeight: 44, hasLongNames: true)
  }

  /// `nil` if nothing is known of any row.
  static func plot(
    _ rows: [ProfileSnapshot.PlayedFigures], by kind: Kind, named name: String
  ) -> ReportPlot? {
    let (height, drawing) = drawing(rows, kind)
    guard !drawing.isEmpty else { return nil }
    return ReportPlot(
      name: name, heading: kind.heading,
      sentence: rows.filter { $0.fit != nil }.map(PlayedText.line).joined(separator: "; ") + ".",
      description: kind.description, height: height, drawing: drawing, table: table(rows, kind))
  }

  private static func table(
    _ rows: [ProfileSnapshot.PlayedFigures], _ kind: Kind
  ) -> ReportTable {
    let empty = [String](repeating: ReportText.nothing, count: 4)
    return ReportTable(
      caption: kind.caption, headings: kind.columns,
      rows: rows.map { row in
        [PlayedText.name(of: row), "\(row.count)"]
          + (row.fit.map {
            EstimateText($0.bias, isSigned: true).cells + [EstimateText($0.spread).value]
          } ?? empty)
      })
  }

  /// The drawing, which is empty if nothing is known of any row.
  private static func drawing(
    _ rows: [ProfileSnapshot.PlayedFigures], _ kind: Kind
  ) -> (height: Double, [MarkupElement]) {
    let known = rows.compactMap { row in
      row.fit.map { (name: PlayedText.name(of: row), $0.bias, spread: $0.spread.value) }
    }
    let height = 80 + kind.rowHeight * Double(known.count)
    guard !known.isEmpty else { return (height, []) }
    var frame = PlotFrame(height: height)
    frame.top = 10
    if kind.hasLongNames { frame.left = 40 }
    let (domain, ticks) = NumberAxis.linear(
      known.flatMap { _, bias, spread in
        [
          bias.value.rawValue - spread.rawValue, bias.value.rawValue + spread.rawValue,
          bias.low.rawValue, bias.high.rawValue,
        ]
      } + [0], label: ReportText.signed)
    let x = frame.horizontal(domain)
    var elements = frame.columns(x, ticks, name: ReportText.errorAxis)
    elements.append(frame.line("zero", x.position(0), frame.top, x.position(0), frame.bottomEdge))
    for (index, (name, bias, spread)) in known.enumerated() {
      let y = frame.top + kind.rowHeight * (Double(index) + (kind.hasLongNames ? 0.8 : 0.5))
      let middle = bias.value.rawValue
      elements += [
        kind.hasLongNames
          ? frame.text(name, x: 8, y: y - 14, anchor: "start")
          : frame.text(name, x: frame.left - 7, y: y, anchor: "end", isCentred: true),
        frame.line(
          "whisker", x.position(middle - spread.rawValue), y,
          x.position(middle + spread.rawValue), y),
        frame.line(
          "spread", x.position(bias.low.rawValue), y, x.position(bias.high.rawValue), y),
        frame.circle("dot", x: x.position(middle), y: y, radius: 4),
      ]
    }
    return (height, elements)
  }
}

/// The courses of the pitches of a session, each around its own target.
enum PitchCurvesPicture {
  private static let (cellsInRow, cellHeight) = (5, 84.0)

  /// `nil` without notes.
  static func plot(_ notes: [ReportSnapshot.LastPlayed]) -> ReportPlot? {
    guard !notes.isEmpty else { return nil }
    let rows = (notes.count + cellsInRow - 1) / cellsInRow
    return ReportPlot(
      name: "pitch-curves", heading: ReportText.curvesHeading,
      sentence: ReportText.curves(notes.count), description: ReportText.curvesDescription,
      height: cellHeight * Double(rows) + 8, drawing: drawing(notes),
      table: ReportTable(
        caption: ReportText.curvesCaption, headings: ReportText.curvesColumns,
        rows: notes.map(row)))
  }

  private static func row(_ note: ReportSnapshot.LastPlayed) -> [String] {
    let played = note.played
    return [
      NoteName.text(note.target), CentsText.signed(Cents(played.error)),
      CentsText.signed(Cents(played.drift)),
      played.vibratoRate > 0 ? NumberText.fixed(played.vibratoRate, places: 1) : ReportText.nothing,
      played.vibratoRate > 0 ? CentsText.plain(abs(played.vibratoExtent)) : ReportText.nothing,
      NumberText.fixed(played.settleTime, places: 2), NumberText.fixed(played.length, places: 2),
    ]
  }

  private static func drawing(_ notes: [ReportSnapshot.LastPlayed]) -> [MarkupElement] {
    let frame = PlotFrame()
    let width = PlotFrame.width / Double(cellsInRow)
    return notes.enumerated().flatMap { index, note in
      cell(
        note, frame, x: width * Double(index % cellsInRow) + 4,
        y: cellHeight * Double(index / cellsInRow) + 4, width: width - 12)
    }
  }

  /// A course with lines at the target and at 5 cents on both sides, or 50 if it leaves these.
  private static func cell(
    _ note: ReportSnapshot.LastPlayed, _ frame: PlotFrame, x: Double, y: Double, width: Double
  ) -> [MarkupElement] {
    let cents =
      note.played.curve.isEmpty ? [note.played.error] : note.played.recordedCurve.cents
    let reach = (cents.map(\.magnitude).max() ?? 0) <= 5 ? 5.0 : 50
    let (top, bottom) = (y + 18, y + cellHeight - 10)
    func height(_ value: Double) -> Double {
      let share = (min(max(value / reach, -1), 1) + 1) / 2
      return bottom - share * (bottom - top)
    }
    let points = cents.enumerated().map { place, value in
      (x: x + width * Double(place) / Double(max(cents.count - 1, 1)), y: height(value))
    }
    let label = "\(NoteName.text(note.target)) \(CentsText.signed(Cents(note.played.error)))"
    return [
      frame.text(label, x: x, y: y + 12, anchor: "start"),
      frame.text(
        "±\(NumberAxis.text(reach))", x: x + width, y: y + 12, anchor: "end", kind: "name"),
      frame.line("grid", x, top, x + width, top), frame.line("grid", x, bottom, x + width, bottom),
      frame.line("zero", x, height(0), x + width, height(0)),
      points.count > 1
        ? frame.curve("curve", points)
        : frame.circle("dot", x: x + width / 2, y: height(cents[0]), radius: 4),
    ]
  }
}

/// The words of the plots of played notes.
extension ReportText {
  static let playedErrors = localized("Errors of played notes")
  static let playedErrorsCaption = localized("Played notes by their error, in cents")
  static let playedErrorsColumns = [
    localized(context: "column", "From"), localized(context: "column", "To less than"),
    localized(context: "column", "Played notes"),
  ]

  static let playedNotesHeading = localized("Played notes, one by one")
  static let playedNotesDescription = localized(
    """
    Each row is a note. Its dot shows where it lies on average, the thick line is the 90 %% interval of \
    that, and about two out of three notes lie within the thin line (the spread). Notes that were played \
    fewer than eight times are left out; slips count little.
    """)
  static let playedNotesCaption = localized(
    "Bias and spread of played notes in cents, with the 90 %% interval of the bias")
  static let playedNotesColumns = [
    localized(context: "column", "Note"), localized(context: "column", "Played notes"),
    localized(context: "column", "Bias (sharp is +)"), localized(context: "column", "From"),
    localized(context: "column", "To"), localized(context: "column", "Spread"),
  ]

  static let playedIntervalsHeading = localized("Played intervals, one by one")
  static let playedIntervalsDescription = localized(
    """
    Each row is an interval. Its dot shows where the notes that were played at it lie on average, the thick \
    line is the 90 %% interval of that, and about two out of three notes lie within the thin line (the \
    spread). Intervals that were played fewer than %d times are left out; slips count little.
    """, MatchingFit.fewest)
  static let playedIntervalsCaption = localized(
    "Bias and spread of played intervals in cents, with the 90 %% interval of the bias")
  static let playedIntervalsColumns =
    [localized(context: "column", "Interval")] + playedNotesColumns.dropFirst()

  static let curvesSection = localized("The last session of playing")
  static let curvesHeading = localized("Pitch of each note")

  static func curves(_ count: Int) -> String {
    localized(
      one: "%d note, from its steady start to its end.",
      other: "%d notes, each from its steady start to its end.", count)
  }

  static let curvesDescription = localized(
    """
    Each small picture is a note in the order of the session. The line in the middle is the target; the \
    lines above and below it are 5 cents away, or 50 if the note leaves these.
    """)
  static let curvesCaption = localized("The notes of the last session of playing")
  static let curvesColumns = [
    localized(context: "column", "Note"), localized(context: "column", "Error, cents"),
    localized(context: "column", "Drift, cents"), localized(context: "column", "Vibrato, Hz"),
    localized(context: "column", "Vibrato, cents"), localized(context: "column", "Settled in, s"),
    localized(context: "column", "Judged, s"),
  ]
}

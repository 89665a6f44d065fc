import Console
import Foundation
import Language
import Music
import Training

/// Where each played note lies on average, and how far it strays: an open string is seen as what it is.
enum PlayedNotesPicture {
  private static let rowHeight = 26.0

  /// `nil` if nothing is known of any note.
  static func plot(
    _ notes: [ProfileSnapshot.PlayedNoteFigures], named name: String
  ) -> ReportPlot? {
    let known = notes.filter { $0.fit != nil }
    guard !known.isEmpty else { return nil }
    let height = 80 + rowHeight * Double(known.count)
    return ReportPlot(
      name: name, heading: ReportText.playedNotesHeading,
      sentence: known.map(PlayedText.line).joined(separator: "; "),
      description: ReportText.playedNotesDescription, height: height,
      drawing: drawing(known, height: height),
      table: ReportTable(
        caption: ReportText.playedNotesCaption, headings: ReportText.playedNotesColumns,
        rows: notes.map(row)))
  }

  private static func row(_ note: ProfileSnapshot.PlayedNoteFigures) -> [String] {
    let empty = [String](repeating: ReportText.nothing, count: 3)
    return [NoteName.text(note.note), "\(note.count)"]
      + (note.fit.map { ReportText.cells($0.bias, isSigned: true) } ?? empty)
      + [note.fit.map { EstimateText($0.spread).value } ?? ReportText.nothing]
  }

  private static func drawing(
    _ notes: [ProfileSnapshot.PlayedNoteFigures], height: Double
  ) -> [MarkupElement] {
    var frame = PlotFrame(height: height)
    frame.top = 10
    let (domain, ticks) = NumberAxis.linear(
      notes.compactMap(\.fit).flatMap { fit in
        let (bias, spread) = (fit.bias.value.rawValue, fit.spread.value.rawValue)
        return [bias - spread, bias + spread, fit.bias.low.rawValue, fit.bias.high.rawValue]
      } + [0], label: ReportText.signed)
    let x = frame.horizontal(domain)
    var elements = frame.columns(x, ticks, name: ReportText.errorAxis)
    elements.append(frame.line("zero", x.position(0), frame.top, x.position(0), frame.bottomEdge))
    for (index, note) in notes.enumerated() {
      guard let fit = note.fit else { continue }
      let y = frame.top + rowHeight * (Double(index) + 0.5)
      let (bias, spread) = (fit.bias.value.rawValue, fit.spread.value.rawValue)
      elements += [
        frame.text(
          NoteName.text(note.note), x: frame.left - 7, y: y, anchor: "end", isCentred: true),
        frame.line("whisker", x.position(bias - spread), y, x.position(bias + spread), y),
        frame.line(
          "spread", x.position(fit.bias.low.rawValue), y, x.position(fit.bias.high.rawValue), y),
        frame.circle("dot", x: x.position(bias), y: y, radius: 4),
      ]
    }
    return elements
  }
}

/// The courses of the pitches of a session, each about its own target.
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
      NoteName.text(note.target), CentsText.signed(played.error), CentsText.signed(played.drift),
      played.vibratoRate > 0 ? NumberText.fixed(played.vibratoRate, places: 1) : ReportText.nothing,
      played.vibratoRate > 0 ? CentsText.plain(played.vibratoExtent.magnitude) : ReportText.nothing,
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

  /// A course with lines at the target and at 5 cents to either side, or 50 if it leaves these.
  private static func cell(
    _ note: ReportSnapshot.LastPlayed, _ frame: PlotFrame, x: Double, y: Double, width: Double
  ) -> [MarkupElement] {
    let cents =
      note.played.curve.isEmpty ? [note.played.error.rawValue] : note.played.curve.cents
    let reach = (cents.map(\.magnitude).max() ?? 0) <= 5 ? 5.0 : 50
    let (top, bottom) = (y + 18, y + cellHeight - 10)
    func height(_ value: Double) -> Double {
      let share = (min(max(value / reach, -1), 1) + 1) / 2
      return bottom - share * (bottom - top)
    }
    let points = cents.enumerated().map { place, value in
      (x: x + width * Double(place) / Double(max(cents.count - 1, 1)), y: height(value))
    }
    let label = "\(NoteName.text(note.target)) \(CentsText.signed(note.played.error))"
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

import Console
import Music
import Training

/// How far tuned notes end from the target, interval by interval, in cents and in beats.
enum BeatsPicture {
  private static let rowHeight = 44.0

  /// - Returns: `nil` if too few notes were tuned of every interval.
  static func plot(
    _ errors: [IntervalErrors], _ presentation: Presentation, named name: String
  ) -> ReportPlot? {
    let sentences = errors.compactMap { sentence($0, presentation) }
    guard !sentences.isEmpty else { return nil }
    let height = 80 + rowHeight * Double(errors.count)
    return ReportPlot(
      name: name, heading: ReportText.beatsHeading, sentence: sentences.joined(separator: " "),
      description: ReportText.beatsDescription, height: height,
      drawing: drawing(errors, height: height), table: table(errors))
  }

  private static func sentence(
    _ errors: IntervalErrors, _ presentation: Presentation
  ) -> String? {
    errors.figures.map { figures in
      ReportText.beats(
        errors.interval, EstimateText(figures.size), beats(errors) ?? ReportText.nothing,
        presentation)
    }
  }

  /// The beats a second of the mean size of an error; `nil` if that is not known.
  private static func beats(_ errors: IntervalErrors) -> String? {
    errors.figures
      .flatMap { Beats.ofError($0.size.value, at: errors.interval) }
      .map(TrialWords.rate)
  }

  private static func drawing(_ errors: [IntervalErrors], height: Double) -> [MarkupElement] {
    var frame = PlotFrame(height: height)
    frame.left = 40
    frame.top = 10
    let sizes = errors.compactMap { $0.figures?.size }
    let (domain, ticks) = NumberAxis.linear([0] + sizes.map(\.high.rawValue))
    let x = frame.horizontal(domain)
    var elements = frame.columns(x, ticks, name: ReportText.errorSizeAxis)
    elements.append(frame.line("zero", x.position(0), frame.top, x.position(0), frame.bottomEdge))
    for (index, errors) in errors.enumerated() {
      let y = frame.top + rowHeight * (Double(index) + 0.8)
      elements.append(frame.text(NoteName.text(errors.interval), x: 8, y: y - 14, anchor: "start"))
      guard let size = errors.figures?.size else { continue }
      elements += [
        frame.line("spread", x.position(size.low.rawValue), y, x.position(size.high.rawValue), y),
        frame.circle("dot", x: x.position(size.value.rawValue), y: y, radius: 5),
      ]
      if let beats = Self.beats(errors) {
        elements.append(
          frame.text(ReportText.beats(beats), x: frame.rightEdge, y: y - 14, anchor: "end"))
      }
    }
    return elements
  }

  private static func table(_ errors: [IntervalErrors]) -> ReportTable {
    ReportTable(
      caption: ReportText.beatsCaption, headings: ReportText.beatsColumns,
      rows: errors.map { errors in
        let figures =
          errors.figures.map { figures in
            [EstimateText(figures.bias, isSigned: true).value] + ReportText.cells(figures.size)
          } ?? [String](repeating: ReportText.nothing, count: 4)
        return [NoteName.text(errors.interval), "\(errors.count)"] + figures
          + [beats(errors) ?? ReportText.nothing]
      })
  }
}

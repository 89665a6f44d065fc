import Console
import Music
import Training

/// How far from the target pitch matching ended, flat and sharp.
enum ErrorHistogramPicture {
  /// `nil` where nothing was matched.
  static func plot(
    _ errors: MatchingErrors, _ part: ProfileSnapshot.Matchings, of kind: TrainingKind
  ) -> ReportPlot? {
    guard let bias = part.bias else { return nil }
    let histogram = ErrorHistogram(errors)
    return ReportPlot(
      name: "errors-\(kind.rawValue)", heading: ReportText.errorsHeading,
      sentence: ReportText.errors(kind, bias: bias, spread: part.spread),
      description: ReportText.errorsDescription(histogram), height: 300,
      drawing: drawing(histogram, bias: bias, spread: part.spread), table: table(histogram))
  }

  private static func drawing(
    _ histogram: ErrorHistogram, bias: Cents, spread: Cents?
  ) -> [MarkupElement] {
    var frame = PlotFrame()
    frame.top = 58
    let x = frame.horizontal(-histogram.reach...histogram.reach)
    let ticks = NumberAxis.linear([-histogram.reach, histogram.reach], label: ReportText.signed)
      .ticks
    let most = Double(histogram.bars.map(\.count).max() ?? 1)
    let (counts, countTicks) = NumberAxis.linear([0, max(most, 1)])
    let y = frame.vertical(counts)
    var elements = frame.rows(
      y, countTicks.filter { $0.value == $0.value.rounded() }, name: ReportText.matchingsAxis)
    elements += histogram.bars.filter { $0.count > 0 }.map { bar in
      let left = x.position(bar.low)
      let top = y.position(Double(bar.count))
      return frame.rectangle(
        "bar", x: left + 0.5, y: top, width: x.position(bar.high) - left - 1,
        height: frame.bottomEdge - top)
    }
    elements += frame.columns(
      x, ticks.filter { abs($0.value) <= histogram.reach }, name: ReportText.errorAxis)
    elements.append(frame.line("zero", x.position(0), frame.top, x.position(0), frame.bottomEdge))
    return elements + summary(frame, x, bias: bias, spread: spread)
  }

  /// Bias and spread above the bars.
  private static func summary(
    _ frame: PlotFrame, _ x: AxisScale, bias: Cents, spread: Cents?
  ) -> [MarkupElement] {
    let y = frame.top - 10
    let place = x.position(bias.rawValue)
    let reach = spread?.rawValue ?? 0
    return [
      frame.line(
        "spread", x.position(bias.rawValue - reach), y, x.position(bias.rawValue + reach), y),
      frame.circle("dot", x: place, y: y, radius: 5),
      frame.text(
        ReportText.biasLabel(bias), x: min(max(place, 150), PlotFrame.width - 120), y: y - 12,
        anchor: "middle", kind: "value"),
    ]
  }

  private static func table(_ histogram: ErrorHistogram) -> ReportTable {
    let first = histogram.bars.firstIndex { $0.count > 0 } ?? 0
    let last = histogram.bars.lastIndex { $0.count > 0 } ?? 0
    var rows = histogram.bars[first...last].map { bar in
      [ReportText.signed(bar.low), ReportText.signed(bar.high), "\(bar.count)"]
    }
    if histogram.flatter > 0 {
      rows.insert(
        [ReportText.nothing, ReportText.signed(-histogram.reach), "\(histogram.flatter)"], at: 0)
    }
    if histogram.sharper > 0 {
      rows.append([ReportText.signed(histogram.reach), ReportText.nothing, "\(histogram.sharper)"])
    }
    return ReportTable(
      caption: ReportText.errorsCaption, headings: ReportText.errorsColumns, rows: rows)
  }
}

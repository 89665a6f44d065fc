import Console
import Training

/// The tested changes of thresholds and of the matching spread, with their 90 % intervals.
enum TrendPicture {
  private typealias Row = (label: String, change: TestedChange)

  /// The range drawn, as a share of the earlier value; a line beyond it runs to the edge.
  private static let limits = 0.25...4.0
  private static let rowHeight = 46.0

  /// `nil` if nothing has enough trials for a test.
  static func plot(_ profile: ProfileSnapshot) -> ReportPlot? {
    let shares: [Row] =
      TrainingKind.allCases.compactMap { kind in
        profile.comparison[kind].change.map { (ReportText.thresholdTrend(kind), $0) }
      }
      + TrainingKind.allCases.compactMap { kind in
        profile.matching[kind].precision.map { (ReportText.spreadTrend(kind), $0) }
      }
    let cents: [Row] = TrainingKind.allCases.compactMap { kind in
      profile.matching[kind].accuracy.map { (ReportText.biasTrend(kind), $0) }
    }
    guard !shares.isEmpty else { return nil }
    let height = 70 + rowHeight * Double(shares.count)
    return ReportPlot(
      name: "trend", heading: ReportText.trendHeading,
      sentence: ReportText.trends(shares.map { ($0.label, $0.change.trend) }),
      description: ReportText.trendDescription, height: height,
      drawing: drawing(shares, height: height),
      table: ReportTable(
        caption: ReportText.trendCaption, headings: ReportText.trendColumns,
        rows: shares.map { row($0, ReportText.signedPercent) }
          + cents.map { row($0, ReportText.signedCents) }))
  }

  private static func drawing(_ rows: [Row], height: Double) -> [MarkupElement] {
    var frame = PlotFrame(height: height)
    frame.left = 40
    frame.top = 10
    let x = frame.horizontal(limits, isLogarithmic: true)
    let ticks = [-0.75, -0.5, 0, 1, 3].map {
      AxisTick(value: 1 + $0, label: ReportText.signedPercent($0))
    }
    var elements = frame.columns(x, ticks, name: ReportText.changeAxis)
    elements.append(frame.line("zero", x.position(1), frame.top, x.position(1), frame.bottomEdge))
    for (index, row) in rows.enumerated() {
      let y = frame.top + rowHeight * (Double(index) + 0.8)
      elements += [
        frame.text(row.label, x: 8, y: y - 14, anchor: "start"),
        frame.line(
          "spread", x.position(1 + row.change.low), y, x.position(1 + row.change.high), y),
        frame.circle("dot", x: x.position(1 + row.change.change), y: y, radius: 5),
      ]
    }
    return elements
  }

  private static func row(_ row: Row, _ amount: @MainActor (Double) -> String) -> [String] {
    [
      row.label, TrendText.word(row.change.trend), amount(row.change.change),
      amount(row.change.low), amount(row.change.high), "\(row.change.trials)",
    ]
  }
}

import Console
import Foundation
import Music
import Training

/// How often differences of each size were told right, in times the threshold that was believed at
/// that moment, beside what was foreseen.
enum CurvePicture {
  /// A bin with answers.
  private struct Entry {
    let bin: HearingCurve.Bin
    let share: Double
    let predicted: Double

    init?(_ bin: HearingCurve.Bin) {
      guard let share = bin.shareCorrect, let predicted = bin.predicted else { return nil }
      self.bin = bin
      self.share = share
      self.predicted = predicted
    }

    /// Where it is drawn; the outer bins are drawn as wide as the others.
    var place: Double {
      let (low, high) = (bin.edges.lowerBound, bin.edges.upperBound)
      if low <= 0 { return high / exp2(0.25) }
      return high.isFinite ? (low * high).squareRoot() : low * exp2(0.25)
    }
  }

  /// `nil` unless the level may be shown.
  static func plot(_ part: ReportSnapshot.Unison, named name: String) -> ReportPlot? {
    let entries = part.curve.bins.compactMap(Entry.init)
    guard part.verdicts.level.state == .shown,
      let most = entries.max(by: { $0.bin.answers < $1.bin.answers })
    else { return nil }
    return ReportPlot(
      name: name, heading: ReportText.curveHeading, sentence: ReportText.curve(most.bin),
      description: ReportText.curveDescription, height: 300, drawing: drawing(entries),
      table: table(entries))
  }

  private static func drawing(_ entries: [Entry]) -> [MarkupElement] {
    let frame = PlotFrame()
    let x = frame.horizontal(0.17...12, isLogarithmic: true)
    let lowest = entries.map(\.bin.interval.lowerBound).min() ?? 0.5
    let (shares, shareTicks) = NumberAxis.linear([min(lowest, 0.4), 1]) { ReportText.percent($0) }
    let y = frame.vertical(shares)
    let ticks = [0.25, 0.5, 1, 2, 4, 8].map {
      AxisTick(value: $0, label: NumberAxis.text($0))
    }
    var elements = frame.rows(y, shareTicks, name: ReportText.rightAxis)
    elements += frame.columns(x, ticks, name: ReportText.ratioAxis)
    elements += [
      frame.line("guess", frame.left, y.position(0.5), frame.rightEdge, y.position(0.5)),
      frame.line("marker", x.position(1), frame.top, x.position(1), frame.bottomEdge),
    ]
    if entries.count > 1 {
      elements.append(
        frame.curve(
          "curve", entries.map { (x: x.position($0.place), y: y.position($0.predicted)) }))
    }
    let most = Double(entries.map(\.bin.answers).max() ?? 1)
    for entry in entries {
      let place = x.position(entry.place)
      elements += [
        frame.line(
          "whisker", place, y.position(entry.bin.interval.lowerBound), place,
          y.position(entry.bin.interval.upperBound)),
        // The area shows the number of answers.
        frame.circle(
          "dot", x: place, y: y.position(entry.share),
          radius: max(7 * (Double(entry.bin.answers) / most).squareRoot(), 2)),
      ]
    }
    return elements
  }

  private static func table(_ entries: [Entry]) -> ReportTable {
    ReportTable(
      caption: ReportText.curveCaption, headings: ReportText.curveColumns,
      rows: entries.map { entry in
        let bin = entry.bin
        return [
          ReportText.ratio(bin.edges.lowerBound), ReportText.ratio(bin.edges.upperBound),
          "\(bin.answers)", "\(bin.correct)", ReportText.percent(entry.share),
          ReportText.percent(bin.interval.lowerBound), ReportText.percent(bin.interval.upperBound),
          ReportText.percent(entry.predicted),
        ]
      })
  }
}

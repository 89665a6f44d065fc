import Console
import Foundation
import Music
import Training

/// Where tuned notes end by where they started: bias, pull and spread.
enum MatchingPicture {
  /// The farthest start, in cents from the target.
  private static let reach = 100.0

  /// `nil` if it is too early to say.
  static func plot(_ verdicts: MatchingVerdicts, named name: String) -> ReportPlot? {
    guard let fit = verdicts.fit else { return nil }
    return ReportPlot(
      name: name, heading: ReportText.matchingHeading,
      sentence: HearingWords.matching(verdicts).joined(separator: " "),
      description: ReportText.matchingDescription(fit.count), height: 300,
      drawing: drawing(fit), table: table(fit))
  }

  private static func drawing(_ fit: MatchingFit) -> [MarkupElement] {
    let frame = PlotFrame()
    let x = frame.horizontal(-reach...reach)
    let (bias, pull) = (fit.bias.value.rawValue, fit.pull?.value.rawValue ?? 0)
    let spread = fit.spread.value.rawValue
    func error(_ start: Double) -> Double { bias + pull * start / 100 }
    let (domain, ticks) = NumberAxis.linear(
      [-reach, reach].flatMap { [error($0) - spread, error($0) + spread] }
        + [0, fit.bias.low.rawValue, fit.bias.high.rawValue], label: ReportText.signed)
    let y = frame.vertical(domain)
    let starts = [-100.0, -50, 0, 50, 100].map {
      AxisTick(value: $0, label: ReportText.signed($0))
    }
    func line(_ kind: String, _ offset: Double) -> MarkupElement {
      frame.line(
        kind, x.position(-reach), y.position(error(-reach) + offset), x.position(reach),
        y.position(error(reach) + offset))
    }
    return frame.rows(y, ticks, name: ReportText.errorAxis)
      + frame.columns(x, starts, name: ReportText.startAxis)
      + [
        frame.line("zero", frame.left, y.position(0), frame.rightEdge, y.position(0)),
        line("marker", -spread), line("marker", spread),
        frame.curve(
          "curve",
          [-reach, reach].map { (x: x.position($0), y: y.position(error($0))) }),
        frame.line(
          "spread", x.position(0), y.position(fit.bias.low.rawValue), x.position(0),
          y.position(fit.bias.high.rawValue)),
        frame.circle("dot", x: x.position(0), y: y.position(bias), radius: 5),
      ]
  }

  private static func table(_ fit: MatchingFit) -> ReportTable {
    func row(_ name: String, _ estimate: CentsEstimate, isSigned: Bool) -> [String] {
      [name] + ReportText.cells(estimate, isSigned: isSigned)
    }
    return ReportTable(
      caption: ReportText.matchingCaption, headings: ReportText.matchingColumns,
      rows: [
        row(ReportText.biasRow, fit.bias, isSigned: true),
        fit.pull.map { row(ReportText.pullRow, $0, isSigned: true) },
        row(ReportText.spreadRow, fit.spread, isSigned: false),
      ].compactMap { $0 })
  }
}

/// How far from the target pitch matching ended, flat and sharp.
enum ErrorHistogramPicture {
  /// `nil` if there are no errors.
  ///
  /// - Parameter isPlayed: whether they are those of played notes.
  static func plot(
    _ errors: MatchingErrors, named name: String, isPlayed: Bool = false
  ) -> ReportPlot? {
    guard errors.count > 0 else { return nil }
    let histogram = ErrorHistogram(errors)
    return ReportPlot(
      name: name, heading: isPlayed ? ReportText.playedErrors : ReportText.errorsHeading,
      sentence: ReportText.errors(errors, isPlayed: isPlayed),
      description: ReportText.errorsDescription(histogram, isPlayed: isPlayed), height: 300,
      drawing: drawing(histogram, isPlayed: isPlayed), table: table(histogram, isPlayed: isPlayed))
  }

  private static func drawing(
    _ histogram: ErrorHistogram, isPlayed: Bool
  ) -> [MarkupElement] {
    let frame = PlotFrame()
    let x = frame.horizontal(-histogram.reach...histogram.reach)
    let ticks = NumberAxis.linear([-histogram.reach, histogram.reach], label: ReportText.signed)
      .ticks
    let most = Double(histogram.bars.map(\.count).max() ?? 1)
    let (counts, countTicks) = NumberAxis.linear([0, max(most, 1)])
    let y = frame.vertical(counts)
    var elements = frame.rows(
      y, countTicks.filter { $0.value == $0.value.rounded() },
      name: isPlayed ? ReportText.playingsAxis : ReportText.matchingsAxis)
    elements += histogram.bars.filter { $0.count > 0 }.map { bar in
      let left = x.position(bar.low)
      let top = y.position(Double(bar.count))
      return frame.rectangle(
        "bar", x: left + 0.5, y: top, width: x.position(bar.high) - left - 1,
        height: frame.bottomEdge - top)
    }
    elements += frame.columns(
      x, ticks.filter { abs($0.value) <= histogram.reach }, name: ReportText.errorAxis)
    return elements + [
      frame.line("zero", x.position(0), frame.top, x.position(0), frame.bottomEdge)
    ]
  }

  private static func table(_ histogram: ErrorHistogram, isPlayed: Bool) -> ReportTable {
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
      caption: isPlayed ? ReportText.playedErrorsCaption : ReportText.errorsCaption,
      headings: isPlayed ? ReportText.playedErrorsColumns : ReportText.errorsColumns, rows: rows)
  }
}

/// Matching errors counted in bars whose width suits their spread.
struct ErrorHistogram: Hashable {
  struct Bar: Hashable {
    /// low ≤ error < high, in cents.
    let low: Double
    let high: Double
    let count: Int
  }

  /// From flat to sharp, centred on 0.
  let bars: [Bar]

  /// Errors beyond the bars.
  let flatter: Int
  let sharper: Int

  private static let barsToASide = 20

  /// The widths of bars, in cents; the smallest one is used that leaves out at most this share.
  private static let widths = [0.5, 1, 2, 5]
  private static let mostLeftOut = 0.015

  init(_ errors: MatchingErrors) {
    let count = errors.count
    let candidates = Self.widths.map { ErrorHistogram(errors, width: $0) }
    let fitting = candidates.first {
      Double($0.flatter + $0.sharper) <= Self.mostLeftOut * Double(count)
    }
    self = fitting ?? candidates[candidates.count - 1]
  }

  private init(_ errors: MatchingErrors, width: Double) {
    let middle = errors.bins.count / 2
    let size = Int(width / MatchingErrors.binWidth)
    let start = middle - Self.barsToASide * size
    let end = middle + Self.barsToASide * size
    bars = stride(from: start, to: end, by: size).map { first in
      let low = Double(first - middle) * MatchingErrors.binWidth
      return Bar(
        low: low, high: low + width, count: errors.bins[first..<first + size].reduce(0, +))
    }
    flatter = errors.farFlat + errors.bins[..<start].reduce(0, +)
    sharper = errors.farSharp + errors.bins[end...].reduce(0, +)
  }

  /// In cents.
  var barWidth: Double { bars.first.map { $0.high - $0.low } ?? 0 }

  var reach: Double { bars.last?.high ?? 0 }
}

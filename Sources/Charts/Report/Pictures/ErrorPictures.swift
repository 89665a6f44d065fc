import Console
import Foundation
import Music
import Training

/// How far from the target pitch matching ended, flat and sharp.
enum ErrorHistogramPicture {
  /// `nil` if nothing was matched.
  static func plot(
    _ errors: MatchingErrors, _ figures: PitchMatchingProfile, of kind: TrainingKind
  ) -> ReportPlot? {
    guard let bias = figures.bias else { return nil }
    let histogram = ErrorHistogram(errors)
    return ReportPlot(
      name: "errors-\(kind.rawValue)", heading: ReportText.errorsHeading,
      sentence: ReportText.errors(bias: bias, spread: figures.spread),
      description: ReportText.errorsDescription(histogram), height: 300,
      drawing: drawing(histogram, bias: bias, spread: figures.spread), table: table(histogram))
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

/// Bias and spread of pitch matching, day by day.
enum ErrorDaysPicture {
  /// `nil` if nothing was matched.
  static func plot(
    _ periods: ReportSnapshot.Periods<MatchingDay>, of kind: TrainingKind, in calendar: Calendar
  ) -> ReportPlot? {
    guard let last = periods.entries.last else { return nil }
    return ReportPlot(
      name: "error-days-\(kind.rawValue)", heading: ReportText.errorDaysHeading,
      sentence: ReportText.errorDays(
        last.day.start, bias: last.day.bias, spread: last.day.spread, period: periods.period,
        in: calendar),
      description: ReportText.errorDaysDescription(periods.period), height: 300,
      drawing: drawing(periods.entries, in: calendar), table: table(periods))
  }

  private static func drawing(
    _ entries: [ReportSnapshot.Periods<MatchingDay>.Entry], in calendar: Calendar
  ) -> [MarkupElement] {
    let frame = PlotFrame()
    let time = TimeSpan(entries.map { ($0.day.start, $0.day.end) })
    let x = frame.horizontal(time.domain)
    let (domain, ticks) = NumberAxis.linear(
      entries.flatMap { entry in
        let (bias, spread) = (entry.day.bias.rawValue, entry.day.spread?.rawValue ?? 0)
        return [bias - spread, bias + spread]
      } + [0], label: ReportText.signed)
    let y = frame.vertical(domain)
    var elements = frame.rows(y, ticks, name: ReportText.errorAxis)
    elements += frame.columns(
      x, DateAxis(calendar: calendar).ticks(in: time.domain), name: ReportText.dateAxis)
    elements.append(frame.line("zero", frame.left, y.position(0), frame.rightEdge, y.position(0)))
    for entry in entries {
      let place = x.position(TimeSpan.middle(entry.day.start, entry.day.end))
      let bias = entry.day.bias.rawValue
      if let spread = entry.day.spread?.rawValue {
        elements.append(
          frame.line("whisker", place, y.position(bias - spread), place, y.position(bias + spread)))
      }
      elements.append(
        frame.circle(
          "dot", x: place, y: y.position(bias), radius: entries.count > 120 ? 1.8 : 3.2))
    }
    return elements
  }

  private static func table(_ periods: ReportSnapshot.Periods<MatchingDay>) -> ReportTable {
    ReportTable(
      caption: ReportText.errorDaysCaption, headings: ReportText.errorDaysColumns(periods.period),
      rows: periods.entries.map { entry in
        [
          entry.label, "\(entry.day.count)", ReportText.signedCents(entry.day.bias),
          ReportText.cents(entry.day.spread),
        ]
      })
  }
}

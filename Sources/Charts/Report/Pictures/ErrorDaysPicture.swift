import Console
import Foundation
import Music
import Training

/// Bias and spread of pitch matching, day by day.
enum ErrorDaysPicture {
  /// `nil` where nothing was matched.
  static func plot(
    _ periods: ReportSnapshot.Periods<ReportSnapshot.MatchingPeriod>, of kind: TrainingKind,
    in calendar: Calendar
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
    _ entries: [ReportSnapshot.MatchingPeriod], in calendar: Calendar
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

  private static func table(
    _ periods: ReportSnapshot.Periods<ReportSnapshot.MatchingPeriod>
  ) -> ReportTable {
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

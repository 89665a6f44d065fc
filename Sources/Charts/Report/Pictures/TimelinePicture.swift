import Console
import Foundation
import Training

/// The differences asked, day by day, with their rolling mean.
enum TimelinePicture {
  /// `nil` if there was no training.
  static func plot(
    _ periods: ReportSnapshot.Periods<TrainingDay>, of kind: TrainingKind, in calendar: Calendar
  ) -> ReportPlot? {
    let entries = periods.entries
    guard let first = entries.first, let last = entries.last else { return nil }
    return ReportPlot(
      name: "timeline-\(kind.rawValue)", heading: ReportText.timelineHeading,
      sentence: ReportText.timeline(
        first: (first.day.start, first.day.mean), last: (last.day.start, last.day.mean),
        periods: periods.period, count: entries.count, in: calendar),
      description: ReportText.timelineDescription(periods.period), height: 300,
      drawing: drawing(entries, in: calendar), table: table(periods))
  }

  private static func drawing(
    _ entries: [ReportSnapshot.Periods<TrainingDay>.Entry], in calendar: Calendar
  ) -> [MarkupElement] {
    let frame = PlotFrame()
    let time = TimeSpan(entries.map { ($0.day.start, $0.day.end) })
    let x = frame.horizontal(time.domain)
    let (domain, ticks) = NumberAxis.logarithmic(entries.map(\.day.mean.rawValue))
    let y = frame.vertical(domain, isLogarithmic: true)
    let rolling = entries.compactMap { entry in
      entry.rolling.map {
        (
          x: x.position(TimeSpan.middle(entry.day.start, entry.day.end)),
          y: y.position($0.rawValue)
        )
      }
    }
    return frame.rows(y, ticks, name: ReportText.askedAxis)
      + frame.columns(
        x, DateAxis(calendar: calendar).ticks(in: time.domain), name: ReportText.dateAxis)
      + entries.map { entry in
        frame.circle(
          "dot faint", x: x.position(TimeSpan.middle(entry.day.start, entry.day.end)),
          y: y.position(entry.day.mean.rawValue), radius: entries.count > 120 ? 2 : 3)
      } + (rolling.count > 1 ? [frame.curve("curve", rolling)] : [])
  }

  private static func table(_ periods: ReportSnapshot.Periods<TrainingDay>) -> ReportTable {
    ReportTable(
      caption: ReportText.timelineCaption, headings: ReportText.timelineColumns(periods.period),
      rows: periods.entries.map { entry in
        [
          entry.label, "\(entry.day.comparisons)", "\(entry.day.correct)",
          ReportText.cents(entry.day.mean), ReportText.cents(entry.rolling),
        ]
      })
  }
}

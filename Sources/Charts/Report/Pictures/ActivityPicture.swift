import Console
import Foundation
import Language
import Training

/// The training by day, with comparisons and questions of purity above the line, and matchings and
/// played notes below it.
enum ActivityPicture {
  /// `nil` if there was no training.
  static func plot(_ report: ReportSnapshot) -> ReportPlot? {
    let entries = report.activity.entries
    guard let first = entries.first?.day, let last = entries.last?.day else { return nil }
    return ReportPlot(
      name: "activity", heading: ReportText.activityHeading,
      sentence: ReportText.activity(
        days: report.activeDays, from: first.start, to: last.start,
        comparisons: report.comparisons, matchings: report.matchings,
        purities: report.purities, playings: report.playings, in: report.calendar),
      description: ReportText.activityDescription(
        report.activity.period, hasPurity: report.purities > 0, hasPlaying: report.playings > 0),
      height: 300,
      drawing: drawing(entries.map(\.day), in: report.calendar),
      table: table(
        report.activity, hasPurity: report.purities > 0, hasPlaying: report.playings > 0))
  }

  private static func drawing(_ days: [ActiveDay], in calendar: Calendar) -> [MarkupElement] {
    let frame = PlotFrame()
    let time = TimeSpan(days.map { ($0.start, $0.end) })
    let x = frame.horizontal(time.domain)
    let (domain, ticks) = NumberAxis.linear(
      days.flatMap { [Double($0.upwards), -Double($0.downwards)] } + [0],
      label: { NumberAxis.text(abs($0)) })
    let y = frame.vertical(domain)
    var elements = frame.rows(
      y, ticks.filter { $0.value == $0.value.rounded() },
      name: ReportText.activityAxis(
        hasPurity: days.contains { $0.purities > 0 },
        hasPlaying: days.contains { $0.playings > 0 }))
    for day in days {
      let middle = x.position(TimeSpan.middle(day.start, day.end))
      let width =
        x.position(day.end.timeIntervalSince1970) - x.position(day.start.timeIntervalSince1970)
      let visible = min(max(width * 0.8, 1.2), 14)
      func bar(_ kind: String, from top: Double, to bottom: Double) -> MarkupElement {
        frame.rectangle(
          kind, x: middle - visible / 2, y: y.position(top), width: visible,
          height: y.position(bottom) - y.position(top))
      }
      if day.upwards > 0 {
        elements.append(bar("bar", from: Double(day.upwards), to: 0))
      }
      if day.downwards > 0 {
        elements.append(bar("other bar", from: 0, to: -Double(day.downwards)))
      }
    }
    elements.append(frame.line("zero", frame.left, y.position(0), frame.rightEdge, y.position(0)))
    return elements
      + frame.columns(
        x, DateAxis(calendar: calendar).ticks(in: time.domain), name: ReportText.dateAxis)
  }

  private static func table(
    _ periods: ReportSnapshot.Periods<ActiveDay>, hasPurity: Bool, hasPlaying: Bool
  ) -> ReportTable {
    ReportTable(
      caption: ReportText.activityCaption,
      headings: ReportText.activityColumns(
        periods.period, hasPurity: hasPurity, hasPlaying: hasPlaying),
      rows: periods.entries.map { entry in
        [entry.label, "\(entry.day.comparisons)", "\(entry.day.matchings)"]
          + (hasPurity ? ["\(entry.day.purities)"] : [])
          + (hasPlaying ? ["\(entry.day.playings)"] : [])
      })
  }
}

extension ActiveDay {
  /// The answers whose bar goes upwards.
  fileprivate var upwards: Int { comparisons + purities }

  /// The answers whose bar goes downwards.
  fileprivate var downwards: Int { matchings + playings }
}

/// The words of the picture of activity.
extension ReportText {
  static let activityHeading = localized("Training by day")

  static func activity(
    days: Int, from first: Date, to last: Date, comparisons: Int, matchings: Int,
    purities: Int, playings: Int, in calendar: Calendar
  ) -> String {
    let counts = Self.counts(comparisons, matchings, purities, playings)
    guard days > 1 else {
      return localized("%@ on %@.", counts, DateText.full(first, in: calendar))
    }
    return localized(
      """
      %@ on %@ from %@ to \
      %@.
      """, counts, Self.days(days), DateText.full(first, in: calendar),
      DateText.full(last, in: calendar))
  }

  static func activityDescription(
    _ period: ReportPeriod, hasPurity: Bool, hasPlaying: Bool
  ) -> String {
    let bars =
      switch period {
      case .day: localized("Each bar is a day: comparisons upwards, tuned notes downwards.")
      case .week: localized("Each bar is a week: comparisons upwards, tuned notes downwards.")
      case .month: localized("Each bar is a month: comparisons upwards, tuned notes downwards.")
      case .year: localized("Each bar is a year: comparisons upwards, tuned notes downwards.")
      }
    let purity =
      hasPurity ? localized("%@ Questions of purity count with the comparisons.", bars) : bars
    return hasPlaying
      ? localized("%@ Played notes count with the tuned ones.", purity) : purity
  }

  static let activityCaption = localized("Results by date")

  static func activityColumns(
    _ period: ReportPeriod, hasPurity: Bool, hasPlaying: Bool
  ) -> [String] {
    [
      column(of: period), localized(context: "column", "Comparisons"),
      localized(context: "column", "Tuned notes"),
    ] + (hasPurity ? [localized(context: "column", "Questions of purity")] : [])
      + (hasPlaying ? [localized(context: "column", "Played notes")] : [])
  }
}

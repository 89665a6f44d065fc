import Console
import Foundation
import Music
import Training

/// The level over the weeks with its 90 % intervals, and how the single days scattered.
enum CoursePicture {
  /// `nil` if there is no time at which the level could be shown.
  static func plot(
    _ part: ReportSnapshot.Unison, named name: String, in calendar: Calendar
  ) -> ReportPlot? {
    let course = part.course
    guard !course.entries.isEmpty else { return nil }
    return ReportPlot(
      name: name, heading: ReportText.courseHeading,
      sentence: VerdictText.trend(part.verdicts.trend, of: part.verdicts.level.state).joined(),
      description: ReportText.courseDescription(
        course.period, hasScatter: !course.scatter.isEmpty), height: 300,
      drawing: drawing(course, in: calendar), table: table(course))
  }

  private static func drawing(_ course: LevelCourse, in calendar: Calendar) -> [MarkupElement] {
    let frame = PlotFrame()
    let entries = course.entries
    var periods = entries.map { ($0.start, $0.end) }
    // Days of the trend may be older than the first level that could be shown.
    if let first = course.scatter.first, let start = periods.first?.0, first.date < start {
      periods.insert((first.date, first.date), at: 0)
    }
    let time = TimeSpan(periods)
    let x = frame.horizontal(time.domain)
    let (domain, ticks) = NumberAxis.logarithmic(
      entries.flatMap { [$0.level.low.rawValue, $0.level.high.rawValue] }
        + course.scatter.map(\.threshold.rawValue))
    let y = frame.vertical(domain, isLogarithmic: true)
    func place(_ entry: LevelCourse.Entry) -> (x: Double, y: Double) {
      // What is believed at the end of the period.
      (x.position(entry.end.timeIntervalSince1970), y.position(entry.level.value.rawValue))
    }
    var elements = frame.rows(y, ticks, name: ReportText.thresholdAxis)
    elements += frame.columns(
      x, DateAxis(calendar: calendar).ticks(in: time.domain), name: ReportText.dateAxis)
    elements += course.scatter.map { day in
      frame.circle(
        "dot faint", x: x.position(day.date.timeIntervalSince1970),
        y: y.position(day.threshold.rawValue), radius: 2)
    }
    if entries.count > 1 { elements.append(frame.curve("curve", entries.map(place))) }
    for entry in entries {
      let (x, level) = place(entry)
      elements += [
        frame.line(
          "whisker", x, y.position(entry.level.low.rawValue), x,
          y.position(entry.level.high.rawValue)),
        frame.circle("hollow", x: x, y: level, radius: 3.2),
      ]
    }
    return elements
  }

  private static func table(_ course: LevelCourse) -> ReportTable {
    ReportTable(
      caption: ReportText.courseCaption, headings: ReportText.courseColumns(course.period),
      rows: course.entries.map { entry in
        [entry.label, "\(entry.answers)"] + ReportText.cells(entry.level)
      })
  }
}

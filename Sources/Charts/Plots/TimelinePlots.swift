import Console
import Foundation
import Music
import Training

/// The frame of a plot by day, drawn with characters: cents at the left, dates below.
struct TimelineFrame {
  let time: ClosedRange<Double>
  let cents: CentsAxis
  let calendar: Calendar
  let glyphs: Glyphs

  /// Below this length the labels are days, in seconds.
  private static let shortTime = 62 * 86_400.0

  /// Maps times and cents to positions on the canvas.
  struct Place {
    let across: AxisScale
    let down: AxisScale

    func x(_ start: Date, _ end: Date) -> Double {
      across.position(TimeSpan.middle(start, end))
    }
    func y(_ cents: Double) -> Double { down.position(cents) }
  }

  /// - Parameters:
  ///   - rows: of the plot and of the dates below it, which take two.
  ///   - draw: draws the data into the frame.
  func lines(
    columns: Int, rows: Int, _ draw: (inout PlotCanvas, Place) -> Void
  ) -> [String] {
    let margin = cents.labelWidth + 2
    let (width, height) = (max(columns - margin, 1), max(rows - 2, 1))
    var canvas = PlotCanvas(columns: width, rows: height, glyphs: glyphs)
    let place = Place(
      across: AxisScale(domain: time, start: 0, end: Double(width)),
      down: cents.scale(height: height))
    draw(&canvas, place)
    let axis = cents.lines(height: height, labelWidth: cents.labelWidth, glyphs: glyphs)
    return zip(axis, canvas.lines).map { $0 + $1 }
      + dates(place.across, margin: margin, width: width)
  }

  /// The axis of dates, with as many labels as there is room for.
  private func dates(_ scale: AxisScale, margin: Int, width: Int) -> [String] {
    // The width of a label of a day or of a month, with space around it.
    let isShort = time.upperBound - time.lowerBound < Self.shortTime
    let axis = DateAxis(calendar: calendar, mostTicks: max(width / (isShort ? 9 : 13), 2))
    var line = Array(repeating: glyphs.level, count: width)
    var labels = ""
    for tick in axis.ticks(in: time) {
      // A date stands below the middle of its day, not below midnight.
      let place = min(Int(scale.position(tick.value + 43_200)), width - 1)
      let start = min(margin + place - tick.label.count / 2, margin + width - tick.label.count)
      guard start >= (labels.isEmpty ? 0 : labels.count + 2) else { continue }
      labels = labels.rightPadded(to: start) + tick.label
      line[place] = glyphs.tickBelow
    }
    let corner = String(repeating: " ", count: margin - 1) + glyphs.corner
    return [corner + String(line), labels]
  }
}

/// The threshold at the end of each day with its interval, joined by a line, on a logarithmic scale of
/// cents.
struct LevelPlot {
  /// In order; at least one.
  let days: [ProfileDays.Level]
  let time: DateInterval
  let calendar: Calendar
  let glyphs: Glyphs

  /// Days further apart than this are not joined by a line. The extra hour allows for a change of the
  /// clocks.
  private static let longestGap = 7 * 86_400.0 + 3600

  func lines(columns: Int, rows: Int) -> [String] {
    let frame = TimelineFrame(
      time: TimeSpan([(time.start, time.end)]).domain,
      cents: .logarithmic(
        days.flatMap { [$0.threshold.low.rawValue, $0.threshold.high.rawValue] }),
      calendar: calendar, glyphs: glyphs)
    return frame.lines(columns: columns, rows: rows) { canvas, place in
      for (day, next) in zip(days, days.dropFirst())
      where next.start.timeIntervalSince(day.start) <= Self.longestGap {
        canvas.draw(from: middle(day, place), to: middle(next, place))
      }
      for (x, threshold) in columnsOfDays(place) {
        let (top, bottom) = (
          place.y(threshold.high.rawValue).rounded(.down),
          place.y(threshold.low.rawValue).rounded(.down)
        )
        for y in stride(from: top, through: bottom, by: 1) {
          canvas.putAbove(glyphs.whisker, x: x, y: y)
        }
        canvas.putAbove(glyphs.point, x: x, y: place.y(threshold.value.rawValue))
      }
    }
  }

  private func middle(
    _ day: ProfileDays.Level, _ place: TimelineFrame.Place
  ) -> (x: Double, y: Double) {
    (place.x(day.start, day.end), place.y(day.threshold.value.rawValue))
  }

  /// The last day of each column.
  private func columnsOfDays(
    _ place: TimelineFrame.Place
  ) -> [(x: Double, threshold: CentsEstimate)] {
    var columns: [(x: Double, threshold: CentsEstimate)] = []
    for day in days {
      let x = place.x(day.start, day.end).rounded(.down)
      if columns.last?.x == x { columns.removeLast() }
      columns.append((x, day.threshold))
    }
    return columns
  }
}

/// Bias and spread of pitch matching, day by day, around the line of the true pitch.
struct MatchedPlot {
  /// In order; at least one.
  let days: [MatchingDay]
  let time: DateInterval
  let calendar: Calendar
  let glyphs: Glyphs

  func lines(columns: Int, rows: Int) -> [String] {
    let ends = days.flatMap { day in
      let (bias, spread) = (day.bias.rawValue, day.spread?.rawValue ?? 0)
      return [bias - spread, bias + spread]
    }
    let frame = TimelineFrame(
      time: TimeSpan([(time.start, time.end)]).domain, cents: .signed(ends + [0]),
      calendar: calendar, glyphs: glyphs)
    return frame.lines(columns: columns, rows: rows) { canvas, place in
      for column in 0..<canvas.columns {
        canvas.putBelow(glyphs.level, x: Double(column), y: place.y(0))
      }
      for (x, day) in columnsOfDays(place) {
        let bias = day.bias.rawValue
        if let spread = day.spread?.rawValue {
          let ends = place.y(bias + spread).rounded(.down)...place.y(bias - spread).rounded(.down)
          for y in stride(from: ends.lowerBound, through: ends.upperBound, by: 1) {
            canvas.putAbove(glyphs.whisker, x: x, y: y)
          }
        }
        canvas.putAbove(glyphs.point, x: x, y: place.y(bias))
      }
    }
  }

  /// The days that share a column, joined.
  private func columnsOfDays(_ place: TimelineFrame.Place) -> [(x: Double, day: MatchingDay)] {
    var columns: [(x: Double, days: [MatchingDay])] = []
    for day in days {
      let x = place.x(day.start, day.end).rounded(.down)
      if let last = columns.indices.last, columns[last].x == x {
        columns[last].days.append(day)
      } else {
        columns.append((x, [day]))
      }
    }
    return columns.compactMap { column in
      MatchingDay(joining: column.days).map { (column.x, $0) }
    }
  }
}

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

/// The differences asked, day by day, and their rolling mean, on a logarithmic scale of cents.
struct AskedPlot {
  /// In order; at least one.
  let days: [ProfileDays.Asked]
  let time: DateInterval
  let calendar: Calendar
  let glyphs: Glyphs

  /// Days further apart than this are not joined, because the mean of seven days has no data
  /// between them. The extra hour allows for a change of the clocks.
  private static let longestGap = 7 * 86_400.0 + 3600

  /// Whether there is room for a prominent mark for every day; if not, the line is drawn over the
  /// days.
  static func isSparse(_ days: Int, columns: Int) -> Bool { days * 2 <= columns }

  func lines(columns: Int, rows: Int) -> [String] {
    let frame = TimelineFrame(
      time: TimeSpan([(time.start, time.end)]).domain,
      cents: .logarithmic(days.map(\.day.mean.rawValue)), calendar: calendar, glyphs: glyphs)
    return frame.lines(columns: columns, rows: rows) { canvas, place in
      let isSparse = Self.isSparse(days.count, columns: columns)
      for day in days {
        let (x, y) = (place.x(day.day.start, day.day.end), place.y(day.day.mean.rawValue))
        if isSparse {
          canvas.putAbove(glyphs.point, x: x, y: y)
        } else {
          canvas.putBelow(glyphs.dot, x: x, y: y)
        }
      }
      var last: Bend?
      for bend in bends(canvas, place) {
        if let last, bend.start.timeIntervalSince(last.end) <= Self.longestGap {
          canvas.draw(from: last.mean, to: bend.mean)
        } else {
          canvas.draw(from: bend.mean, to: bend.mean)
        }
        last = bend
      }
    }
  }

  /// The days of the line that share a column of dots.
  private struct Bend {
    let start: Date
    var end: Date
    var sum: (x: Double, y: Double)
    var count = 1.0

    var mean: (x: Double, y: Double) { (sum.x / count, sum.y / count) }
  }

  private func bends(_ canvas: PlotCanvas, _ place: TimelineFrame.Place) -> [Bend] {
    var bends: [Bend] = []
    for day in days {
      let (x, y) = (place.x(day.day.start, day.day.end), place.y(day.rolling.rawValue))
      let column = Int(x * Double(canvas.dotsAcross))
      if let last = bends.indices.last,
        Int(bends[last].mean.x * Double(canvas.dotsAcross)) == column
      {
        bends[last].end = day.day.start
        bends[last].sum = (bends[last].sum.x + x, bends[last].sum.y + y)
        bends[last].count += 1
      } else {
        bends.append(Bend(start: day.day.start, end: day.day.start, sum: (x, y)))
      }
    }
    return bends
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

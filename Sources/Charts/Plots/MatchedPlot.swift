import Console
import Foundation
import Music
import Training

/// Bias and spread of pitch matching, day by day, about the line of the true pitch.
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

  /// The days that share a column, as one.
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

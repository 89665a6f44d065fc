import Console
import Foundation
import Music
import Training

/// The differences asked, day by day, and their rolling mean, on a logarithmic scale of cents.
struct AskedPlot {
  /// In order; at least one.
  let days: [ProfileDays.Asked]
  let time: DateInterval
  let calendar: Calendar
  let glyphs: Glyphs

  /// Days further apart than this are not joined: the mean of seven days knows nothing between them.
  /// With an hour for a change of the clocks.
  private static let longestGap = 7 * 86_400.0 + 3600

  /// Whether every day has a mark of its own; else there are so many that the line goes before them.
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

import Console
import Foundation

/// The frame of a plot by day, drawn with characters: cents at the left, dates below.
struct TimelineFrame {
  let time: ClosedRange<Double>
  let cents: CentsAxis
  let calendar: Calendar
  let glyphs: Glyphs

  /// Up to this the dates are those of days.
  private static let shortTime = 62 * 86_400.0

  /// Where a moment and a number of cents are on the canvas.
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
  ///   - draw: draws into the frame.
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

  /// The axis of dates, and its labels as far as they have room.
  private func dates(_ scale: AxisScale, margin: Int, width: Int) -> [String] {
    // A label of a day or of a month, with room about it.
    let isShort = time.upperBound - time.lowerBound < Self.shortTime
    let axis = DateAxis(calendar: calendar, mostTicks: max(width / (isShort ? 9 : 13), 2))
    var line = Array(repeating: glyphs.level, count: width)
    var labels = ""
    for tick in axis.ticks(in: time) {
      // A date stands below its day, not below the midnight that begins it.
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

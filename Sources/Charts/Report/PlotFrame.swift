import Console
import Foundation

/// The area of a drawing with its grid lines, labels and names of axes.
struct PlotFrame {
  /// The width of all drawings, in units that are pixels at the usual size.
  static let width = 560.0

  var height = 300.0
  var left = 68.0
  var right = 16.0
  var top = 34.0
  var bottom = 52.0

  var bottomEdge: Double { height - bottom }
  var rightEdge: Double { Self.width - right }

  func horizontal(_ domain: ClosedRange<Double>, isLogarithmic: Bool = false) -> AxisScale {
    AxisScale(domain: domain, start: left, end: rightEdge, isLogarithmic: isLogarithmic)
  }

  func vertical(_ domain: ClosedRange<Double>, isLogarithmic: Bool = false) -> AxisScale {
    AxisScale(domain: domain, start: bottomEdge, end: top, isLogarithmic: isLogarithmic)
  }

  /// Grid lines at the ticks of the vertical axis, their labels, and the axis's name above it.
  func rows(_ scale: AxisScale, _ ticks: [AxisTick], name: String) -> [MarkupElement] {
    ticks.flatMap { tick in
      let y = scale.position(tick.value)
      return [
        line("grid", left, y, rightEdge, y),
        text(tick.label, x: left - 7, y: y, anchor: "end", isCentred: true),
      ]
    } + [text(name, x: 4, y: 14, anchor: "start", kind: "name")]
  }

  /// Short lines at the ticks of the horizontal axis, their labels, and the axis's name below it.
  func columns(_ scale: AxisScale, _ ticks: [AxisTick], name: String) -> [MarkupElement] {
    ticks.flatMap { tick in
      let x = scale.position(tick.value)
      // A label at the right edge would be cut off; a long one at the left edge would run into
      // those of the vertical axis.
      let (anchor, place) =
        if x > rightEdge - 20 {
          ("end", Self.width - 2)
        } else if x < left + 20, tick.label.count > 4 {
          ("start", x)
        } else {
          ("middle", x)
        }
      return [
        line("axis", x, bottomEdge, x, bottomEdge + 5),
        text(tick.label, x: place, y: bottomEdge + 20, anchor: anchor),
      ]
    } + [
      line("axis", left, bottomEdge, rightEdge, bottomEdge),
      text(name, x: rightEdge, y: height - 6, anchor: "end", kind: "name"),
    ]
  }

  func line(_ kind: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double)
    -> MarkupElement
  {
    MarkupElement(
      "line",
      [
        "class": kind, "x1": Coordinate.text(x1), "y1": Coordinate.text(y1),
        "x2": Coordinate.text(x2), "y2": Coordinate.text(y2),
      ])
  }

  func circle(_ kind: String, x: Double, y: Double, radius: Double) -> MarkupElement {
    MarkupElement(
      "circle",
      [
        "class": kind, "cx": Coordinate.text(x), "cy": Coordinate.text(y),
        "r": Coordinate.text(radius),
      ])
  }

  func rectangle(_ kind: String, x: Double, y: Double, width: Double, height: Double)
    -> MarkupElement
  {
    MarkupElement(
      "rect",
      [
        "class": kind, "x": Coordinate.text(x), "y": Coordinate.text(y),
        "width": Coordinate.text(width), "height": Coordinate.text(height),
      ])
  }

  /// A line through points, from the first to the last.
  func curve(_ kind: String, _ points: [(x: Double, y: Double)]) -> MarkupElement {
    let path = points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(Coordinate.text(point.x)) \(Coordinate.text(point.y))"
    }.joined()
    return MarkupElement("path", ["class": kind, "d": path])
  }

  func text(
    _ text: String, x: Double, y: Double, anchor: String, kind: String = "label",
    isCentred: Bool = false
  ) -> MarkupElement {
    MarkupElement(
      "text",
      [
        "class": kind, "x": Coordinate.text(x), "y": Coordinate.text(y), "text-anchor": anchor,
        "dy": isCentred ? ".35em" : "0",
      ], text: text)
  }
}

/// A position or a length in a drawing, to a tenth of a unit.
enum Coordinate {
  static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    if tenths.isMultiple(of: 10) { return "\(tenths / 10)" }
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

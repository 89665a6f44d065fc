import Foundation

/// A place or a length in a drawing, to a tenth of a unit.
enum Coordinate {
  static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    if tenths.isMultiple(of: 10) { return "\(tenths / 10)" }
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

import Foundation

/// A grid of characters to draw on, in two layers with strokes between them.
///
/// Coordinates are in characters, from the upper left corner. A stroke has eight dots per character
/// if the terminal can show braille (Unicode's Braille Patterns, whose code has a bit for each
/// dot).
public struct PlotCanvas {
  public let columns: Int
  let rows: Int

  /// The character for strokes; `nil` for braille.
  private let stroke: Character?
  private var below: [Character]
  private var above: [Character?]
  private var dots: [UInt8]

  public init(columns: Int, rows: Int, glyphs: Glyphs) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    stroke = glyphs.stroke
    let count = self.columns * self.rows
    below = Array(repeating: " ", count: count)
    above = Array(repeating: nil, count: count)
    dots = Array(repeating: 0, count: count)
  }

  /// The number of dot positions side by side in a character.
  private var dotsAcross: Int { stroke == nil ? 2 : 1 }
  private var dotsDown: Int { stroke == nil ? 4 : 1 }

  public mutating func putBelow(_ character: Character, x: Double, y: Double) {
    cell(x, y).map { below[$0] = character }
  }

  public mutating func putAbove(_ character: Character, x: Double, y: Double) {
    cell(x, y).map { above[$0] = character }
  }

  /// Draws a straight line, including both ends.
  public mutating func draw(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    let (across, down) = (end.x - start.x, end.y - start.y)
    let length = max(abs(across) * Double(dotsAcross), abs(down) * Double(dotsDown))
    let steps = max(Int(length.rounded(.up)), 1)
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      dot(start.x + across * share, start.y + down * share)
    }
  }

  public var lines: [String] {
    (0..<rows).map { row in
      let characters = (row * columns..<(row + 1) * columns).map { index in
        above[index] ?? (dots[index] == 0 ? below[index] : character(of: dots[index]))
      }
      return String(characters)
    }
  }

  private mutating func dot(_ x: Double, _ y: Double) {
    guard let cell = cell(x, y) else { return }
    let (column, row) = (cell % columns, cell / columns)
    let across = min(max(Int((x - Double(column)) * 2), 0), 1)
    let down = min(max(Int((y - Double(row)) * 4), 0), 3)
    let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    dots[cell] |= bits[down][across]
  }

  private func character(of dots: UInt8) -> Character {
    stroke ?? Unicode.Scalar(0x2800 + UInt32(dots)).map { Character($0) } ?? " "
  }

  /// The cell at a position. A position beyond an edge is moved to the edge.
  private func cell(_ x: Double, _ y: Double) -> Int? {
    guard columns > 0, rows > 0, x.isFinite, y.isFinite else { return nil }
    let column = Int(min(max(x, 0), Double(columns - 1)))
    let row = Int(min(max(y, 0), Double(rows - 1)))
    return row * columns + column
  }
}

import Console
import Language
import Training

/// The course of a pitch about the target, in characters.
struct PitchPlot {
  private let cents: [Double]
  private let columns: Int
  private let glyphs: Glyphs

  /// Where the scale ends, in cents: 5 if the whole course fits, otherwise 50.
  private let reach: Double

  private static let reaches = (fine: 5.0, coarse: 50.0)

  /// So many are above the target, and as many below.
  private let rows: Int

  init(_ played: HeardNote, rows: Int, columns: Int, _ glyphs: Glyphs) {
    cents = played.curve.isEmpty ? [played.error.rawValue] : played.curve.cents
    (self.rows, self.columns) = (rows, columns)
    self.glyphs = glyphs
    let most = cents.map(\.magnitude).max() ?? 0
    reach = most <= Self.reaches.fine ? Self.reaches.fine : Self.reaches.coarse
  }

  private static var unit: String { localized(context: "axis", "cents") }

  /// How many columns the course has beside the scale and its unit.
  static func room(in columns: Int) -> Int { max(columns - 6 - unit.columns, 1) }

  var lines: [StyledText] {
    (-rows...rows).reversed().map { row in
      let value = reach * Double(row) / Double(rows)
      let isMarked = row == 0 || abs(row) == rows
      let label =
        isMarked
        ? (value > 0 ? "+" : "") + NumberText.fixed(value, places: 0) : ""
      let line = StyledText(label).leftPadded(to: 3)
      return line + StyledText(" " + (isMarked ? glyphs.axisTick : glyphs.axis)) + course(row)
        + (row == rows ? StyledText(" " + Self.unit) : "")
    }
  }

  private func course(_ row: Int) -> StyledText {
    (0..<columns).reduce(StyledText()) { line, column in
      let first = column * cents.count / columns
      let last = max((column + 1) * cents.count / columns, first + 1)
      let part = cents[first..<min(last, cents.count)]
      let mean = part.reduce(0, +) / Double(max(part.count, 1))
      let place = Int((min(max(mean / reach, -1), 1) * Double(rows)).rounded())
      guard place == row else {
        return line + StyledText(row == 0 ? glyphs.dashes : " ")
      }
      return line + StyledText(glyphs.sounded, row == 0 ? .right : .wrong)
    }
  }
}

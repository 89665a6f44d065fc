import Console
import Language
import Music
import Training

/// The course of a pitch about the target, in characters.
struct PitchPlot {
  private let cents: [Double]
  private let columns: Int
  private let glyphs: Glyphs

  /// Where the scale ends, in cents.
  private let reach: Int

  /// So many are above the target, and as many below; 2 or more, so that there is one between the lines.
  private let rows: Int

  init(_ played: PlayedNote, rows: Int, columns: Int, _ glyphs: Glyphs) {
    cents = played.curve.isEmpty ? [played.error] : played.recordedCurve.cents
    (self.rows, self.columns) = (rows, columns)
    self.glyphs = glyphs
    // The rows of a coarse scale would be far from what they show.
    reach = TuningScale.reach(of: cents.map(\.magnitude).max() ?? 0, among: [10, 15, 30, 100])
  }

  private static var unit: String { localized(context: "axis", "cents") }

  /// How many columns the course has beside the scale and its unit.
  static func room(in columns: Int) -> Int { max(columns - 7 - unit.columns, 1) }

  var lines: [StyledText] {
    (-rows...rows).reversed().map { row in
      let value = reach * row / rows
      let isMarked = row == 0 || abs(row) == rows
      let label =
        isMarked
        ? (value > 0 ? "+" : "") + "\(value)" : ""
      let line = StyledText(label).leftPadded(to: 4)
      return line + StyledText(" " + (isMarked ? glyphs.axisTick : glyphs.axis)) + course(row)
        + (row == rows ? StyledText(" " + Self.unit) : "")
    }
  }

  /// The row of a pitch: the middle one if it is in tune, one of the ends if it is there or beyond, and only then.
  private func row(of cents: Double) -> Int {
    guard !TrialWords.isInTune(Cents(cents)) else { return 0 }
    let size = abs(cents)
    let between = Int((size / Double(reach) * Double(rows)).rounded())
    let place =
      TrialWords.isInTune(Cents(min(size - Double(reach), 0)))
      ? rows : min(max(between, 1), rows - 1)
    return cents > 0 ? place : -place
  }

  private func course(_ row: Int) -> StyledText {
    (0..<columns).reduce(StyledText()) { line, column in
      let first = column * cents.count / columns
      let last = max((column + 1) * cents.count / columns, first + 1)
      let part = cents[first..<min(last, cents.count)]
      let mean = part.reduce(0, +) / Double(max(part.count, 1))
      guard self.row(of: mean) == row else {
        return line + StyledText(row == 0 ? glyphs.dashes : " ")
      }
      return line + StyledText(glyphs.sounded, row == 0 ? .right : .wrong)
    }
  }
}

import Console

/// The axis below a plot: cents to either side of what is true, which is in the middle.
///
///      ├──────┼──────┼──────┼──────┤
///     -20    -10     0     +10    +20 cents
struct CentsScale {
  /// The cents at either end.
  let reach: Double

  /// The columns from one tick to the next.
  private let step: Int
  private let labels: [String]
  private let unit: String

  private static let reaches = [5.0, 10, 20, 50, 100, 200, 500, 1000]
  private static let ticks = [-1, -0.5, 0, 0.5, 1]
  private static let steps = 5...20

  /// - Parameters:
  ///   - cents: what has to be within it, if anything can be.
  ///   - columns: that there is room for.
  init(reaching cents: Double, columns: Int) {
    let reach = Self.reaches.first { $0 >= cents } ?? Self.reaches[Self.reaches.count - 1]
    labels = Self.ticks.map { ReportText.signed($0 * reach) }
    unit = " " + ProfileScreenText.cents
    let around = 2 * (Self.widest(labels) / 2) + 1 + unit.columns
    step = min(max((columns - around) / 4, Self.steps.lowerBound), Self.steps.upperBound)
    self.reach = reach
  }

  /// The columns from one end to the other.
  var columns: Int { 4 * step + 1 }

  /// The columns before it, which a label takes.
  var margin: Int { Self.widest(labels) / 2 }

  /// The rows of the axis and its labels.
  static let rows = 2

  /// From the left end; what is beyond an end is placed there.
  func column(of cents: Double) -> Int {
    guard cents.isFinite else { return cents > 0 ? columns - 1 : 0 }
    return Int((min(max(cents / reach, -1), 1) * Double(2 * step)).rounded()) + 2 * step
  }

  func cents(at column: Int) -> Double { Double(column - 2 * step) / Double(2 * step) * reach }

  /// - Parameter column: of the left end.
  func draw(on grid: inout Grid, row: Int, column: Int, _ glyphs: Glyphs) {
    let between = String(repeating: glyphs.level, count: step - 1)
    let inner = String(repeating: "\(between)\(glyphs.center)", count: 3)
    grid.put(
      StyledText(glyphs.axisStart + inner + between + glyphs.axisTick), row: row, column: column)
    for (number, label) in labels.enumerated() {
      let middle = column + number * step
      grid.put(
        StyledText(label + (number == labels.count - 1 ? unit : "")), row: row + 1,
        column: middle - label.columns / 2)
    }
  }

  private static func widest(_ labels: [String]) -> Int { labels.map(\.columns).max() ?? 0 }
}

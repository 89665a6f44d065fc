import Console

/// The shifts of intervals and their thresholds, in a row each:
///
///     perfect fifth up       ····━━●━━····
///                     ├──────┼──────┼──────┼──────┤
///                    -20    -10     0     +10    +20 cents
struct ShiftPlot {
  struct Row: Hashable {
    let name: String

    /// The name if there is little room.
    let shortName: String

    /// `nil` if too little is known, which leaves the row empty.
    let figures: Figures?
  }

  /// Figures in cents; positive is higher.
  struct Figures: Hashable {
    let shift: Double
    let low: Double
    let high: Double
    let threshold: Double
  }

  let heading: String
  let legend: String
  let rows: [Row]

  /// The first row in view if not all of them fit.
  let first: Int
  let glyphs: Glyphs

  static let fewest = otherRows + 1

  /// The rows of the heading, and of the axis and its labels.
  private static let otherRows = PlotHeading.rows + CentsScale.rows

  /// The columns that the axis needs with its labels.
  private static let fewestColumns = 36

  /// The rows that the plot takes.
  var most: Int { Self.otherRows + rows.count }

  func lines(_ size: TerminalSize) -> [StyledText] {
    let names = names(columns: size.columns)
    let margin = (names.map(\.columns).max() ?? 0) + 1
    let farthest = rows.compactMap(\.figures).map { figures in
      max(abs(figures.shift) + figures.threshold, abs(figures.low), abs(figures.high))
    }
    let scale = CentsScale(
      reaching: farthest.max() ?? 0, columns: max(size.columns - margin, 1))
    let left = margin + scale.margin
    let count = min(max(size.rows - Self.otherRows, 1), rows.count)
    let start = min(max(first, 0), rows.count - count)
    var grid = Grid(TerminalSize(columns: size.columns, rows: Self.otherRows + count))
    PlotHeading(text: heading, legend: legend).draw(on: &grid)
    for row in 0..<count {
      let place = PlotHeading.rows + row
      grid.put(StyledText(names[start + row]), row: place, column: 0)
      draw(rows[start + row], on: &grid, row: place, left: left, scale)
    }
    scale.draw(on: &grid, row: PlotHeading.rows + count, column: left, glyphs)
    return grid.styledLines
  }

  private func draw(
    _ row: Row, on grid: inout Grid, row place: Int, left: Int, _ scale: CentsScale
  ) {
    guard let figures = row.figures else { return }
    func put(_ sign: String, from low: Double, to high: Double, _ style: Style) {
      let columns = scale.column(of: low)...max(scale.column(of: high), scale.column(of: low))
      grid.put(
        StyledText(String(repeating: sign, count: columns.count), style), row: place,
        column: left + columns.lowerBound)
    }
    put(
      glyphs.faint, from: figures.shift - figures.threshold, to: figures.shift + figures.threshold,
      .quiet)
    put("\(glyphs.span)", from: figures.low, to: figures.high, .plain)
    put(glyphs.sounded, from: figures.shift, to: figures.shift, .plain)
  }

  /// The names if they leave enough room, otherwise the short ones.
  private func names(columns: Int) -> [String] {
    let names = rows.map(\.name)
    let widest = names.map(\.columns).max() ?? 0
    return columns - widest >= Self.fewestColumns ? names : rows.map(\.shortName)
  }
}

/// The axis below a plot, with cents on both sides of the true pitch:
///
///      ├──────┼──────┼──────┼──────┤
///     -20    -10     0     +10    +20 cents
struct CentsScale {
  /// The cents at both ends.
  let reach: Double

  /// The columns from one tick to the next.
  private let step: Int
  private let labels: [String]
  private let unit: String

  private static let reaches = [5.0, 10, 20, 50, 100, 200, 500, 1000]
  private static let ticks = [-1, -0.5, 0, 0.5, 1]
  private static let steps = 5...20

  /// - Parameters:
  ///   - cents: the deviation that the axis has to contain if it can.
  ///   - columns: the room for the axis.
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

  /// The columns before the axis, which a label takes.
  var margin: Int { Self.widest(labels) / 2 }

  /// The rows of the axis and its labels.
  static let rows = 2

  /// The column from the left end. Values beyond an end stand at it.
  func column(of cents: Double) -> Int {
    guard cents.isFinite else { return cents > 0 ? columns - 1 : 0 }
    return Int((min(max(cents / reach, -1), 1) * Double(2 * step)).rounded()) + 2 * step
  }

  func cents(at column: Int) -> Double { Double(column - 2 * step) / Double(2 * step) * reach }

  /// - Parameter column: the column of the left end.
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

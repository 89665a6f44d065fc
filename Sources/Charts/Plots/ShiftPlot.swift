import Console

/// Where intervals sound true, and how far from there differences are told: a row for each.
///
///     perfect fifth up       ····━━●━━····
///                     ├──────┼──────┼──────┼──────┤
///                    -20    -10     0     +10    +20 cents
struct ShiftPlot {
  struct Row: Hashable {
    let name: String

    /// Instead of the name if there is little room.
    let shortName: String

    /// `nil` if too little is known: the row stays empty.
    let figures: Figures?
  }

  /// In cents; positive is higher.
  struct Figures: Hashable {
    let shift: Double
    let low: Double
    let high: Double
    let threshold: Double
  }

  let heading: String
  let legend: String
  let rows: [Row]

  /// The first row that is in view if not all of them fit.
  let first: Int
  let glyphs: Glyphs

  static let fewest = otherRows + 1

  /// The rows of the heading, and of the axis and its labels.
  private static let otherRows = PlotHeading.rows + CentsScale.rows

  /// Of the axis and its labels.
  private static let fewestColumns = 36

  /// As many rows as the plot takes.
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

import Console

/// Figures in cents beside one another, each a dot between the ends of its interval:
///
///     Threshold, cents          ● · 90 %
///     50 ┤···········
///     20 ┤    ●●●●●●●·········
///     10 ┤           ●●●●●●●●●
///      5 ┤····················
///         C2          C3
struct EstimatePlot {
  /// A figure and its interval, in cents.
  struct Mark: Hashable {
    /// The column from the left end of the plot.
    let column: Int
    let low: Double
    let high: Double

    /// `nil` for a figure that may not be shown; the ends of its interval are.
    let value: Double?

    /// The sign of the figure, instead of a dot.
    var sign: String?

    /// A line joins the ends of the interval.
    var hasBar = false
  }

  /// A text below a column.
  struct Name: Hashable {
    let column: Int
    let text: String
  }

  let heading: String
  let legend: String
  let axis: CentsAxis

  /// The marks from left to right.
  let marks: [Mark]

  /// The names from left to right. A name that would run into the one before it is left out.
  let names: [Name]
  let glyphs: Glyphs

  /// The place of a line across the plot, in cents.
  var baseline: Double?

  /// The rows of the heading and of the names, and the fewest of the plot itself.
  private static let otherRows = PlotHeading.rows + 1
  private static let fewestRows = 4

  static let fewest = otherRows + fewestRows

  /// The room for columns of marks.
  static func capacity(columns: Int, _ axis: CentsAxis) -> Int { max(columns - margin(axis), 1) }

  private static func margin(_ axis: CentsAxis) -> Int { axis.labelWidth + 2 }

  func lines(_ size: TerminalSize) -> [StyledText] {
    var grid = Grid(size)
    let height = max(size.rows - Self.otherRows, 1)
    let margin = Self.margin(axis)
    PlotHeading(text: heading, legend: legend)
      .draw(on: &grid, end: margin + (marks.last?.column ?? 0) + 1)
    let axisLines = axis.lines(height: height, labelWidth: axis.labelWidth, glyphs: glyphs)
    for (row, line) in axisLines.enumerated() {
      grid.put(StyledText(line), row: PlotHeading.rows + row, column: 0)
    }
    if let baseline {
      let line = String(repeating: glyphs.dashes, count: max(size.columns - margin, 0))
      let row = PlotHeading.rows + axis.row(of: baseline, height: height)
      grid.put(StyledText(line, .quiet), row: row, column: margin)
    }
    for mark in marks {
      func put(_ sign: StyledText, at cents: Double) {
        grid.put(
          sign, row: PlotHeading.rows + axis.row(of: cents, height: height),
          column: margin + mark.column)
      }
      if mark.hasBar {
        let ends = [mark.high, mark.low].map { axis.row(of: $0, height: height) }
        for row in ends[0]...max(ends[0], ends[1]) {
          grid.put(
            StyledText(glyphs.axis, .quiet), row: PlotHeading.rows + row,
            column: margin + mark.column)
        }
      } else {
        for end in [mark.low, mark.high] { put(StyledText(glyphs.faint, .quiet), at: end) }
      }
      if let value = mark.value { put(StyledText(mark.sign ?? glyphs.sounded), at: value) }
    }
    var free = 0
    for name in names {
      let (column, width) = (margin + name.column, name.text.columns)
      guard column >= free, column + width <= size.columns else { continue }
      grid.put(StyledText(name.text), row: size.rows - 1, column: column)
      free = column + width + 1
    }
    return grid.styledLines
  }
}

/// The first row of a plot that is drawn with characters, with its subject and its signs.
struct PlotHeading {
  let text: String

  /// The meaning of the signs, which is left out without room for it; may be empty.
  let legend: String

  static let rows = 1

  /// The columns between the text and the legend.
  private static let gap = 3

  /// The columns for the legend.
  static func roomForLegend(beside text: String, columns: Int) -> Int {
    max(columns - text.columns - gap, 0)
  }

  /// - Parameter end: the column after the plot, at which the legend also ends if it fits.
  func draw(on grid: inout Grid, end: Int = 0) {
    let start = text.columns + Self.gap
    grid.put(StyledText(text), row: 0, column: 0)
    guard !legend.isEmpty, start + legend.columns <= grid.columns else { return }
    grid.put(
      StyledText(legend), row: 0, column: start, width: max(end - start, legend.columns),
      alignment: .right)
  }
}

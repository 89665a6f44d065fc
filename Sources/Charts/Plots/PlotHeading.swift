import Console

/// The first row of a plot that is drawn with characters: what it shows, and what its signs mean.
struct PlotHeading {
  let text: String

  /// May be empty. It is left out if there is no room for it.
  let legend: String

  static let rows = 1

  /// The columns between the text and the legend.
  private static let gap = 3

  /// How many columns there are for the legend.
  static func roomForLegend(beside text: String, columns: Int) -> Int {
    max(columns - text.columns - gap, 0)
  }

  /// - Parameter end: the column behind the plot, where the legend ends, too, if there is room for it before.
  func draw(on grid: inout Grid, end: Int = 0) {
    let start = text.columns + Self.gap
    grid.put(StyledText(text), row: 0, column: 0)
    guard !legend.isEmpty, start + legend.columns <= grid.columns else { return }
    grid.put(
      StyledText(legend), row: 0, column: start, width: max(end - start, legend.columns),
      alignment: .right)
  }
}

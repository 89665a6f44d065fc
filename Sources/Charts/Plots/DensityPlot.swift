import Console
import Foundation
import Training

/// The distribution of the errors of tuned notes:
///
///                ▁▂▅▇█▇▄▃▂▁
///      ├──────┼──────┼──────┼──────┤
///     -20    -10     0     +10    +20 cents
struct DensityPlot {
  let errors: MatchingErrors

  /// The mean and the spread, in cents.
  let bias: Double
  let spread: Double

  /// The text above the bars; may be empty.
  let heading: String
  let glyphs: Glyphs

  static let fewest = CentsScale.rows + 1

  /// The most rows of the bars; higher ones show nothing more.
  private static let mostRows = 8

  static let most = CentsScale.rows + 1 + mostRows

  func lines(_ size: TerminalSize) -> [StyledText] {
    let scale = CentsScale(reaching: abs(bias) + 2.5 * spread, columns: size.columns)
    let top = heading.isEmpty || size.rows <= Self.fewest ? 0 : 1
    let height = min(max(size.rows - CentsScale.rows - top, 1), Self.mostRows)
    var grid = Grid(
      TerminalSize(columns: size.columns, rows: top + height + CentsScale.rows))
    if top > 0 { grid.put(StyledText(heading), row: 0, column: 0) }
    for (row, line) in bars(scale, height: height).enumerated() {
      grid.put(StyledText(line), row: top + row, column: scale.margin)
    }
    scale.draw(on: &grid, row: top + height, column: scale.margin, glyphs)
    return grid.styledLines
  }

  /// The rows of the bars, from the top.
  private func bars(_ scale: CentsScale, height: Int) -> [String] {
    let densities = densities(scale)
    let highest = max(densities.max() ?? 0, .leastNormalMagnitude)
    let levels = glyphs.bars.count
    let heights = densities.map { Int(($0 / highest * Double(height * levels)).rounded()) }
    return (0..<height).map { row in
      let below = (height - 1 - row) * levels
      return String(
        heights.map { total -> Character in
          let level = min(total - below, levels)
          return level > 0 ? glyphs.bars[level - 1] : " "
        })
    }
  }

  /// The density at each column, not normed. Each error is spread over its neighbourhood, with the
  /// width of Silverman's rule of thumb ("Density Estimation", 1986, 3.4.2) but at least a column.
  private func densities(_ scale: CentsScale) -> [Double] {
    let count = Double(max(errors.count, 1))
    let column = 2 * scale.reach / Double(scale.columns - 1)
    let width = max(1.06 * spread * pow(count, -0.2), column / 2)
    let bins = errors.bins.enumerated().filter { $0.element > 0 }.map { index, number in
      (
        cents: (Double(index) + 0.5) * MatchingErrors.binWidth - MatchingErrors.reach,
        number: Double(number)
      )
    }
    return (0..<scale.columns).map { column in
      let cents = scale.cents(at: column)
      return bins.reduce(0) { sum, bin in
        let z = (cents - bin.cents) / width
        return sum + bin.number * exp(-z * z / 2)
      }
    }
  }
}

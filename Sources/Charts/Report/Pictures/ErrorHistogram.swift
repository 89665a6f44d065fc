import Training

/// Matching errors gathered into bars of a width that suits their spread.
struct ErrorHistogram: Hashable {
  struct Bar: Hashable {
    /// low ≤ error < high, in cents.
    let low: Double
    let high: Double
    let count: Int
  }

  /// From flat to sharp, about 0.
  let bars: [Bar]

  /// Errors beyond the bars.
  let flatter: Int
  let sharper: Int

  private static let barsToASide = 20

  /// Of the bars' widths in cents the smallest will do that leaves out so few.
  private static let widths = [0.5, 1, 2, 5]
  private static let mostLeftOut = 0.015

  init(_ errors: MatchingErrors) {
    let count = errors.count
    let candidates = Self.widths.map { ErrorHistogram(errors, width: $0) }
    let fitting = candidates.first {
      Double($0.flatter + $0.sharper) <= Self.mostLeftOut * Double(count)
    }
    self = fitting ?? candidates[candidates.count - 1]
  }

  private init(_ errors: MatchingErrors, width: Double) {
    let middle = errors.bins.count / 2
    let size = Int(width / MatchingErrors.binWidth)
    let start = middle - Self.barsToASide * size
    let end = middle + Self.barsToASide * size
    bars = stride(from: start, to: end, by: size).map { first in
      let low = Double(first - middle) * MatchingErrors.binWidth
      return Bar(
        low: low, high: low + width, count: errors.bins[first..<first + size].reduce(0, +))
    }
    flatter = errors.farFlat + errors.bins[..<start].reduce(0, +)
    sharper = errors.farSharp + errors.bins[end...].reduce(0, +)
  }

  /// In cents.
  var barWidth: Double { bars.first.map { $0.high - $0.low } ?? 0 }

  var reach: Double { bars.last?.high ?? 0 }
}

import Foundation
import Music

/// Whether tuning has changed over the last matchings of one training: accuracy and precision told
/// apart.
///
/// Accuracy is the distance of the bias (the mean signed error) from the truth, precision the spread
/// about the bias. One may tune ever more alike and ever more sharp.
public nonisolated struct MatchingTrendTest: Equatable, Sendable {
  private var recent = RecentTrials<Double>()

  public init() {}

  /// Adds a committed pitch, in order of time. O(1).
  public mutating func add(centError: Cents) { recent.add(centError.rawValue) }

  /// The change of the |bias| in cents per 1000 matchings; `nil` below 20.
  public var accuracy: TestedChange? { line?.accuracy }

  /// The change of the spread as a share per 1000 matchings; `nil` below 20, or where the errors have
  /// no spread.
  public var precision: TestedChange? {
    line.flatMap { SpreadLine($0.residuals, $0.times)?.precision }
  }

  private var line: BiasLine? {
    guard recent.count >= TestedChange.minimumTrials else { return nil }
    let errors = recent.inOrder
    return BiasLine(errors, times: errors.indices.map(recent.time))
  }
}

/// What an export wrote.
public struct ExportSummary: Hashable, Sendable {
  public var comparisons = 0
  public var matchings = 0

  /// Results left out because the app does not know their tuning: how many, by tuning.
  public var leftOut: [String: Int] = [:]

  public init(comparisons: Int = 0, matchings: Int = 0, leftOut: [String: Int] = [:]) {
    self.comparisons = comparisons
    self.matchings = matchings
    self.leftOut = leftOut
  }
}

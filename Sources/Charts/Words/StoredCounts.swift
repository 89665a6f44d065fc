import Language

/// How many records there are of each training.
public struct StoredCounts: Hashable {
  public let comparisons: Int
  public let matchings: Int

  public init(comparisons: Int, matchings: Int) {
    self.comparisons = comparisons
    self.matchings = matchings
  }

  /// Both numbers in words.
  public var text: String {
    localized(
      "%@ and %@",
      localized(one: "%d comparison", other: "%d comparisons", comparisons),
      localized(one: "%d pitch matching", other: "%d pitch matchings", matchings))
  }
}

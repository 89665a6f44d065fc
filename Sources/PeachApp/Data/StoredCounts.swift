/// How many records there are of each training.
public struct StoredCounts: Hashable {
  public let comparisons: Int
  public let matchings: Int

  public init(comparisons: Int, matchings: Int) {
    self.comparisons = comparisons
    self.matchings = matchings
  }
}

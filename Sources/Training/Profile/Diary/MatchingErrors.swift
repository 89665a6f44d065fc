import Music

/// How often pitch matching ended how far from the target.
///
/// A bin is half a cent wide, up to 100 cents to either side. Its size does not grow with the history.
public nonisolated struct MatchingErrors: Equatable, Sendable {
  /// The width of a bin, and how far bins reach, in cents.
  public static let binWidth = 0.5
  public static let reach = 100.0

  /// The number of errors in each bin: bin i holds −100 + i/2 ≤ error < −100 + (i + 1)/2.
  public private(set) var bins = [Int](repeating: 0, count: Int(2 * reach / binWidth))

  /// Errors beyond the bins, flat and sharp.
  public private(set) var farFlat = 0
  public private(set) var farSharp = 0

  public init() {}

  public var count: Int { bins.reduce(farFlat + farSharp, +) }

  /// Adds a committed pitch; positive is sharp. O(1).
  public mutating func add(_ centError: Cents) {
    let error = centError.rawValue
    if error < -Self.reach {
      farFlat += 1
    } else if error >= Self.reach {
      farSharp += 1
    } else {
      bins[min(Int((error + Self.reach) / Self.binWidth), bins.count - 1)] += 1
    }
  }
}

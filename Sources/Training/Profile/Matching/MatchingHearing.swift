import Music

/// What is concluded from pitch matchings of one kind: bias, pull and spread by the last 200.
public nonisolated struct MatchingHearing: Sendable {
  private var recent = RecentValues<MatchingFit.Answer>(capacity: MatchingFit.window)

  /// The number of matchings.
  public private(set) var count = 0

  public init() {}

  /// `nil` if there are too few matchings, or if all began at the same place. Under a millisecond.
  public var fit: MatchingFit? { MatchingFit(recent.inOrder) }

  /// Adds a matching, in order of time. O(1).
  mutating func add(_ answer: MatchingAnswer) {
    guard answer.centError.rawValue.isFinite, answer.initialCentOffset.rawValue.isFinite else {
      return
    }
    count += 1
    recent.add(
      MatchingFit.Answer(
        error: answer.centError.rawValue, start: answer.initialCentOffset.rawValue))
  }
}

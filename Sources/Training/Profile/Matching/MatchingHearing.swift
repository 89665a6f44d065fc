import Music

/// What is concluded from pitch matchings, or from played notes, of one kind: bias, pull and spread by the
/// last 200.
public nonisolated struct MatchingHearing: Sendable {
  private var recent = RecentValues<MatchingFit.Answer>(capacity: MatchingFit.window)

  /// The number of matchings.
  public private(set) var count = 0

  /// Whether the error may follow the place where a note starts; played notes start nowhere.
  let hasPull: Bool

  /// With fewer there is no ``fit``.
  private let fewest: Int

  /// - Parameter fewest: at least 2.
  public init(hasPull: Bool = true, fewest: Int = MatchingFit.fewest) {
    (self.hasPull, self.fewest) = (hasPull, fewest)
  }

  /// `nil` if there are too few matchings, or if all began at the same place. Under a millisecond.
  public var fit: MatchingFit? {
    MatchingFit(recent.inOrder, hasPull: hasPull, fewest: fewest)
  }

  /// The spread of a user of whom too little is known.
  public static let unknownSpread = Cents(10)

  /// How far off the user usually is, as far as it is known.
  var usualSpread: Cents { fit?.spread.value ?? Self.unknownSpread }

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

  /// Adds a played note, in order of time. O(1).
  mutating func add(_ answer: PlayingAnswer) {
    guard answer.centError.rawValue.isFinite else { return }
    count += 1
    recent.add(MatchingFit.Answer(error: answer.centError.rawValue, start: 0))
  }
}

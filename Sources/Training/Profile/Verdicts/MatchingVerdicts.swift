/// What may be said of pitch matchings, or of played notes.
public nonisolated struct MatchingVerdicts: Sendable {
  /// Whether the error follows the place where the note started.
  public enum Pull: Hashable, Sendable {
    case none
    case towardsStart(CentsEstimate)
    case awayFromStart(CentsEstimate)
  }

  /// The number of matchings.
  public let count: Int

  /// `nil` if it is too early to say.
  public let fit: MatchingFit?

  public let pull: Pull

  /// Whether there is anything to say of a pull.
  public let hasPull: Bool

  public init(_ hearing: MatchingHearing) {
    count = hearing.count
    fit = hearing.fit
    pull = fit.map(VerdictTable.pull) ?? .none
    hasPull = hearing.hasPull
  }
}

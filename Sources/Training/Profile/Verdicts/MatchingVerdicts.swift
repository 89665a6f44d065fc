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

  /// `nil` if it is too early for a trend.
  public let trend: MatchingTrend?

  public init(_ hearing: MatchingHearing) {
    trend = hearing.trend
    count = hearing.count
    fit = hearing.fit
    pull = fit.map(VerdictTable.pull) ?? .none
    hasPull = hearing.hasPull
  }
}

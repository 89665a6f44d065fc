/// What may be said of pitch matchings, or of played notes.
public nonisolated struct MatchingVerdicts: Sendable {
  /// Whether the error follows the place where the note started.
  public enum Pull: Hashable, Sendable {
    /// It makes no clear difference.
    case unclear
    case towardsStart(CentsEstimate)
    case awayFromStart(CentsEstimate)
  }

  /// The number of matchings.
  public let count: Int

  /// `nil` if it is too early to say.
  public let fit: MatchingFit?

  /// `nil` if there is nothing to say of it: notes that are played start nowhere, and a few tuned ones tell nothing.
  public let pull: Pull?

  /// Whether notes start somewhere.
  public let hasPull: Bool

  /// `nil` if it is too early for a trend.
  public let trend: MatchingTrend?

  public init(_ hearing: MatchingHearing) {
    trend = hearing.trend
    count = hearing.count
    fit = hearing.fit
    pull = fit.flatMap(VerdictTable.pull)
    hasPull = hearing.hasPull
  }
}

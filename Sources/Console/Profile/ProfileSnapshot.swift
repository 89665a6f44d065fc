import Music
import Training

/// The profile as it is shown at one moment. Members that nothing is known of are `nil`.
public struct ProfileSnapshot {
  public struct Note: Hashable {
    public let note: MIDINote
    public let statistics: NoteStatistics
  }

  public struct Comparisons: Hashable {
    public let trials: Int
    public let overallMean: Cents?
    public let overallStdDev: Cents?
    public let halvesTrend: TrendSummary?
    /// The notes of the range and every trained one, ascending.
    public let notes: [Note]
  }

  public struct Matchings: Hashable {
    public let count: Int
    public let mean: Cents?
    public let stdDev: Cents?
    public let bias: Cents?
    public let spread: Cents?
    public let halvesTrend: TrendSummary?
  }

  public struct TrendSummary: Hashable {
    public let trend: Trend
    /// The change from the earlier half to the later as a share of the earlier.
    public let change: Double
  }

  public let comparison: ByTrainingKind<Comparisons>
  public let matching: ByTrainingKind<Matchings>

  public init(profile: PerceptualProfile, trends: TrendAnalyzer, noteRange: NoteRange) {
    func comparisons(_ kind: TrainingKind) -> Comparisons {
      let part = profile.discrimination[kind]
      let notes = MIDINote.range.map { MIDINote($0) }.filter { note in
        (noteRange.lowest...noteRange.highest).contains(note) || part[note].count > 0
      }
      return Comparisons(
        trials: part.count, overallMean: part.overallMean, overallStdDev: part.overallStdDev,
        halvesTrend: TrendSummary(trends.discrimination[kind]),
        notes: notes.map { Note(note: $0, statistics: part[$0]) })
    }
    func matchings(_ kind: TrainingKind) -> Matchings {
      let part = profile.matching[kind]
      return Matchings(
        count: part.count, mean: part.mean, stdDev: part.standardDeviation, bias: part.bias,
        spread: part.spread, halvesTrend: TrendSummary(trends.matching[kind]))
    }
    comparison = ByTrainingKind(unison: comparisons(.unison), interval: comparisons(.interval))
    matching = ByTrainingKind(unison: matchings(.unison), interval: matchings(.interval))
  }
}

extension ProfileSnapshot.TrendSummary {
  /// `nil` while there are too few records.
  init?(_ series: TrendSeries) {
    guard let trend = series.trend, let change = series.change else { return nil }
    self.init(trend: trend, change: change)
  }
}

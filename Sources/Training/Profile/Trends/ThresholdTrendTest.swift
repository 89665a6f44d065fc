import Music

/// Whether the thresholds of one training have changed over its last trials.
///
/// The model is that of ``ThresholdMap`` with a change added: ln threshold = θ_n + β · t for note n at
/// time t, in thousands of trials. "No change", β = 0, is tested with Rao's score test (Rao, "Large
/// sample tests of statistical hypotheses concerning several parameters", 1948): the thresholds of the
/// notes are estimated as if nothing had changed, and the test asks whether right and wrong answers
/// then lean to one end of the time. Size and uncertainty are those of the fitted β.
///
/// Only how well the user did at what was asked counts, not what was asked: a staircase that settles, or
/// a run of notes that are hard for this user, is no change of hearing.
public nonisolated struct ThresholdTrendTest: Equatable, Sendable {
  private var recent = RecentTrials<ThresholdTrial>()

  public init() {}

  /// More lapses than ``ThresholdMap`` takes for granted. A listener with fewer loses little by it; with
  /// one who has more, slips at large differences would else look like hearing that was once worse.
  private static let model = PsychometricFunction(lapseRate: 0.06)

  /// Adds a trial, in order of time. O(1).
  public mutating func add(note: MIDINote, centOffset: Cents, isCorrect: Bool) {
    recent.add(
      ThresholdTrial(
        note: UInt8(note.rawValue), offset: centOffset.magnitude, isCorrect: isCorrect))
  }

  /// The change of the threshold as a share per 1000 trials; `nil` below 20 trials.
  ///
  /// It fits the model to up to 4000 trials: some ten milliseconds.
  public var change: TestedChange? {
    guard recent.count >= TestedChange.minimumTrials else { return nil }
    let trials = recent.inOrder
    let times = trials.indices.map(recent.time)
    let unchanged = ThresholdFit(trials, times: times, model: Self.model, changes: false)
    let changing = ThresholdFit(trials, times: times, model: Self.model, changes: true)
    return TestedChange(
      statistic: unchanged.scoreStatistic, estimate: changing.change,
      error: changing.errorOfChange, trials: trials.count, transform: TestedChange.share)
  }
}

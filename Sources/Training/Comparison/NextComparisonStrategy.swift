import Music

/// Chooses what a comparison training asks next.
///
/// It lives in the logical world: it is given the interval, never the tuning.
public protocol NextComparisonStrategy {
  /// The next comparison at `interval`.
  ///
  /// - Parameters:
  ///   - notes: the reference notes to choose from, in ascending order; never empty.
  ///   - profile: what was presented to the user in this kind of training.
  ///   - thresholds: what is believed of the user's thresholds in this kind of training.
  ///   - last: what was answered last in this session, `nil` at its beginning.
  ///   - random: the only source of chance, so that a seed repeats a session.
  func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    profile: PitchDiscriminationProfile, thresholds: ThresholdMap, last: CompletedComparison?,
    using random: inout RandomSource
  ) -> Comparison
}

extension StrategyName {
  /// The strategy of this name.
  public func makeStrategy() -> any NextComparisonStrategy {
    switch self {
    case .kazez: KazezNoteStrategy()
    case .adaptive: AdaptiveNoteStrategy()
    }
  }
}

/// Lets the strategy that is set choose each comparison.
public struct ComparisonChooser: TrialChooser {
  private let profile: () -> PerceptualProfile
  private let strategy: (StrategyName) -> any NextComparisonStrategy

  /// - Parameters:
  ///   - profile: the present profile, asked for before each new comparison.
  ///   - strategy: looked up by name for each new comparison.
  public init(
    profile: @escaping () -> PerceptualProfile,
    strategy: @escaping (StrategyName) -> any NextComparisonStrategy = { $0.makeStrategy() }
  ) {
    self.profile = profile
    self.strategy = strategy
  }

  public func makeRun(_ settings: any UserSettings) -> ComparisonMachine.Run {
    ComparisonMachine.Run(intervals: settings.intervals, tuningSystem: settings.tuningSystem)
  }

  public func notes(
    in run: ComparisonMachine.Run, _ settings: any UserSettings, canSound: (Frequency) -> Bool
  ) -> UsableNotes {
    UsableNotes(
      for: run.rotation.intervals, in: settings.noteRange, tuningSystem: run.tuningSystem,
      referencePitch: settings.referencePitch, canSound: canSound)
  }

  public func trial(
    _ index: Int, in run: ComparisonMachine.Run, among notes: UsableNotes,
    _ settings: any UserSettings, using random: inout RandomSource
  ) -> PosedComparison {
    let current = TrainingSettings(settings)
    let interval = notes.drawInterval(using: &random)
    let kind = TrainingKind(interval)
    let profile = profile()
    let comparison = strategy(settings.strategy).nextComparison(
      interval: interval, among: notes.references(for: interval), settings: current,
      profile: profile.discrimination[kind], thresholds: profile.thresholds[kind], last: run.last,
      using: &random)
    let amplitude = LoudnessRoving.amplitude(share: current.varyLoudness, using: &random)
    return PosedComparison(
      index: index, comparison: comparison, tuningSystem: run.tuningSystem,
      referencePitch: current.referencePitch, noteDuration: current.noteDuration,
      amplitudeDB: amplitude, strategy: settings.strategy,
      believedThreshold: profile.thresholds[kind].estimate(of: comparison.referenceNote).threshold)
  }
}

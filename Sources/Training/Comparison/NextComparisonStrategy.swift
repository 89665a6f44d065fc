import Foundation
import MainThread
import Music

/// Chooses what a comparison training asks next.
///
/// It lives in the logical world: it is given the interval, never the tuning.
public protocol NextComparisonStrategy {
  /// The next comparison at `interval`.
  ///
  /// - Parameters:
  ///   - notes: the reference notes to choose from, in ascending order; never empty.
  ///   - hearing: what is believed of the user's hearing; the day of the comparison has begun.
  ///   - last: what was answered last at the interval in this session, `nil` before that.
  ///   - random: the only source of chance, so that a seed repeats a session.
  func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    hearing: HearingModel, last: CompletedComparison?, using random: inout RandomSource
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
  private let hearing: () -> HearingModel
  private let strategy: (StrategyName) -> any NextComparisonStrategy
  private let now: () -> Date

  /// - Parameters:
  ///   - hearing: what is believed at present, asked for before each new comparison.
  ///   - strategy: looked up by name for each new comparison.
  ///   - now: the time of day decides whether another day has begun.
  public init(
    hearing: @escaping () -> HearingModel,
    strategy: @escaping (StrategyName) -> any NextComparisonStrategy = { $0.makeStrategy() },
    now: @escaping () -> Date = { Scheduling.date }
  ) {
    self.hearing = hearing
    self.strategy = strategy
    self.now = now
  }

  public func trial(
    _ index: Int, in run: ComparisonMachine.Run, among notes: UsableNotes,
    _ settings: any UserSettings, using random: inout RandomSource
  ) -> PosedComparison {
    let current = TrainingSettings(settings)
    let interval = notes.drawInterval(using: &random)
    var hearing = hearing()
    hearing.startDay(of: now())
    let comparison = strategy(settings.strategy).nextComparison(
      interval: interval, among: notes.references(for: interval), settings: current,
      hearing: hearing, last: run.last(at: interval), using: &random)
    let amplitude = LoudnessRoving.amplitude(share: current.varyLoudness, using: &random)
    return PosedComparison(
      comparison,
      TrialConditions(
        index, in: run, settings, amplitudeDB: amplitude, voicing: Voicing(settings, using: &random)
      ),
      strategy: settings.strategy,
      believedThreshold: Cents(
        hearing.believedThreshold(
          of: comparison.referenceNote, at: interval, current.presentation)))
  }
}

import Foundation
import MainThread
import Music

/// Comparison training that runs.
public typealias ComparisonSession = TrainingDriver<ComparisonMachine>

extension ComparisonSession {
  /// - Parameters:
  ///   - hearing: what is believed at present, asked for before each new comparison.
  ///   - strategy: looked up by name for each new comparison.
  public convenience init(
    player: any NotePlayer, settings: any UserSettings,
    hearing: @escaping () -> HearingModel,
    strategy: @escaping (StrategyName) -> any NextComparisonStrategy = { $0.makeStrategy() },
    resultObservers: [any ResultObserver] = [],
    observers: [any TrainingObserver<ComparisonMachine>] = [], firstIndex: Int = 1,
    clock: any TrialClock = ProgramClock(), now: @escaping () -> Date = { Scheduling.date },
    makeID: @escaping () -> UUID = { UUID() },
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.init(
      player: player, settings: settings,
      chooser: ComparisonChooser(hearing: hearing, strategy: strategy, now: now),
      resultObservers: resultObservers, observers: observers, firstIndex: firstIndex, clock: clock,
      now: now, makeID: makeID, random: random)
  }

  /// Answers the trial, from the second note's first moment on; a note that still sounds stops.
  ///
  /// - Returns: whether the answer counted; `false` if none was asked for.
  @discardableResult
  public func answer(higher: Bool) -> Bool { handle(.answer(higher: higher)) }

  /// The |offset| of the current trial in cents.
  public var currentDifficulty: Cents? {
    currentChallenge.map { Cents($0.comparison.centOffset.magnitude) }
  }

  /// `nil` until something was answered in this session.
  public var isLastAnswerCorrect: Bool? { run?.last?.isCorrect }

  /// The smallest |offset| that was told right in this session, in cents.
  public var sessionBestCentDifference: Cents? { run?.bestDifference }
}

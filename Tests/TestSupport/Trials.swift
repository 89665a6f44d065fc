import Foundation
import MainThread
import Music

@testable import Training

nonisolated extension CompletedTrial {
  /// A comparison that was answered.
  public init(
    id: UUID, comparison: Challenge, answeredHigher: Bool, tuningSystem: TuningSystem,
    timestamp: Date, context: TrialContext = TrialContext()
  ) {
    self.init(
      id: id, .comparison, challenge: comparison, answer: .choice(answeredHigher),
      tuningSystem: tuningSystem, timestamp: timestamp, context: context)
  }

  /// A question of purity that was answered.
  public init(
    id: UUID, purity: Challenge, answeredFirst: Bool, tuningSystem: TuningSystem, timestamp: Date,
    context: TrialContext = TrialContext()
  ) {
    self.init(
      id: id, .purity, challenge: purity, answer: .choice(answeredFirst),
      tuningSystem: tuningSystem, timestamp: timestamp, context: context)
  }

  /// A pitch matching that was committed.
  public init(
    id: UUID, challenge: Challenge, userCentError: Cents, tuningSystem: TuningSystem,
    timestamp: Date, context: TrialContext = TrialContext()
  ) {
    self.init(
      id: id, .matching, challenge: challenge, answer: .pitch(userCentError),
      tuningSystem: tuningSystem, timestamp: timestamp, context: context)
  }

  /// A note that was played and judged.
  public init(
    id: UUID, challenge: Challenge, played: PlayedNote, tuningSystem: TuningSystem, timestamp: Date,
    context: TrialContext = TrialContext()
  ) {
    self.init(
      id: id, .playing, challenge: challenge, answer: .played(played), tuningSystem: tuningSystem,
      timestamp: timestamp, context: context)
  }

  public var answeredHigher: Bool { answer == .choice(true) }
  public var answeredFirst: Bool { answer == .choice(true) }
}

nonisolated extension Challenge {
  /// Whether "higher" is the right answer.
  public var isTargetHigher: Bool { centOffset.rawValue > 0 }
}

nonisolated extension TrialPhase {
  /// Those of a comparison, and those of a pitch matching.
  public static let ofComparison: [TrialPhase] = [
    .idle, .paused, .playingNote1, .playingNote2, .awaitingAnswer, .showingFeedback, .replaying,
  ]
  public static let ofMatching: [TrialPhase] = [
    .idle, .paused, .playingReference, .playingTunable, .showingFeedback, .replaying,
  ]
}

// MARK: Sessions

extension TrainingDriver {
  /// A session of comparison.
  public static func comparison(
    player: any NotePlayer, settings: any UserSettings, hearing: @escaping () -> HearingModel,
    strategy: @escaping (StrategyName) -> any NextComparisonStrategy = { $0.makeStrategy() },
    resultObservers: [any ResultObserver] = [], observers: [any TrainingObserver] = [],
    firstIndex: Int = 1, clock: any TrialClock = ProgramClock(),
    now: @escaping () -> Date = { Scheduling.date }, makeID: @escaping () -> UUID = { UUID() },
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) -> TrainingDriver {
    TrainingDriver(
      ChoiceMachine(.comparison), player: player, settings: settings,
      chooser: TrainingChooser(.comparison, hearing: hearing, strategy: strategy, now: now),
      resultObservers: resultObservers, observers: observers, firstIndex: firstIndex, clock: clock,
      now: now, makeID: makeID, random: random)
  }

  /// A session of pitch matching.
  public static func matching(
    player: any NotePlayer, settings: any UserSettings,
    resultObservers: [any ResultObserver] = [], observers: [any TrainingObserver] = [],
    firstIndex: Int = 1, clock: any TrialClock = ProgramClock(),
    now: @escaping () -> Date = { Scheduling.date }, makeID: @escaping () -> UUID = { UUID() },
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) -> TrainingDriver {
    TrainingDriver(
      PitchMatchingMachine(), player: player, settings: settings,
      chooser: TrainingChooser(.matching), resultObservers: resultObservers, observers: observers,
      firstIndex: firstIndex, clock: clock, now: now, makeID: makeID, random: random)
  }

  /// A session of playing.
  public static func playing(
    player: any NotePlayer, listener: any NoteListener, settings: any UserSettings,
    hearing: @escaping () -> HearingModel = { HearingModel() },
    resultObservers: [any ResultObserver] = [], observers: [any TrainingObserver] = [],
    clock: any TrialClock = ProgramClock(), now: @escaping () -> Date = { Scheduling.date },
    makeID: @escaping () -> UUID = { UUID() },
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) -> TrainingDriver {
    TrainingDriver(
      PlayingMachine(), player: player, settings: settings,
      chooser: TrainingChooser(.playing, hearing: hearing), listener: listener,
      resultObservers: resultObservers, observers: observers, clock: clock, now: now,
      makeID: makeID, random: random)
  }

  public var currentTrial: PosedTrial? { machine.trial }
  public var currentInterval: DirectedInterval? { currentTrial?.interval }

  /// Whether the session asks for anything but the prime.
  public var isIntervalMode: Bool { run?.intervals.contains { $0 != .prime } ?? false }

  /// What was answered last in this session.
  public var lastResult: CompletedTrial? { run?.last }

  /// The |offset| of the current trial in cents.
  public var currentDifficulty: Cents? {
    currentTrial.map { Cents($0.challenge.centOffset.magnitude) }
  }

  public var isLastAnswerCorrect: Bool? { run?.last?.isCorrect }

  /// Whether the answer counted.
  @discardableResult
  public func answer(higher: Bool) -> Bool { handle(.answer(higher: higher)) }

  /// Whether the slider moved.
  @discardableResult
  public func adjustPitch(_ value: Double) -> Bool { handle(.slider(value)) }

  @discardableResult
  public func nudge(_ cents: Cents) -> Bool { handle(.nudge(cents)) }

  @discardableResult
  public func commitPitch(_ value: Double) -> Bool { handle(.commitAt(value)) }

  /// Commits the pitch that sounds now, whatever moved it there, or lets what was heard so far be judged.
  @discardableResult
  public func commit() -> Bool { handle(.commit) }

  /// Where the slider stands; `nil` if there is no note to tune.
  public var currentValue: Double? { (machine as? PitchMatchingMachine)?.value }
}

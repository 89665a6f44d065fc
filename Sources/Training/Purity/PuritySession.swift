import Foundation
import MainThread
import Music

/// Purity training that runs.
public typealias PuritySession = TrainingDriver<PurityMachine>

extension PuritySession {
  /// - Parameter hearing: what is believed at present, asked for before each new question.
  public convenience init(
    player: any NotePlayer, settings: any UserSettings, hearing: @escaping () -> HearingModel,
    resultObservers: [any ResultObserver] = [],
    observers: [any TrainingObserver<PurityMachine>] = [], firstIndex: Int = 1,
    clock: any TrialClock = ProgramClock(), now: @escaping () -> Date = { Scheduling.date },
    makeID: @escaping () -> UUID = { UUID() },
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.init(
      player: player, settings: settings, chooser: PurityChooser(hearing: hearing),
      resultObservers: resultObservers, observers: observers, firstIndex: firstIndex, clock: clock,
      now: now, makeID: makeID, random: random)
  }

  /// Answers the question, from the first moment of the second one on; what still sounds stops.
  ///
  /// - Returns: whether the answer counted; `false` if none was asked for.
  @discardableResult
  public func answer(first: Bool) -> Bool { handle(.choose(first: first)) }

  /// The |offset| of the current question in cents.
  public var currentDifficulty: Cents? {
    currentChallenge.map { Cents($0.purity.centOffset.magnitude) }
  }

  /// `nil` until something was answered in this session.
  public var isLastAnswerCorrect: Bool? { run?.last?.isCorrect }
}

/// Chooses each question of purity by the strategy that is set: by what is believed of the interval's
/// threshold, or by a staircase.
public struct PurityChooser: TrialChooser {
  private let hearing: () -> HearingModel

  /// - Parameter hearing: what is believed at present, asked for before each new question.
  public init(hearing: @escaping () -> HearingModel) { self.hearing = hearing }

  public func drone(
    in run: PurityMachine.Run, _ settings: any UserSettings
  ) -> [NoteRequest] {
    Voicing.drone(settings, TrainingName.purity.ownPresentation, in: run.tuningSystem)
  }

  public func trial(
    _ index: Int, in run: PurityMachine.Run, among notes: UsableNotes,
    _ settings: any UserSettings, using random: inout RandomSource
  ) -> PosedPurity {
    let current = TrainingSettings(settings)
    let interval = notes.drawInterval(using: &random)
    let maps = hearing().purity.maps
    let (note, offset) = question(
      interval, maps, among: notes.references(for: interval), after: run.last(at: interval),
      settings, current, using: &random)
    let purity = Purity(
      referenceNote: note, interval: interval, centOffset: offset,
      isFirstTrue: Bool.random(using: &random))
    let amplitude = LoudnessRoving.amplitude(share: current.varyLoudness, using: &random)
    let voicing = Voicing(settings, TrainingName.purity.ownPresentation, using: &random)
    return PosedPurity(
      purity,
      TrialConditions(index, in: run, settings, amplitudeDB: amplitude, voicing: voicing),
      delayOfSecond: Voicing.drawDelay(using: &random), strategy: settings.strategy,
      believedThreshold: Cents(maps.center(of: interval).threshold))
  }

  private func question(
    _ interval: DirectedInterval, _ maps: IntervalMaps, among notes: [MIDINote],
    after last: CompletedPurity?, _ settings: any UserSettings, _ current: TrainingSettings,
    using random: inout RandomSource
  ) -> (note: MIDINote, offset: Cents) {
    switch settings.strategy {
    case .adaptive:
      let question = AdaptiveQuestion.interval(
        interval, maps, among: notes, within: current.centDifference, using: &random)
      return (question.note, Cents(question.offset))
    case .kazez:
      let wanted = last.map {
        KazezStaircase.difference(
          after: $0.purity.centOffset, isCorrect: $0.isCorrect, heard: $0.context.heard)
      }
      let offset = KazezStaircase.offset(
        wanted ?? KazezStaircase.initialDifference, within: current.centDifference, using: &random)
      return (UsableNotes.draw(among: notes, using: &random), offset)
    }
  }
}

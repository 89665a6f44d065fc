import Foundation
import MainThread
import Music

/// Chooses the trials of a training, with the settings as they are at each of them. Main thread.
public struct TrainingChooser {
  private let training: TrainingName
  private let hearing: () -> HearingModel
  private let strategy: (StrategyName) -> any NextComparisonStrategy
  private let course: BlockCourse?
  private let now: () -> Date

  /// How far from the target a note may start that is to be tuned, in cents.
  private static let initialCentOffsets: ClosedRange<Double> = -100...100

  /// - Parameters:
  ///   - hearing: what is believed at present, asked for before each new trial.
  ///   - strategy: looked up by name for each new comparison.
  ///   - course: of the block of the plan that is being run, which may say what is asked.
  ///   - now: the time of day decides whether another day has begun.
  public init(
    _ training: TrainingName, hearing: @escaping () -> HearingModel = { HearingModel() },
    strategy: @escaping (StrategyName) -> any NextComparisonStrategy = { $0.makeStrategy() },
    course: BlockCourse? = nil,
    now: @escaping () -> Date = { Scheduling.date }
  ) {
    self.training = training
    self.hearing = hearing
    self.strategy = strategy
    self.course = course
    self.now = now
  }

  /// The settings that stay as they are now until the training stops.
  func makeRun(_ settings: any UserSettings) -> TrialRun {
    // What a list asks may be no interval of the settings.
    let listed = course?.listedIntervals ?? []
    return TrialRun(
      intervals: listed.isEmpty ? settings.intervals : listed, tuningSystem: settings.tuningSystem)
  }

  /// What sounds through the whole session with the settings as they are now; empty for nothing.
  func drone(in run: TrialRun, _ settings: any UserSettings) -> [NoteRequest] {
    Voicing.drone(settings, training.ownPresentation, in: run.tuningSystem)
  }

  /// The notes from which a trial can be drawn now.
  ///
  /// - Parameter canSound: whether a note sounds at this frequency, and in tune.
  func notes(
    in run: TrialRun, _ settings: any UserSettings, canSound: (Frequency) -> Bool
  ) -> UsableNotes {
    UsableNotes(
      for: run.intervals, settings, tuningSystem: run.tuningSystem, canSound: canSound)
  }

  /// The trial of that number, with the settings as they are now.
  ///
  /// - Parameters:
  ///   - notes: not empty.
  ///   - random: the only source of chance, so that a seed repeats a training.
  func trial(
    _ index: Int, in run: TrialRun, among notes: UsableNotes, _ settings: any UserSettings,
    using random: inout RandomSource
  ) -> PosedTrial {
    guard let course else {
      return trial(index, in: run, among: notes, settings, Block.Trial(), using: &random)
    }
    var random = course.random
    var trial = trial(index, in: run, among: notes, settings, course.row, using: &random)
    trial.condition = course.condition
    return trial
  }

  /// - Parameter given: what the list says of the trial.
  private func trial(
    _ index: Int, in run: TrialRun, among notes: UsableNotes, _ settings: any UserSettings,
    _ given: Block.Trial, using random: inout RandomSource
  ) -> PosedTrial {
    let interval = given.interval ?? notes.drawInterval(using: &random)
    let references = given.referenceNote.map { [$0] } ?? notes.references(for: interval)
    switch training.answer {
    case .choice:
      var (challenge, threshold) = choice(
        at: interval, in: run, among: references, settings, using: &random)
      if let offset = course?.offset(at: interval, using: &random) {
        challenge = Challenge(
          referenceNote: challenge.referenceNote, interval: interval, centOffset: offset,
          isFirstTrue: challenge.isFirstTrue)
      }
      let conditions = conditions(index, in: run, settings, given, using: &random)
      return PosedTrial(
        training, challenge, conditions,
        delayOfSecond: training.traits.asksWhich ? Voicing.drawDelay(using: &random) : 0,
        strategy: course?.block.method?.name ?? settings.strategy.rawValue,
        believedThreshold: Cents(threshold))
    case .place:
      let note = UsableNotes.draw(among: references, using: &random)
      let threshold = hearing().believedThreshold(of: note, at: interval)
      // Every plan chooses the differences.
      let offset = course?.offset(at: interval, using: &random) ?? Cents(threshold)
      let challenge = Challenge(
        referenceNote: note, interval: interval, centOffset: offset,
        oddPlace: Int.random(in: 1...3, using: &random))
      return PosedTrial(
        training, challenge, conditions(index, in: run, settings, given, using: &random),
        strategy: course?.block.method?.name)
    case .pitch:
      // The notes are uniform among the usable ones, whatever was asked before.
      let note = UsableNotes.draw(among: references, using: &random)
      let hearing = training.traits.listens ? hearing().playings : hearing().matchings
      let spread = hearing[TrainingKind(interval)][settings.presentation].usualSpread
      if training.traits.listens {
        return PosedTrial(
          training, Challenge(referenceNote: note, interval: interval),
          TrialConditions(
            index, in: run, settings, voicing: Voicing(settings).with(given.accompaniment),
            hasFeedback: hasFeedback), spread: spread)
      }
      let start =
        given.initialCentOffset
        ?? Cents(Double.random(in: Self.initialCentOffsets, using: &random))
      return PosedTrial(
        training, Challenge(referenceNote: note, interval: interval, centOffset: start),
        conditions(index, in: run, settings, given, using: &random), spread: spread)
    case .none:
      let last = run.last(at: interval)?.challenge.referenceNote
      let others = references.filter { $0 != last }
      let note = UsableNotes.draw(among: others.isEmpty ? references : others, using: &random)
      return PosedTrial(
        training, Challenge(referenceNote: note, interval: interval),
        conditions(index, in: run, settings, given, using: &random))
    }
  }

  private var hasFeedback: Bool { course?.block.hasFeedback ?? true }

  private func conditions(
    _ index: Int, in run: TrialRun, _ settings: any UserSettings, _ given: Block.Trial,
    using random: inout RandomSource
  ) -> TrialConditions {
    let amplitude = LoudnessRoving.amplitude(share: settings.varyLoudness, using: &random)
    return TrialConditions(
      index, in: run, settings, amplitudeDB: given.amplitude ?? amplitude,
      voicing: Voicing(settings, training.ownPresentation, using: &random)
        .with(given.accompaniment), hasFeedback: hasFeedback)
  }

  /// What is asked, and the threshold that is believed there.
  private func choice(
    at interval: DirectedInterval, in run: TrialRun, among notes: [MIDINote],
    _ settings: any UserSettings, using random: inout RandomSource
  ) -> (Challenge, threshold: Double) {
    let current = TrainingSettings(settings)
    var hearing = hearing()
    if training.traits.asksWhich {
      let maps = hearing.purity.maps
      let (note, offset) = whichOfTwo(
        interval, maps, among: notes, after: run.last(at: interval), settings.strategy, current,
        using: &random)
      let challenge = Challenge(
        referenceNote: note, interval: interval, centOffset: offset,
        isFirstTrue: Bool.random(using: &random))
      return (challenge, maps.center(of: interval).threshold)
    }
    hearing.startDay(of: now())
    if course?.block.method != nil {
      // What is believed does not choose: the same seed asks everybody the same.
      let note = UsableNotes.draw(among: notes, using: &random)
      return (
        Challenge(referenceNote: note, interval: interval),
        hearing.believedThreshold(of: note, at: interval, current.presentation)
      )
    }
    let challenge = strategy(settings.strategy).nextComparison(
      interval: interval, among: notes, settings: current, hearing: hearing,
      last: run.last(at: interval), using: &random)
    return (
      challenge,
      hearing.believedThreshold(of: challenge.referenceNote, at: interval, current.presentation)
    )
  }

  private func whichOfTwo(
    _ interval: DirectedInterval, _ maps: IntervalMaps, among notes: [MIDINote],
    after last: CompletedTrial?, _ strategy: StrategyName, _ current: TrainingSettings,
    using random: inout RandomSource
  ) -> (note: MIDINote, offset: Cents) {
    switch strategy {
    case .adaptive:
      let question = AdaptiveQuestion.interval(
        interval, maps, among: notes, within: current.centDifference, using: &random)
      return (question.note, Cents(question.offset))
    case .kazez:
      let offset = KazezStaircase.offset(
        last.map(KazezStaircase.difference(after:)) ?? KazezStaircase.initialDifference,
        within: current.centDifference, using: &random)
      return (UsableNotes.draw(among: notes, using: &random), offset)
    }
  }
}

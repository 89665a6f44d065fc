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

  /// The limits of the start of a note to be tuned, in cents from the target.
  private static let initialCentOffsets: ClosedRange<Double> = -100...100

  /// - Parameters:
  ///   - hearing: the current belief, requested before each new trial.
  ///   - strategy: looked up by name for each new comparison.
  ///   - course: the course of the block of the plan that is being run, which may determine the
  ///     questions.
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

  /// The settings that stay the same until the training stops.
  func makeRun(_ settings: any UserSettings) -> TrialRun {
    // The intervals of a list may be missing in the settings.
    let listed = course?.listedIntervals ?? []
    return TrialRun(
      intervals: listed.isEmpty ? settings.intervals : listed, tuningSystem: settings.tuningSystem)
  }

  /// The notes that sound through the whole session with the current settings; empty for none.
  func drone(in run: TrialRun, _ settings: any UserSettings) -> [NoteRequest] {
    Voicing.drone(settings, training.ownPresentation, in: run.tuningSystem)
  }

  /// The notes from which a trial can be drawn now.
  ///
  /// - Parameter canSound: true if a note sounds at this frequency, and in tune.
  func notes(
    in run: TrialRun, _ settings: any UserSettings, canSound: (Frequency) -> Bool
  ) -> UsableNotes {
    UsableNotes(
      for: run.intervals, settings, tuningSystem: run.tuningSystem, canSound: canSound)
  }

  /// The trial of that number, with the current settings.
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

  /// - Parameter given: the part of the trial that a list determines.
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

  /// The question, and the believed threshold of its note.
  private func choice(
    at interval: DirectedInterval, in run: TrialRun, among notes: [MIDINote],
    _ settings: any UserSettings, using random: inout RandomSource
  ) -> (Challenge, threshold: Double) {
    var hearing = hearing()
    if training.traits.asksWhich {
      let maps = hearing.purity.maps
      let (note, offset) = whichOfTwo(
        interval, maps, among: notes, after: run.last(at: interval), settings.strategy,
        using: &random)
      let challenge = Challenge(
        referenceNote: note, interval: interval, centOffset: offset,
        isFirstTrue: Bool.random(using: &random))
      return (challenge, maps.center(of: interval).threshold)
    }
    hearing.startDay(of: now())
    if course?.block.method != nil {
      // The belief does not choose: a seed asks everybody the same.
      let note = UsableNotes.draw(among: notes, using: &random)
      return (
        Challenge(referenceNote: note, interval: interval),
        hearing.believedThreshold(of: note, at: interval, settings.presentation)
      )
    }
    let challenge = strategy(settings.strategy).nextComparison(
      interval: interval, among: notes, presentation: settings.presentation, hearing: hearing,
      last: run.last(at: interval), using: &random)
    return (
      challenge,
      hearing.believedThreshold(of: challenge.referenceNote, at: interval, settings.presentation)
    )
  }

  private func whichOfTwo(
    _ interval: DirectedInterval, _ maps: IntervalMaps, among notes: [MIDINote],
    after last: CompletedTrial?, _ strategy: StrategyName,
    using random: inout RandomSource
  ) -> (note: MIDINote, offset: Cents) {
    switch strategy {
    case .adaptive:
      let question = AdaptiveQuestion.interval(
        interval, maps, among: notes, within: Challenge.differences, using: &random)
      return (question.note, Cents(question.offset))
    case .kazez:
      let offset = KazezStaircase.offset(
        last.map(KazezStaircase.difference(after:)) ?? KazezStaircase.initialDifference,
        within: Challenge.differences, using: &random)
      return (UsableNotes.draw(among: notes, using: &random), offset)
    }
  }
}

/// The source of the trials of a training: the settings, the notes that the player can play, and
/// chance. Main thread.
final class TrialSource {
  enum Choice {
    /// - Parameter few: the notes from which it was drawn, if they are few and the user does not
    ///   know that yet.
    case trial(PosedTrial, few: UsableNotes?)

    /// The sound leaves no note to draw a trial from.
    case nothing
  }

  private let chooser: TrainingChooser
  private let settings: any UserSettings
  private var random: RandomSource
  private var lastCount: Int?

  init(
    _ chooser: TrainingChooser, _ settings: any UserSettings,
    random: any RandomNumberGenerator
  ) {
    self.chooser = chooser
    self.settings = settings
    self.random = RandomSource(random)
  }

  var waitsForKey: Bool { settings.nextTrial == .key }

  /// Loads changed settings. To be called before each trial.
  func refresh() { settings.refresh() }

  func makeRun() -> TrialRun { chooser.makeRun(settings) }

  /// The notes that sound through the whole session, by the current settings; empty for none.
  func drone(in run: TrialRun) -> [NoteRequest] { chooser.drone(in: run, settings) }

  /// Chooses the trial of that number.
  ///
  /// - Parameter canSound: true if the player can play a note at this frequency, in tune.
  func choose(_ index: Int, in run: TrialRun, canSound: (Frequency) -> Bool) -> Choice {
    let notes = chooser.notes(in: run, settings, canSound: canSound)
    guard !notes.isEmpty else { return .nothing }
    let isNews = notes.areFew && notes.count != lastCount
    lastCount = notes.count
    let trial = chooser.trial(index, in: run, among: notes, settings, using: &random)
    invariant(
      trial.index == index && run.intervals.contains(trial.interval), "a trial is one of its run")
    return .trial(trial, few: isNews ? notes : nil)
  }
}

/// The state of a training from its start to its stop.
public nonisolated struct TrialRun: Hashable, Sendable {
  /// The intervals of the session, each once, in the order of the settings; never empty.
  public let intervals: [DirectedInterval]

  public let tuningSystem: TuningSystem
  private(set) var last: CompletedTrial?

  private var lastAtInterval: [DirectedInterval: CompletedTrial] = [:]

  /// - Parameter intervals: duplicates count once.
  /// - Precondition: `intervals` is not empty.
  public init(intervals: [DirectedInterval], tuningSystem: TuningSystem) {
    precondition(!intervals.isEmpty, "a training has at least one interval")
    var seen: Set<DirectedInterval> = []
    self.intervals = intervals.filter { seen.insert($0).inserted }
    self.tuningSystem = tuningSystem
  }

  /// The last answered trial at that interval: each has a staircase of its own.
  func last(at interval: DirectedInterval) -> CompletedTrial? { lastAtInterval[interval] }

  mutating func record(_ completed: CompletedTrial) {
    invariant(
      intervals.contains(completed.challenge.interval), "an answer is to an interval of its run")
    last = completed
    lastAtInterval[completed.challenge.interval] = completed
  }
}

/// The reference notes from which a training can draw a trial, for each of its intervals.
///
/// A reference note counts if it and the target of the interval sound in tune: some sounds have
/// keys that are silent, or whose pitch cannot be corrected.
public nonisolated struct UsableNotes: Hashable, Sendable {
  /// The fewest reference notes that cover a range: those of an octave.
  public static let fewest = 12

  /// The intervals of the training that have a usable reference note, in its order.
  let intervals: [DirectedInterval]

  private let references: [DirectedInterval: [MIDINote]]

  /// The number of reference notes that are usable for at least one interval.
  public let count: Int

  /// The number of notes if every note sounded.
  public let possibleCount: Int

  /// - Parameters:
  ///   - intervals: those of the training, each once.
  ///   - fixed: the only reference note, if the user has chosen one; it may lie outside the range.
  ///   - voices: the voices that sound with each target, from the reference note.
  ///   - canSound: true if a note sounds at this frequency, and in tune.
  init(
    for intervals: [DirectedInterval], in range: NoteRange, fixed: MIDINote? = nil,
    voices: [DirectedInterval] = [], tuningSystem: TuningSystem, referencePitch: Frequency,
    canSound: (Frequency) -> Bool
  ) {
    func isUsable(_ interval: DirectedInterval, above note: MIDINote) -> Bool {
      MIDINote.range.contains(note.rawValue + interval.semitones)
        && canSound(
          tuningSystem.frequency(
            of: interval, offset: 0, above: note, referencePitch: referencePitch))
    }
    var references: [DirectedInterval: [MIDINote]] = [:]
    var possible: Set<Int> = []
    for interval in intervals {
      let notes =
        fixed.map { Self.references($0, for: interval) } ?? Array(range.references(for: interval))
      possible.formUnion(notes)
      references[interval] = notes.map { MIDINote($0) }.filter { note in
        ([.prime, interval] + voices).allSatisfy { isUsable($0, above: note) }
      }
    }
    self.references = references
    self.intervals = intervals.filter { references[$0]?.isEmpty == false }
    count = Set(references.values.joined()).count
    possibleCount = possible.count
  }

  /// The usable notes by the user's settings.
  ///
  /// - Parameters:
  ///   - intervals: those of the training, each once.
  ///   - canSound: true if a note sounds at this frequency, and in tune.
  @MainActor
  init(
    for intervals: [DirectedInterval], _ settings: any UserSettings, tuningSystem: TuningSystem,
    canSound: (Frequency) -> Bool
  ) {
    self.init(
      for: intervals, in: settings.noteRange, fixed: settings.referenceNote,
      voices: settings.accompaniment, tuningSystem: tuningSystem,
      referencePitch: settings.referencePitch, canSound: canSound)
  }

  /// The note, if the interval leads from it to an audible one.
  private static func references(_ note: MIDINote, for interval: DirectedInterval) -> [Int] {
    let targets = NoteRange.lowestTarget.rawValue...MIDINote.range.upperBound
    return targets.contains(note.rawValue + interval.semitones) ? [note.rawValue] : []
  }

  public var isEmpty: Bool { intervals.isEmpty }

  /// True if the sound leaves too few reference notes.
  public var areFew: Bool { count < Self.fewest && count < possibleCount }

  func references(for interval: DirectedInterval) -> [MIDINote] { references[interval] ?? [] }

  /// Draws an interval; each is equally likely.
  ///
  /// - Precondition: not empty.
  func drawInterval(using random: inout RandomSource) -> DirectedInterval {
    intervals[Int.random(in: intervals.indices, using: &random)]
  }

  /// Draws one of some notes; each is equally likely.
  ///
  /// - Precondition: there is one.
  static func draw(among notes: [MIDINote], using random: inout RandomSource) -> MIDINote {
    notes[Int.random(in: notes.indices, using: &random)]
  }
}

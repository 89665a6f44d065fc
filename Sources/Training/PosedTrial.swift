import Foundation
import Music

/// What a trial asks about: a note at an interval of another one.
///
/// It lives in the logical world and knows no tuning and no hertz.
public nonisolated struct Challenge: Hashable, Sendable {
  /// The note from which the other one is measured, always exact.
  public let referenceNote: MIDINote

  /// The interval at which the note lies that is asked about.
  public let interval: DirectedInterval

  /// How far that note is from the true interval, as Peach plays it; positive is higher. Where a note starts that is
  /// to be tuned; 0 if the user plays it.
  public let centOffset: Cents

  /// Of two sounds, whether the first is the true one.
  public let isFirstTrue: Bool

  /// Of three sounds, which is the one that is off, from 1.
  public let oddPlace: Int

  /// - Precondition: the transposed note lies within 0…127.
  public init(
    referenceNote: MIDINote, interval: DirectedInterval, centOffset: Cents = 0,
    isFirstTrue: Bool = false, oddPlace: Int = 1
  ) {
    precondition(MIDINote.range.contains(referenceNote.rawValue + interval.semitones))
    self.referenceNote = referenceNote
    self.interval = interval
    self.centOffset = centOffset
    self.isFirstTrue = isFirstTrue
    self.oddPlace = oddPlace
  }

  /// The note that is asked about.
  public var targetNote: MIDINote { referenceNote.transposed(by: interval) }
}

/// How a trial sounds, whatever it asks.
public nonisolated struct TrialConditions: Hashable, Sendable {
  /// The number of the trial in its session, from 1.
  public let index: Int

  public let tuningSystem: TuningSystem

  /// The frequency of A4.
  public let referencePitch: Frequency

  /// The length of each note or part; of the first one alone, if the user tunes or plays the second.
  public let noteDuration: NoteDuration

  /// The level of the second note or part, unless the user plays it; the first sounds at 0 dB.
  public let amplitudeDB: AmplitudeDB

  /// What sounds beside the note that is asked about.
  public let voicing: Voicing

  /// When the second note follows, and what follows the answer.
  public let flow: TrialFlow

  public init(
    index: Int, tuningSystem: TuningSystem, referencePitch: Frequency, noteDuration: NoteDuration,
    amplitudeDB: AmplitudeDB = AmplitudeDB(0), voicing: Voicing = Voicing(),
    flow: TrialFlow = TrialFlow()
  ) {
    self.index = index
    self.tuningSystem = tuningSystem
    self.referencePitch = referencePitch
    self.noteDuration = noteDuration
    self.amplitudeDB = amplitudeDB
    self.voicing = voicing
    self.flow = flow
  }

  /// Those of a trial of `run` with the settings as they are now.
  @MainActor
  init(
    _ index: Int, in run: TrialRun, _ settings: any UserSettings,
    amplitudeDB: AmplitudeDB = AmplitudeDB(0), voicing: Voicing, hasFeedback: Bool
  ) {
    var flow = TrialFlow(settings)
    flow.hasFeedback = hasFeedback
    self.init(
      index: index, tuningSystem: run.tuningSystem, referencePitch: settings.referencePitch,
      noteDuration: settings.noteDuration, amplitudeDB: amplitudeDB, voicing: voicing, flow: flow)
  }
}

/// A challenge as it will sound.
public nonisolated struct PosedTrial: Hashable, Sendable {
  public let training: TrainingName
  public let challenge: Challenge
  public let conditions: TrialConditions

  /// Of two sounds, how late a note joins the second one, in seconds (``Voicing/delay``); that of the voicing is in
  /// the first.
  public let delayOfSecond: Double

  /// What chose the trial, if anything did, as spelt in plans and settings.
  public let strategy: String?

  /// The threshold that was assumed when the trial was chosen.
  public let believedThreshold: Cents?

  /// How far off the user usually is: a greater error is worth hearing.
  public let spread: Cents

  /// What an experiment compares, as the records name it.
  public var condition: String?

  /// For the how-many-th time it is heard, from 1.
  public var hearing = 1

  public init(
    _ training: TrainingName, _ challenge: Challenge, _ conditions: TrialConditions,
    delayOfSecond: Double = 0, strategy: String? = nil, believedThreshold: Cents? = nil,
    spread: Cents = MatchingHearing.unknownSpread
  ) {
    self.training = training
    self.challenge = challenge
    self.conditions = conditions
    self.delayOfSecond = delayOfSecond
    self.strategy = strategy
    self.believedThreshold = believedThreshold
    self.spread = spread
  }

  public var referenceNote: MIDINote { challenge.referenceNote }
  public var interval: DirectedInterval { challenge.interval }

  public var index: Int { conditions.index }
  public var tuningSystem: TuningSystem { conditions.tuningSystem }
  public var referencePitch: Frequency { conditions.referencePitch }
  public var noteDuration: NoteDuration { conditions.noteDuration }
  public var amplitudeDB: AmplitudeDB { conditions.amplitudeDB }
  public var voicing: Voicing { conditions.voicing }
  public var flow: TrialFlow { conditions.flow }
}

nonisolated extension PosedTrial {
  /// What sounds first.
  public var referenceFrequency: Frequency {
    tuningSystem.frequency(for: referenceNote, referencePitch: referencePitch)
  }

  /// The frequency that the note in question has if it is in tune.
  public var trueFrequency: Frequency { frequency(offBy: 0) }

  /// The frequency of the note in question: of a choice with its cent offset; otherwise as the user is to find it.
  public var targetFrequency: Frequency {
    training.answer.isRightOrWrong ? frequency(offBy: challenge.centOffset) : trueFrequency
  }

  private func frequency(offBy offset: Cents) -> Frequency {
    tuningSystem.frequency(
      of: interval, offset: offset, above: referenceNote, referencePitch: referencePitch)
  }

  /// Whether the reference alone is the true note: a unison in sequence, with nothing beside it.
  public var isUnisonInSequence: Bool {
    interval == .prime && voicing.presentation == .melodic && voicing.accompaniment == [.prime]
  }

  /// What sounds beside the note that is asked about, as notes: from the first one on. Each of three sounds has that
  /// note in the place of its own voice, so that those of a unison are single notes.
  public var voices: [NoteRequest] {
    let voices = voicing.requests(
      above: referenceNote, in: tuningSystem, referencePitch: referencePitch)
    guard training.answer == .place, !voicing.isDrone else { return voices }
    return voices.filter { $0.frequency != trueFrequency }
  }

  /// What sounds through the whole session, as this trial needs it.
  var drone: [NoteRequest] { voicing.isDrone ? voices : [] }

  /// The beats of the note in question, and of the true one in its place; `nil` if there are none to speak of.
  ///
  /// - Parameters:
  ///   - partials: those of the sound; `nil` if they are not known. Of the player's own note none is.
  ///   - error: how far off the user's note was.
  public func beats(_ partials: PartialLevels?, at error: Cents = 0) -> TrialBeats? {
    voicing.beats(
      of: targetFrequency.shifted(by: error), truth: trueFrequency, voices, partials,
      own: training.traits.listens ? nil : partials)
  }

  /// Whether the truth follows this answer by itself, because it was so far off.
  public func isReplayed(_ outcome: CompletedTrial) -> Bool {
    guard flow.hasFeedback, flow.afterWrongAnswer == .replay else { return false }
    return switch training.answer {
    case .choice, .place: !outcome.isCorrect
    case .pitch: outcome.userCentError.magnitude > spread.rawValue
    case .none: false
    }
  }
}

/// A trial that was answered, as it is recorded.
public nonisolated struct CompletedTrial: Hashable, Sendable, Identifiable {
  public enum Answer: Hashable, Sendable {
    /// Higher, or the first, if it is `true`.
    case choice(Bool)

    /// The sound that was said to differ, from 1.
    case place(Int)

    /// How far a tuned note was from the target; positive is sharp.
    case pitch(Cents)
    case played(PlayedNote)

    /// It was listened to.
    case heard
  }

  /// Stays with the record for as long as it exists.
  public let id: UUID
  public let training: TrainingName
  public let challenge: Challenge
  public let answer: Answer
  public let tuningSystem: TuningSystem

  /// When it was answered; whole milliseconds.
  public let timestamp: Date

  /// How the answer came about.
  public let context: TrialContext

  public init(
    id: UUID, _ training: TrainingName, challenge: Challenge, answer: Answer,
    tuningSystem: TuningSystem, timestamp: Date, context: TrialContext = TrialContext()
  ) {
    self.id = id
    self.training = training
    self.challenge = challenge
    self.answer = answer
    self.tuningSystem = tuningSystem
    self.timestamp = timestamp.inWholeMilliseconds
    self.context = context
  }

  init(_ trial: PosedTrial, _ answer: Answer, _ stamp: Stamp) {
    self.init(
      id: stamp.id, trial.training, challenge: trial.challenge, answer: answer,
      tuningSystem: trial.tuningSystem, timestamp: stamp.date, context: stamp.context)
  }

  /// Whether the right one of two answers was given.
  public var isCorrect: Bool {
    if case .place(let place) = answer { return place == challenge.oddPlace }
    return answer
      == .choice(
        training.traits.asksWhich ? challenge.isFirstTrue : challenge.centOffset.rawValue > 0)
  }

  /// How far the user's note was from the target; positive is sharp. 0 if it is no pitch that is answered.
  public var userCentError: Cents {
    switch answer {
    case .choice, .place, .heard: 0
    case .pitch(let error): error
    case .played(let note): Cents(note.error)
    }
  }

  /// What was played or sung; `nil` in a training that does not listen.
  public var played: PlayedNote? { if case .played(let note) = answer { note } else { nil } }
}

nonisolated extension TrialContext {
  /// The part of the context that a trial knows in advance.
  init(of trial: PosedTrial) {
    self.init()
    heard = trial.hearing
    noteDuration = trial.noteDuration.seconds
    referencePitch = trial.referencePitch.hertz
    presentation = trial.voicing.presentation
    accompaniment = trial.voicing.accompanimentText
    // The player's own note is as loud as it is.
    amplitude = trial.training.traits.listens ? nil : trial.amplitudeDB.decibels
    strategy = trial.strategy
    believedThreshold = trial.believedThreshold?.rawValue
    condition = trial.condition
  }
}

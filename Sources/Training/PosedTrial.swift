import Foundation
import Music

/// The question of a trial: a note at an interval from another one. It knows no tuning and no
/// hertz.
public nonisolated struct Challenge: Hashable, Sendable {
  /// The note from which the other one is measured, always exact.
  public let referenceNote: MIDINote

  /// The interval of the note that is asked about.
  public let interval: DirectedInterval

  /// The distance of that note from the true interval, as Peach plays it; positive is higher. The
  /// start of a note to be tuned; 0 if the user plays it.
  public let centOffset: Cents

  /// True if the first of two sounds is the true one.
  public let isFirstTrue: Bool

  /// The one of three sounds that is off, from 1.
  public let oddPlace: Int

  /// The limits of the |offset| of a choice, in cents.
  public static let differences: ClosedRange<Double> = 0.1...100

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

  public var targetNote: MIDINote { referenceNote.transposed(by: interval) }
}

public nonisolated struct TrialConditions: Hashable, Sendable {
  /// The number of the trial in its session, from 1.
  public let index: Int

  public let tuningSystem: TuningSystem

  /// The frequency of A4.
  public let referencePitch: Frequency

  /// The length of each note or part; of the first one alone, if the user tunes or plays the
  /// second.
  public let noteDuration: NoteDuration

  /// The level of the second note or part, unless the user plays it; the first sounds at 0 dB.
  public let amplitudeDB: AmplitudeDB

  public let voicing: Voicing

  /// The delay of the second note, and what follows the answer.
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

  /// The conditions of a trial of `run` with the current settings.
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

public nonisolated struct PosedTrial: Hashable, Sendable {
  public let training: TrainingName
  public let challenge: Challenge
  public let conditions: TrialConditions

  /// The delay with which a note joins the second of two sounds, in seconds (``Voicing/delay``);
  /// the voicing has that of the first.
  public let delayOfSecond: Double

  /// The strategy or method that chose the trial, if any, as spelt in plans and settings.
  public let strategy: String?

  /// The threshold that was assumed when the trial was chosen.
  public let believedThreshold: Cents?

  /// The user's usual error: a greater one is worth hearing.
  public let spread: Cents

  /// The condition of an experiment, as the records name it.
  public var condition: String?

  /// The number of this hearing of the trial, from 1.
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
  public var referenceFrequency: Frequency {
    tuningSystem.frequency(for: referenceNote, referencePitch: referencePitch)
  }

  /// The frequency of the note in question if it is in tune.
  public var trueFrequency: Frequency { frequency(offBy: 0) }

  /// The frequency of the note in question: of a choice with its cent offset; otherwise in tune,
  /// for the user to find.
  public var targetFrequency: Frequency {
    training.answer.isRightOrWrong ? frequency(offBy: challenge.centOffset) : trueFrequency
  }

  private func frequency(offBy offset: Cents) -> Frequency {
    tuningSystem.frequency(
      of: interval, offset: offset, above: referenceNote, referencePitch: referencePitch)
  }

  /// True if the reference alone is the true note: a unison in sequence, with nothing beside it.
  public var isUnisonInSequence: Bool {
    interval == .prime && voicing.presentation == .melodic && voicing.accompaniment == [.prime]
  }

  /// The notes that sound from the first one on, beside the note that is asked about. Each of three
  /// sounds has that note in place of its own voice, so that those of a unison are single notes.
  public var voices: [NoteRequest] {
    let voices = voicing.requests(
      above: referenceNote, in: tuningSystem, referencePitch: referencePitch)
    guard training.answer == .place, !voicing.isDrone else { return voices }
    return voices.filter { $0.frequency != trueFrequency }
  }

  /// The notes that sound through the whole session.
  var drone: [NoteRequest] { voicing.isDrone ? voices : [] }

  /// The beats of the note in question, and of the true one in its place; `nil` if there are none
  /// to speak of.
  ///
  /// - Parameters:
  ///   - partials: those of the sound, if known. The partials of the player's own note are unknown.
  ///   - error: the error of the user's note.
  public func beats(_ partials: PartialLevels?, at error: Cents = 0) -> TrialBeats? {
    voicing.beats(
      of: targetFrequency.shifted(by: error), truth: trueFrequency, voices, partials,
      own: training.traits.listens ? nil : partials)
  }

  /// True if the truth follows this answer by itself, because of a great error.
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
    /// `true` for higher, or for the first.
    case choice(Bool)

    /// The sound that differs according to the user, from 1.
    case place(Int)

    /// The distance of a tuned note from the target; positive is sharp.
    case pitch(Cents)
    case played(PlayedNote)

    /// The trial was listened to.
    case heard
  }

  /// Permanent.
  public let id: UUID
  public let training: TrainingName
  public let challenge: Challenge
  public let answer: Answer
  public let tuningSystem: TuningSystem

  /// The time of the answer; whole milliseconds.
  public let timestamp: Date

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

  /// True if the right one of two or three answers was given.
  public var isCorrect: Bool {
    if case .place(let place) = answer { return place == challenge.oddPlace }
    return answer
      == .choice(
        training.traits.asksWhich ? challenge.isFirstTrue : challenge.centOffset.rawValue > 0)
  }

  /// The distance of the user's note from the target; positive is sharp. 0 if the answer is not a
  /// pitch.
  public var userCentError: Cents {
    switch answer {
    case .choice, .place, .heard: 0
    case .pitch(let error): error
    case .played(let note): Cents(note.error)
    }
  }

  /// The note that was played or sung; `nil` in a training that does not listen.
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

/// The circumstances of an answer: what sounded, what was believed beforehand, and how and when the
/// user answered.
///
/// The driver fills it; the recording of a run adds the run and the place in a plan. Unknown values
/// are `nil`, as in results of older versions.
public nonisolated struct TrialContext: Hashable, Sendable {
  public var soundSource: String?

  /// The length of the notes, or of the reference note if the second is tuned; in seconds.
  public var noteDuration: Double?

  /// The level of the second note, in dB.
  public var amplitude: Double?

  /// The frequency of A4, in hertz.
  public var referencePitch: Double?

  /// The seconds from the first frame of the second note to the answer's own frame.
  public var responseTime: Double?

  /// The strategy that chose the trial, as spelt in the settings.
  public var strategy: String?

  /// The threshold that the profile assumed for the note when the trial was posed, in cents.
  public var believedThreshold: Double?

  public var heard: Int?

  public var input: InputDevice?
  public var presentation: Presentation?

  /// The voices that sounded from the reference note on, by the short names of their intervals.
  public var accompaniment: String?

  /// The partials of the sound, as far as known; not recorded.
  public var partials: PartialLevels?

  public var run: UUID?

  /// The plan that the trial belongs to, and the number of its block there, from 1.
  public var plan: String?
  public var block: Int?
  public var label: String?

  /// The participant, session and condition of an experiment.
  public var participant: String?
  public var session: String?
  public var condition: String?

  /// True if the trial is practice, which an experiment leaves out of its analysis.
  public var isPractice = false

  public init() {}
}

/// The kinds of devices that answers come from, as spelt in records.
public nonisolated enum InputDevice: String, CaseIterable, Sendable {
  case keyboard, midi
  /// A line on standard input, which a script may have written.
  case line
  /// Open Sound Control.
  case osc
}

/// The order in time of the notes of a trial, as spelt in records.
public nonisolated enum Presentation: String, CaseIterable, Sendable {
  /// In sequence.
  case melodic
  /// The first goes on while the second sounds.
  case harmonic
}

import Foundation
import Music

/// What is asked of a player: a note, which is to be played or sung at an interval of the one that
/// sounded.
public nonisolated struct PlayingChallenge: Hashable, Sendable {
  public let referenceNote: MIDINote
  public let interval: DirectedInterval

  /// - Precondition: the transposed note lies within 0…127.
  public init(referenceNote: MIDINote, interval: DirectedInterval) {
    precondition(MIDINote.range.contains(referenceNote.rawValue + interval.semitones))
    self.referenceNote = referenceNote
    self.interval = interval
  }

  public var targetNote: MIDINote { referenceNote.transposed(by: interval) }
}

/// The same as it will sound.
public nonisolated struct PosedPlaying: PosedTrial {
  public let index: Int

  public let challenge: PlayingChallenge
  public var referenceNote: MIDINote { challenge.referenceNote }
  public var interval: DirectedInterval { challenge.interval }
  public let tuningSystem: TuningSystem

  public let referenceFrequency: Frequency

  /// What is to be played.
  public let targetFrequency: Frequency

  /// The length of the reference note; if notes sound together, it goes on.
  public let noteDuration: NoteDuration

  /// The frequency of A4.
  public let referencePitch: Frequency

  /// What sounds: the voices alone, since the other note is the player's.
  public let voicing: Voicing

  public let flow: TrialFlow

  /// How far off the player usually is: a greater error is worth hearing.
  public let spread: Cents

  /// The spread of a player of whom too little is known.
  public static let unknownSpread = Cents(10)

  public var hearing = 1

  public init(
    index: Int, challenge: PlayingChallenge, tuningSystem: TuningSystem,
    referencePitch: Frequency, noteDuration: NoteDuration, voicing: Voicing = Voicing(),
    flow: TrialFlow = TrialFlow(), spread: Cents = PosedPlaying.unknownSpread
  ) {
    self.index = index
    self.challenge = challenge
    self.tuningSystem = tuningSystem
    referenceFrequency = tuningSystem.frequency(
      for: challenge.referenceNote, referencePitch: referencePitch)
    targetFrequency = tuningSystem.frequency(
      of: challenge.interval, offset: 0, above: challenge.referenceNote,
      referencePitch: referencePitch)
    self.noteDuration = noteDuration
    self.referencePitch = referencePitch
    self.voicing = voicing
    self.flow = flow
    self.spread = spread
  }

  public var voices: [NoteRequest] {
    voicing.requests(
      above: challenge.referenceNote, in: tuningSystem, referencePitch: referencePitch)
  }

  /// What is listened for.
  ///
  /// - Parameter isFirst: whether this is the first time since the voices were sounded.
  func request(isFirst: Bool) -> ListeningRequest {
    switch voicing.presentation {
    case .melodic:
      ListeningRequest(
        target: targetFrequency, ended: voices.map(\.frequency),
        soundedSeconds: noteDuration.seconds, continues: !isFirst)
    case .harmonic:
      ListeningRequest(
        target: targetFrequency, accompaniment: voices.map(\.frequency), continues: !isFirst)
    }
  }

  /// The beats of a note so far from the target; `nil` if there are none to speak of.
  public func beats(at error: Cents) -> TrialBeats? {
    voicing.beats(of: targetFrequency.shifted(by: error), truth: targetFrequency, voices)
  }
}

/// A note that was played and judged.
public nonisolated struct CompletedPlaying: Hashable, Sendable, Identifiable {
  /// Stays with the record for as long as it exists.
  public let id: UUID
  public let challenge: PlayingChallenge
  public let played: HeardNote
  public let tuningSystem: TuningSystem

  /// When the note was judged; whole milliseconds.
  public let timestamp: Date

  /// How the answer came about.
  public let context: TrialContext

  public init(
    id: UUID, challenge: PlayingChallenge, played: HeardNote, tuningSystem: TuningSystem,
    timestamp: Date, context: TrialContext = TrialContext()
  ) {
    self.id = id
    self.challenge = challenge
    self.played = played
    self.tuningSystem = tuningSystem
    self.timestamp = timestamp.inWholeMilliseconds
    self.context = context
  }
}

/// A played note as far as the model of hearing reads it, living or from a record.
public nonisolated struct PlayingAnswer: Sendable {
  /// The note that was to be played.
  public let target: MIDINote
  public let interval: DirectedInterval

  /// Positive is sharp.
  public let centError: Cents

  public let date: Date
  public let presentation: Presentation

  /// - Parameter presentation: melodic if it is unknown.
  public init(
    target: MIDINote, interval: DirectedInterval, centError: Cents, date: Date,
    presentation: Presentation?
  ) {
    self.target = target
    self.interval = interval
    self.centError = centError
    self.date = date
    self.presentation = presentation ?? .melodic
  }

  public init(_ completed: CompletedPlaying) {
    self.init(
      target: completed.challenge.targetNote, interval: completed.challenge.interval,
      centError: completed.played.error, date: completed.timestamp,
      presentation: completed.context.presentation)
  }

  var kind: TrainingKind { TrainingKind(interval) }
}

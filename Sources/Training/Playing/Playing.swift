import Foundation
import Music

/// What is asked of a player: a note, which is to be played or sung at an interval of the one that
/// sounded.
public nonisolated struct PlayingChallenge: IntervalChallenge {
  public let referenceNote: MIDINote
  public let interval: DirectedInterval

  /// - Precondition: the transposed note lies within 0…127.
  public init(referenceNote: MIDINote, interval: DirectedInterval) {
    Self.check(referenceNote, interval)
    self.referenceNote = referenceNote
    self.interval = interval
  }
}

/// The same as it will sound: the voices alone, since the other note is the player's. If notes sound together, the
/// voices go on.
public nonisolated struct PosedPlaying: ProductionTrial {
  public let challenge: PlayingChallenge
  public let conditions: TrialConditions
  public let spread: Cents

  public var hearing = 1

  public init(
    _ challenge: PlayingChallenge, _ conditions: TrialConditions,
    spread: Cents = MatchingHearing.unknownSpread
  ) {
    self.challenge = challenge
    self.conditions = conditions
    self.spread = spread
  }

  /// The octave of the target in which the reference note is, if it is the same note. Who plays that has only
  /// repeated it.
  public var octaveOfReference: Int? {
    let semitones = interval.semitones
    return semitones != 0 && semitones.isMultiple(of: 12) ? -semitones / 12 : nil
  }

  /// What is listened for.
  ///
  /// - Parameter isFirst: whether this is the first time since the voices were sounded.
  func request(isFirst: Bool) -> ListeningRequest {
    switch voicing.presentation {
    case .melodic:
      ListeningRequest(
        target: targetFrequency, refusedOctave: octaveOfReference, ended: voices.map(\.frequency),
        soundedSeconds: noteDuration.seconds, continues: !isFirst)
    case .harmonic:
      ListeningRequest(
        target: targetFrequency, refusedOctave: octaveOfReference,
        accompaniment: voices.map(\.frequency), continues: !isFirst)
    }
  }
}

/// A note that was played and judged.
public nonisolated struct CompletedPlaying: CompletedTrial {
  public let id: UUID
  public let challenge: PlayingChallenge
  public let played: HeardNote
  public let tuningSystem: TuningSystem

  /// When the note was judged; whole milliseconds.
  public let timestamp: Date
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
  /// The note in the octave in which it was played: an open string is what it is, whichever octave of it was asked
  /// for.
  public let note: MIDINote
  public let interval: DirectedInterval

  /// Positive is sharp.
  public let centError: Cents

  public let date: Date
  public let presentation: Presentation

  /// - Parameters:
  ///   - target: the note that was to be played.
  ///   - octaves: by how many octaves the note was above that. If there is no such note, the target counts.
  ///   - presentation: melodic if it is unknown.
  public init(
    target: MIDINote, octaves: Int = 0, interval: DirectedInterval, centError: Cents, date: Date,
    presentation: Presentation?
  ) {
    note = MIDINote(exactly: target.rawValue + 12 * octaves) ?? target
    self.interval = interval
    self.centError = centError
    self.date = date
    self.presentation = presentation ?? .melodic
  }

  public init(_ completed: CompletedPlaying) {
    self.init(
      target: completed.challenge.targetNote, octaves: completed.played.octaves,
      interval: completed.challenge.interval, centError: completed.played.error,
      date: completed.timestamp, presentation: completed.context.presentation)
  }

  var kind: TrainingKind { TrainingKind(interval) }
}

import Foundation
import Music

/// What a pitch matching asks: tune the second note until the interval is true.
public nonisolated struct PitchMatchingChallenge: Hashable, Sendable {
  public let referenceNote: MIDINote
  public let interval: DirectedInterval

  /// Where the tunable note starts, from the target; −100…+100 cents.
  public let initialCentOffset: Cents

  /// - Precondition: the transposed note lies within 0…127.
  public init(referenceNote: MIDINote, interval: DirectedInterval, initialCentOffset: Cents) {
    precondition(MIDINote.range.contains(referenceNote.rawValue + interval.semitones))
    self.referenceNote = referenceNote
    self.interval = interval
    self.initialCentOffset = initialCentOffset
  }

  public var targetNote: MIDINote { referenceNote.transposed(by: interval) }
}

/// A pitch matching as it will sound.
public nonisolated struct PosedPitchMatching: PosedTrial {
  public let index: Int

  public let challenge: PitchMatchingChallenge
  public var referenceNote: MIDINote { challenge.referenceNote }
  public var interval: DirectedInterval { challenge.interval }
  public let tuningSystem: TuningSystem

  /// What sounds first.
  public let referenceFrequency: Frequency

  /// What the second note is to be tuned to: the slider's 0.
  public let targetFrequency: Frequency

  /// The length of the reference note.
  public let noteDuration: NoteDuration

  /// The level of the tunable note; the reference sounds at 0 dB.
  public let amplitudeDB: AmplitudeDB

  /// The frequency of A4.
  public let referencePitch: Frequency

  /// What sounds beside the tunable note, from the reference on.
  public let voicing: Voicing

  public let flow: TrialFlow

  /// How far off the user usually is: a greater error is worth hearing.
  public let spread: Cents

  /// The spread of a user of whom too little is known.
  public static let unknownSpread = Cents(10)

  public var hearing = 1

  public init(
    index: Int, challenge: PitchMatchingChallenge, tuningSystem: TuningSystem,
    referencePitch: Frequency, noteDuration: NoteDuration, amplitudeDB: AmplitudeDB,
    voicing: Voicing = Voicing(), flow: TrialFlow = TrialFlow(),
    spread: Cents = PosedPitchMatching.unknownSpread
  ) {
    self.index = index
    self.challenge = challenge
    self.tuningSystem = tuningSystem
    self.referenceFrequency = tuningSystem.frequency(
      for: challenge.referenceNote, referencePitch: referencePitch)
    self.targetFrequency = tuningSystem.frequency(
      of: challenge.interval, offset: 0, above: challenge.referenceNote,
      referencePitch: referencePitch)
    self.noteDuration = noteDuration
    self.amplitudeDB = amplitudeDB
    self.referencePitch = referencePitch
    self.voicing = voicing
    self.flow = flow
    self.spread = spread
  }

  /// What sounds from the reference on.
  public var voices: [NoteRequest] {
    voicing.requests(
      above: challenge.referenceNote, in: tuningSystem, referencePitch: referencePitch)
  }

  /// What moves the tunable note.
  public var slider: PitchSlider { PitchSlider(target: targetFrequency) }

  /// Where the slider stands at first.
  public var initialValue: Double {
    challenge.initialCentOffset.rawValue / slider.reach.rawValue
  }

  /// How far the pitch with the slider at `value` is from the target, from both frequencies.
  public func centError(at value: Double) -> Cents {
    Cents(from: targetFrequency, to: slider.frequency(at: value))
  }
}

/// A pitch matching that was committed.
public nonisolated struct CompletedPitchMatching: Hashable, Sendable, Identifiable {
  /// Stays with the record for as long as it exists.
  public let id: UUID
  public let challenge: PitchMatchingChallenge

  /// How far the committed pitch was from the target; positive is sharp.
  public let userCentError: Cents
  public let tuningSystem: TuningSystem

  /// When the pitch was committed; whole milliseconds.
  public let timestamp: Date

  /// How the answer came about.
  public let context: TrialContext

  public init(
    id: UUID, challenge: PitchMatchingChallenge, userCentError: Cents, tuningSystem: TuningSystem,
    timestamp: Date, context: TrialContext = TrialContext()
  ) {
    self.id = id
    self.challenge = challenge
    self.userCentError = userCentError
    self.tuningSystem = tuningSystem
    self.timestamp = timestamp.inWholeMilliseconds
    self.context = context
  }
}

import Foundation
import Music

/// What a pitch matching asks: tune the second note until the interval is true.
public nonisolated struct PitchMatchingChallenge: IntervalChallenge {
  public let referenceNote: MIDINote
  public let interval: DirectedInterval

  /// Where the tunable note starts, from the target; −100…+100 cents.
  public let initialCentOffset: Cents

  /// - Precondition: the transposed note lies within 0…127.
  public init(referenceNote: MIDINote, interval: DirectedInterval, initialCentOffset: Cents) {
    Self.check(referenceNote, interval)
    self.referenceNote = referenceNote
    self.interval = interval
    self.initialCentOffset = initialCentOffset
  }
}

/// A pitch matching as it will sound.
public nonisolated struct PosedPitchMatching: ProductionTrial {
  public let challenge: PitchMatchingChallenge
  public let conditions: TrialConditions
  public let spread: Cents

  public var hearing = 1

  public init(
    _ challenge: PitchMatchingChallenge, _ conditions: TrialConditions,
    spread: Cents = MatchingHearing.unknownSpread
  ) {
    self.challenge = challenge
    self.conditions = conditions
    self.spread = spread
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
public nonisolated struct CompletedPitchMatching: CompletedTrial {
  public let id: UUID
  public let challenge: PitchMatchingChallenge

  /// How far the committed pitch was from the target; positive is sharp.
  public let userCentError: Cents
  public let tuningSystem: TuningSystem

  /// When the pitch was committed; whole milliseconds.
  public let timestamp: Date
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

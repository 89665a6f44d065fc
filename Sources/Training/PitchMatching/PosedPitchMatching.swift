import Music

/// A pitch matching as it will sound.
public nonisolated struct PosedPitchMatching: Hashable, Sendable {
  /// The number of this challenge in its session, from 1.
  public let index: Int

  public let challenge: PitchMatchingChallenge
  public let tuningSystem: TuningSystem

  /// What sounds first.
  public let referenceFrequency: Frequency

  /// What the second note is to be tuned to: the slider's 0.
  public let targetFrequency: Frequency

  /// The length of the reference note.
  public let noteDuration: NoteDuration

  /// The level of the tunable note; the reference sounds at 0 dB.
  public let amplitudeDB: AmplitudeDB

  public init(
    index: Int, challenge: PitchMatchingChallenge, tuningSystem: TuningSystem,
    referencePitch: Frequency, noteDuration: NoteDuration, amplitudeDB: AmplitudeDB
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

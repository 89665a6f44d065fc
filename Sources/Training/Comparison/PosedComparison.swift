import Music

/// A comparison as it will sound.
public nonisolated struct PosedComparison: Hashable, Sendable {
  /// The number of this challenge in its session, from 1.
  public let index: Int

  public let comparison: Comparison
  public let tuningSystem: TuningSystem

  /// What sounds first.
  public let referenceFrequency: Frequency

  /// What sounds second, the cent offset included.
  public let targetFrequency: Frequency

  /// The length of each note.
  public let noteDuration: NoteDuration

  /// The level of the second note; the first sounds at 0 dB.
  public let amplitudeDB: AmplitudeDB

  public init(
    index: Int, comparison: Comparison, tuningSystem: TuningSystem, referencePitch: Frequency,
    noteDuration: NoteDuration, amplitudeDB: AmplitudeDB
  ) {
    self.index = index
    self.comparison = comparison
    self.tuningSystem = tuningSystem
    self.referenceFrequency = tuningSystem.frequency(
      for: comparison.referenceNote, referencePitch: referencePitch)
    self.targetFrequency = tuningSystem.frequency(
      of: comparison.interval, offset: comparison.centOffset, above: comparison.referenceNote,
      referencePitch: referencePitch)
    self.noteDuration = noteDuration
    self.amplitudeDB = amplitudeDB
  }
}

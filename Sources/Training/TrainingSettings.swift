import Music

/// The settings of one challenge: a copy, so that nothing moves while it sounds.
public nonisolated struct TrainingSettings: Hashable, Sendable {
  public var noteRange: NoteRange
  public var noteDuration: NoteDuration
  public var referencePitch: Frequency
  public var varyLoudness: UnitInterval

  /// The least and the greatest |offset| of a comparison, in cents.
  public var centDifference: ClosedRange<Double>

  /// The limits of the offset, in cents.
  public static let standardCentDifference: ClosedRange<Double> = 0.1...100

  public init(
    noteRange: NoteRange, noteDuration: NoteDuration, referencePitch: Frequency,
    varyLoudness: UnitInterval,
    centDifference: ClosedRange<Double> = TrainingSettings.standardCentDifference
  ) {
    self.noteRange = noteRange
    self.noteDuration = noteDuration
    self.referencePitch = referencePitch
    self.varyLoudness = varyLoudness
    self.centDifference = centDifference
  }

  /// What the user has set at this moment.
  @MainActor
  public init(_ settings: any UserSettings) {
    self.init(
      noteRange: settings.noteRange, noteDuration: settings.noteDuration,
      referencePitch: settings.referencePitch, varyLoudness: settings.varyLoudness)
  }
}

import Music

/// What a trial asks of the user, whichever training it is from.
public struct StageTask: Hashable {
  /// The note that sounds first.
  public let reference: MIDINote

  /// From the reference to the note that is judged or tuned.
  public let interval: DirectedInterval
  public let tuning: TuningSystem

  public init(reference: MIDINote, interval: DirectedInterval, tuning: TuningSystem) {
    self.reference = reference
    self.interval = interval
    self.tuning = tuning
  }
}

/// A MIDI message as `peach midi monitor` shows it.
public nonisolated struct MonitoredMIDI: Hashable, Sendable {
  /// Since the first one.
  public let seconds: Double

  /// Its bytes, or the first three of more.
  public let bytes: [UInt8]

  /// How many bytes it has.
  public let size: Int

  /// What it means in each training, `nil` for nothing.
  public let comparison: MIDIMeaning?
  public let matching: MIDIMeaning?

  public init(
    seconds: Double, bytes: [UInt8], size: Int, comparison: MIDIMeaning?, matching: MIDIMeaning?
  ) {
    self.seconds = seconds
    self.bytes = bytes
    self.size = size
    self.comparison = comparison
    self.matching = matching
  }
}

/// A MIDI message as `peach midi monitor` shows it.
nonisolated struct MonitoredMIDI: Hashable, Sendable {
  /// Since the first one.
  let seconds: Double

  /// Its bytes, or the first three of more.
  let bytes: [UInt8]

  /// How many bytes it has.
  let size: Int

  /// What it means in each training, `nil` for nothing.
  let comparison: MIDIMeaning?
  let matching: MIDIMeaning?

  init(
    seconds: Double, bytes: [UInt8], size: Int, comparison: MIDIMeaning?, matching: MIDIMeaning?
  ) {
    self.seconds = seconds
    self.bytes = bytes
    self.size = size
    self.comparison = comparison
    self.matching = matching
  }
}

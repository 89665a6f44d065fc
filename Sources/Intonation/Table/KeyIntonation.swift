/// What was found out about one key of a preset.
public struct KeyIntonation: Codable, Hashable, Sendable {
  /// The MIDI key, 0…127.
  public let key: Int
  public let tone: ToneMeasurement

  public init(key: Int, tone: ToneMeasurement) {
    self.key = key
    self.tone = tone
  }
}

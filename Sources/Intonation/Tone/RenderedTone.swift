import Music

/// One note as it was rendered: all that ``ToneMeter`` looks at.
public struct RenderedTone: Sendable {
  /// One array of samples for each channel, all of the same length.
  public let channels: [[Float]]
  /// Samples a second.
  public let sampleRate: Double
  /// What the note should sound.
  public let nominal: Frequency

  /// - Precondition: there is a channel, all have the same length, and the rate is positive.
  public init(channels: [[Float]], sampleRate: Double, nominal: Frequency) {
    precondition(
      !channels.isEmpty && channels.allSatisfy { $0.count == channels[0].count },
      "channels of one length")
    precondition(sampleRate > 0, "the rate is positive")
    self.channels = channels
    self.sampleRate = sampleRate
    self.nominal = nominal
  }
}

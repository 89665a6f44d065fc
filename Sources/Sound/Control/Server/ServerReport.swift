/// What a JACK server says of itself, and how it did while it was watched.
public struct ServerReport: Hashable, Sendable {
  /// Frames per second.
  public let sampleRate: Int

  /// Frames per period.
  public let period: Int
  public let isRealtime: Bool

  /// The priority at which the server wants its clients' threads to run; `nil` without real time.
  public let clientPriority: Int?

  /// What drives it, as far as the names of its ports tell: `alsa`, `dummy`, `firewire`.
  public let driver: String?

  /// The ports that lead to a device.
  public let outputs: [String]
  public let sources: [ServerPort]

  /// How often the server lost the beat while it was watched.
  public let xruns: Int

  /// How many frames went by in a second while it was watched.
  public let measuredRate: Double

  /// The load that the server reckons with, as a share of the period.
  public let load: Double

  /// Whether time does not go by as it should: the server renders as fast as it can.
  public var isFreewheeling: Bool { measuredRate > 1.5 * Double(sampleRate) }

  /// Whether time hardly goes by.
  public var hasStalled: Bool { measuredRate < 0.5 * Double(sampleRate) }
}

import Realtime

/// A MIDI event that a listener heard.
public struct HeardMIDI: Hashable, Sendable {
  /// When it came, in seconds since the listener was opened.
  public let seconds: Double

  /// Its bytes, or the first three of more.
  public let bytes: [UInt8]

  /// How many bytes it has.
  public let size: Int

  public init(seconds: Double, bytes: [UInt8], size: Int? = nil) {
    self.seconds = seconds
    self.bytes = Array(bytes.prefix(3))
    self.size = size ?? bytes.count
  }

  /// The event as Peach reads it; `nil` for what Peach does not listen to.
  public var message: MIDIMessage? {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { MIDIMessage(bytes: $0, count: size) }
    }
  }
}

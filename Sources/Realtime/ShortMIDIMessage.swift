/// A MIDI channel message that Peach sends: two or three bytes.
public struct ShortMIDIMessage: BitwiseCopyable, Hashable, Sendable {
  public let status: UInt8
  public let first: UInt8

  /// 0 if the message has two bytes.
  public let second: UInt8

  /// How many bytes it has.
  public var size: Int {
    @_noLocks @_noAllocation
    get { status & 0xF0 == 0xC0 ? 2 : 3 }
  }

  /// Values beyond what fits into their bits lose the bits above.
  ///
  /// - Parameter status: the kind of the message, 0x80…0xE0, without a channel.
  private init(_ status: UInt8, channel: Int, _ first: Int, _ second: Int = 0) {
    self.status = status | UInt8(truncatingIfNeeded: channel) & 0x0F
    self.first = UInt8(truncatingIfNeeded: first) & 0x7F
    self.second = UInt8(truncatingIfNeeded: second) & 0x7F
  }

  /// A key or a pad; velocity 0 means off.
  ///
  /// - Parameters:
  ///   - key: 0…127, as `velocity`.
  ///   - channel: 0…15, as in the other messages.
  public static func note(_ key: Int, velocity: Int, channel: Int) -> ShortMIDIMessage {
    ShortMIDIMessage(0x90, channel: channel, key, velocity)
  }

  /// A control change; controller and value 0…127.
  public static func controller(_ number: Int, value: Int, channel: Int) -> ShortMIDIMessage {
    ShortMIDIMessage(0xB0, channel: channel, number, value)
  }

  /// A program change, 0…127.
  public static func program(_ number: Int, channel: Int) -> ShortMIDIMessage {
    ShortMIDIMessage(0xC0, channel: channel, number)
  }

  /// The pitch wheel, 0…16 383; 8192 is its centre.
  public static func pitchWheel(_ position: Int, channel: Int) -> ShortMIDIMessage {
    ShortMIDIMessage(0xE0, channel: channel, position, position >> 7)
  }

  /// The bytes in one number; equal for messages that mean the same.
  var signature: UInt32 {
    @_noLocks @_noAllocation
    get { Self.signature(status: status, first: first, second: second) }
  }

  /// A note-on with velocity 0 is a note-off, whatever its velocity.
  @_noLocks @_noAllocation
  static func signature(status: UInt8, first: UInt8, second: UInt8) -> UInt32 {
    let kind = status & 0xF0
    let isOff = kind == 0x80 || kind == 0x90 && second == 0
    let channel = status & 0x0F
    let code = isOff ? 0x80 | channel : status
    let last: UInt8 = isOff || kind == 0xC0 ? 0 : second
    return UInt32(code) << 16 | UInt32(first) << 8 | UInt32(last)
  }
}

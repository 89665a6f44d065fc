/// A MIDI channel message (MIDI 1.0 Detailed Specification, 4.2) that Peach uses.
public enum MIDIMessage: BitwiseCopyable, Hashable, Sendable {
  case noteOn(channel: UInt8, key: UInt8, velocity: UInt8)

  /// A note-off, or a note-on with velocity 0.
  case noteOff(channel: UInt8, key: UInt8)

  case controlChange(channel: UInt8, controller: UInt8, value: UInt8)

  case programChange(channel: UInt8, program: UInt8)

  /// A position of the pitch wheel, −8192…+8191; 0 is its centre.
  case pitchWheel(channel: UInt8, value: Int16)

  /// Reads one message from JACK MIDI: complete, with its status byte. `nil` if it is truncated or
  /// malformed, or if Peach does not use it (pressure, system messages).
  ///
  /// - Parameter bytes: `count` readable bytes.
  @_noLocks @_noAllocation
  public init?(bytes: UnsafePointer<UInt8>, count: Int) {
    guard count >= 2, count <= 3 else { return nil }
    let status = bytes[0] & 0xF0
    let channel = bytes[0] & 0x0F
    let first = bytes[1]
    let second = count == 3 ? bytes[2] : 0
    guard first < 0x80, second < 0x80, count == (status == 0xC0 ? 2 : 3) else { return nil }
    switch status {
    case 0x80: self = .noteOff(channel: channel, key: first)
    case 0x90:
      self =
        second == 0
        ? .noteOff(channel: channel, key: first)
        : .noteOn(channel: channel, key: first, velocity: second)
    case 0xB0: self = .controlChange(channel: channel, controller: first, value: second)
    case 0xC0: self = .programChange(channel: channel, program: first)
    case 0xE0:
      let position = Int16(second) << 7 | Int16(first)
      self = .pitchWheel(channel: channel, value: position &- 8192)
    default: return nil
    }
  }
}

extension MIDIMessage {
  /// The channel, 0…15.
  public var channel: UInt8 {
    @_noLocks @_noAllocation
    get {
      switch self {
      case .noteOn(let channel, _, _), .noteOff(let channel, _), .controlChange(let channel, _, _),
        .programChange(let channel, _), .pitchWheel(let channel, _):
        return channel
      }
    }
  }

  /// True if the message means that nothing is held: one of the channel mode messages "all sound
  /// off" (120), "reset all controllers" (121), and "all notes off" (123) with those that include
  /// it (124…127; MIDI 1.0 Detailed Specification, "Channel mode messages").
  public var resetsControls: Bool {
    @_noLocks @_noAllocation
    get {
      guard case .controlChange(_, let controller, _) = self else { return false }
      return controller >= 120 && controller != 122
    }
  }
}

/// A MIDI message and its position in the period.
public struct TimedMIDIMessage: BitwiseCopyable, Hashable, Sendable {
  /// Frames from the first frame of the period.
  public var offset: Int
  public var message: MIDIMessage

  /// True if it may be the echo of a message that was sent, rather than from a hand.
  public var isEcho: Bool

  @_noLocks @_noAllocation
  public init(offset: Int, message: MIDIMessage, isEcho: Bool = false) {
    self.offset = offset
    self.message = message
    self.isEcho = isEcho
  }
}

/// A MIDI channel message that Peach sends: two or three bytes.
public struct ShortMIDIMessage: BitwiseCopyable, Hashable, Sendable {
  public let status: UInt8
  public let first: UInt8

  /// 0 if the message has two bytes.
  public let second: UInt8

  /// The number of bytes, 2 or 3.
  public var size: Int {
    @_noLocks @_noAllocation
    get { status & 0xF0 == 0xC0 ? 2 : 3 }
  }

  /// Makes a message; values that do not fit into their bits lose the bits above.
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

  /// The bytes in one number. A note-on with velocity 0 is a note-off, whose velocity does not
  /// count.
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

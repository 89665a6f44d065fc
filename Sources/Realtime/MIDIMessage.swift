/// A MIDI channel message (MIDI 1.0 Detailed Specification, 4.2) that Peach uses.
public enum MIDIMessage: BitwiseCopyable, Hashable, Sendable {
  case noteOn(channel: UInt8, key: UInt8, velocity: UInt8)

  /// Also a note-on with velocity 0.
  case noteOff(channel: UInt8, key: UInt8)

  case controlChange(channel: UInt8, controller: UInt8, value: UInt8)

  case programChange(channel: UInt8, program: UInt8)

  /// −8192…+8191; 0 is the wheel's centre.
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
  /// 0…15.
  public var channel: UInt8 {
    @_noLocks @_noAllocation
    get {
      switch self {
      case .noteOn(let channel, _, _): return channel
      case .noteOff(let channel, _): return channel
      case .controlChange(let channel, _, _): return channel
      case .programChange(let channel, _): return channel
      case .pitchWheel(let channel, _): return channel
      }
    }
  }
}

extension MIDIMessage {
  /// Whether the device says that nothing is held any more: one of the channel mode messages "all
  /// sound off" (120), "reset all controllers" (121), and "all notes off" (123) with those that
  /// include it (124…127; MIDI 1.0 Detailed Specification, "Channel mode messages").
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

  /// Whether it may be the echo of a message that was sent, rather than from a hand.
  public var isEcho: Bool

  @_noLocks @_noAllocation
  public init(offset: Int, message: MIDIMessage, isEcho: Bool = false) {
    self.offset = offset
    self.message = message
    self.isEcho = isEcho
  }
}

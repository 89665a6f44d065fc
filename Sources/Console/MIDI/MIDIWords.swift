import Music

/// MIDI messages in words (MIDI 1.0 Detailed Specification, tables I to VI).
public nonisolated enum MIDIWords {
  /// What a message says; every message has words, also one that Peach does not listen to.
  ///
  /// - Parameters:
  ///   - bytes: the message's first three bytes, or all if it has fewer.
  ///   - size: how many it has.
  public static func text(_ bytes: [UInt8], size: Int) -> String {
    guard let status = bytes.first else { return "nothing" }
    guard status >= 0x80 else { return "no message: it lacks its status byte" }
    if status >= 0xF0 { return system(status, size: size) }
    let isShort = [0xC0, 0xD0].contains(status & 0xF0)
    guard size == (isShort ? 2 : 3), bytes.count == size,
      bytes.dropFirst().allSatisfy({ $0 < 0x80 })
    else { return "no message: it is cut off or too long" }
    return
      "\(channelMessage(status & 0xF0, bytes[1], isShort ? 0 : bytes[2])), channel \(status & 0x0F + 1)"
  }

  /// Bytes in hexadecimal, with a sign where there are more than are shown.
  public static func hexadecimal(_ bytes: [UInt8], size: Int) -> String {
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    return size > bytes.count ? text + " …" : text
  }

  private static func channelMessage(_ kind: UInt8, _ first: UInt8, _ second: UInt8) -> String {
    switch kind {
    case 0x80: "note \(name(first)) off"
    case 0x90:
      second == 0 ? "note \(name(first)) off" : "note \(name(first)) on, velocity \(second)"
    case 0xA0: "note \(name(first)) pressed by \(second)"
    case 0xB0: "CC \(first) = \(second)"
    case 0xC0: "program \(first)"
    case 0xD0: "pressure \(first)"
    default: "pitch wheel \((Int(second) << 7 | Int(first)) - 8192)"
    }
  }

  private static func system(_ status: UInt8, size: Int) -> String {
    switch status {
    case 0xF0: "system exclusive, \(size) bytes"
    case 0xF8: "clock"
    case 0xFA...0xFC: "start, continue or stop"
    case 0xFE: "active sensing"
    case 0xFF: "reset"
    default: "system message"
    }
  }

  private static func name(_ key: UInt8) -> String {
    "\(key) (\(NoteName.text(MIDINote(Int(key)))))"
  }
}

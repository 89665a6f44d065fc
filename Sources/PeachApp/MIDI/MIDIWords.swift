import Charts
import Language
import Music

/// MIDI messages in words (MIDI 1.0 Detailed Specification, tables I to VI).
nonisolated enum MIDIWords {
  /// What a message says; every message has words, also one that Peach does not listen to.
  ///
  /// - Parameters:
  ///   - bytes: the message's first three bytes, or all if it has fewer.
  ///   - size: how many it has.
  static func text(_ bytes: [UInt8], size: Int) -> String {
    guard let status = bytes.first else { return localized(context: "message", "nothing") }
    guard status >= 0x80 else { return localized("no message: it lacks its status byte") }
    if status >= 0xF0 { return system(status, size: size) }
    let isShort = [0xC0, 0xD0].contains(status & 0xF0)
    guard size == (isShort ? 2 : 3), bytes.count == size,
      bytes.dropFirst().allSatisfy({ $0 < 0x80 })
    else { return localized("no message: it is cut off or too long") }
    return localized(
      "%@, channel %d", channelMessage(status & 0xF0, bytes[1], isShort ? 0 : bytes[2]),
      Int(status & 0x0F) + 1)
  }

  /// Bytes in hexadecimal, with a sign where there are more than are shown.
  static func hexadecimal(_ bytes: [UInt8], size: Int) -> String {
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    return size > bytes.count ? text + " …" : text
  }

  private static func channelMessage(_ kind: UInt8, _ first: UInt8, _ second: UInt8) -> String {
    let (number, value) = (Int(first), Int(second))
    return switch kind {
    case 0x80: localized("note %@ off", name(first))
    case 0x90:
      second == 0
        ? localized("note %@ off", name(first))
        : localized("note %@ on, velocity %d", name(first), value)
    case 0xA0: localized("note %@ pressed by %d", name(first), value)
    case 0xB0: localized("CC %d = %d", number, value)
    case 0xC0: localized("program %d", number)
    case 0xD0: localized("pressure %d", number)
    default: localized("pitch wheel %d", (value << 7 | number) - 8192)
    }
  }

  private static func system(_ status: UInt8, size: Int) -> String {
    switch status {
    case 0xF0:
      localized(
        one: "system exclusive, %d byte", other: "system exclusive, %d bytes", size)
    case 0xF8: localized("clock")
    case 0xFA...0xFC: localized("start, continue or stop")
    case 0xFE: localized("active sensing")
    case 0xFF: localized("reset")
    default: localized("system message")
    }
  }

  private static func name(_ key: UInt8) -> String {
    "\(key) (\(NoteName.text(MIDINote(Int(key)))))"
  }
}

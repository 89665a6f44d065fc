/// A key on a terminal.
public enum Key: Hashable {
  case character(Character)
  case up, down, left, right
  case enter, escape, backspace
  /// A sequence that has no meaning here.
  case other
}

/// Decodes a terminal's bytes into keys (ECMA-48 control sequences, as xterm sends them for the
/// cursor keys in both modes; UTF-8 for characters).
///
/// The decoder is a value: bytes in, keys out. It cannot distinguish a lone Escape from the
/// beginning of a sequence, so the reader calls ``flush()`` if nothing follows for a moment.
public struct KeyDecoder {
  private var pending: [UInt8] = []

  /// Sequences longer than any that a terminal sends are discarded.
  private static let longestSequence = 32

  public init() {}

  /// Whether an incomplete sequence is pending.
  public var isPending: Bool { !pending.isEmpty }

  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    bytes.flatMap { byte -> [Key] in
      pending.append(byte)
      return takeKey().map { [$0] } ?? []
    }
  }

  /// Nothing followed, so the pending bytes are complete.
  public mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending.isEmpty ? [] : [pending == [0x1B] ? .escape : .other]
  }

  /// A key, if the pending bytes form one.
  private mutating func takeKey() -> Key? {
    guard let first = pending.first else { return nil }
    let key: Key?
    switch first {
    case 0x1B: key = sequence()
    case 0x0A, 0x0D: key = .enter
    case 0x08, 0x7F: key = .backspace
    case 0x00..<0x20: key = .other
    default: key = character()
    }
    if key != nil || pending.count > Self.longestSequence { pending = [] }
    return key
  }

  private func sequence() -> Key? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else { return .other }
    guard let final = pending.dropFirst(2).last, (0x40...0x7E).contains(final) else { return nil }
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    default: return .other
    }
  }

  private func character() -> Key? {
    if let text = String(validating: pending, as: UTF8.self), let character = text.first {
      return .character(character)
    }
    return pending.count < 4 ? nil : .other
  }
}

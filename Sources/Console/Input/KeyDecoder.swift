import Foundation
import MainThread

public nonisolated enum Key: Hashable, Sendable {
  /// A key that produces text; the space bar is `.character(" ")`.
  case character(Character)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, escape, backspace, tab
  /// A letter together with Ctrl, in lower case.
  case control(Character)
  /// A sequence that has no meaning here.
  case other

  /// The key as a command, in which the case of a letter does not matter.
  public var command: Key {
    guard case .character(let character) = self else { return self }
    return .character(character.lowercased().first ?? character)
  }

  /// The text of a field after the key, which adds a character or removes the last one.
  public func edited(_ text: String) -> String {
    switch self {
    case .character(let character): text + String(character)
    case .backspace: String(text.dropLast())
    default: text
    }
  }

  /// The signal that a key asks for. The line discipline sends it, unless the terminal has key
  /// events and reports the key instead.
  public var signal: Int32? {
    switch self {
    case .control("c"): SIGINT
    case .control("\\"): SIGQUIT
    case .control("z"): SIGTSTP
    default: nil
    }
  }

  fileprivate var isCharacter: Bool {
    if case .character = self { true } else { false }
  }
}

/// A press, a repetition or a release of a key. Most terminals report only presses, many of them
/// for a key that is held; terminals with kitty's protocol distinguish the three.
public nonisolated struct KeyPress: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case press, `repeat`, release }

  public let key: Key
  public let kind: Kind

  public init(_ key: Key, _ kind: Kind = .press) {
    self.key = key
    self.kind = kind
  }
}

/// Decodes a terminal's bytes into keys: ECMA-48 control sequences as xterm and the Linux console
/// send them, the keyboard protocol of kitty (https://sw.kovidgoyal.net/kitty/keyboard-protocol,
/// flags 1 and 2), UTF-8 for characters. A paste (xterm's mode 2004) is dropped as a whole.
///
/// The decoder uses bounded memory. It cannot distinguish a lone Escape from the beginning of a
/// sequence, so the reader calls ``flush()`` if nothing follows for a moment.
public nonisolated struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  /// Drops the pending sequence up to its end.
  private var isOverlong = false

  /// The number of bytes of the end mark that have arrived; `nil` outside a paste.
  private var pasteEnd: Int?

  /// The longest sequence that any terminal sends.
  private static let longestSequence = 64

  private static let pasteEndMark = Array("\u{1B}[201~".utf8)

  public init() {}

  /// The keys that were pressed or repeated.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    presses(in: bytes).filter { $0.kind != .release }.map(\.key)
  }

  public mutating func presses(in bytes: some Sequence<UInt8>) -> [KeyPress] {
    var presses: [KeyPress] = []
    for byte in bytes {
      if let matched = pasteEnd {
        endPaste(byte, matched)
      } else {
        pending.append(byte)
        if let press = nextPress() { presses.append(press) }
      }
    }
    return presses
  }

  /// Completes the pending bytes, as nothing followed. A paste ends only with its mark.
  public mutating func flush() -> [Key] {
    defer { (pending, isOverlong) = ([], false) }
    return pending.isEmpty ? [] : [pending == [0x1B] ? .escape : .other]
  }

  private mutating func endPaste(_ byte: UInt8, _ matched: Int) {
    let mark = Self.pasteEndMark
    // The mark's first byte occurs in it only once, so a mismatch can only begin the mark again.
    let now = byte == mark[matched] ? matched + 1 : byte == mark[0] ? 1 : 0
    pasteEnd = now == mark.count ? nil : now
  }

  private mutating func nextPress() -> KeyPress? {
    guard let first = pending.first else { return nil }
    if pending == [0x1B, 0x1B] {
      pending = [0x1B]
      return KeyPress(.escape)
    }
    let press: KeyPress?
    switch first {
    case 0x1B:
      guard let sequence = EscapeSequence(pending, isOverlong: isOverlong) else {
        // Only the beginning of an endless sequence is kept.
        if pending.count > Self.longestSequence {
          isOverlong = true
          pending.removeLast()
        }
        return nil
      }
      if sequence.beginsPaste { pasteEnd = 0 }
      press = sequence.press
      isOverlong = false
      pending = []
      return sequence.beginsPaste ? nil : press
    case 0x0A, 0x0D: press = KeyPress(.enter)
    case 0x08, 0x7F: press = KeyPress(.backspace)
    case 0x09: press = KeyPress(.tab)
    case 0x01...0x1A: press = KeyPress(.control(Character(Unicode.Scalar(first + 0x60))))
    case 0x00..<0x20: press = KeyPress(.other)
    default: press = character().map { KeyPress($0) }
    }
    if press != nil { pending = [] }
    return press
  }

  private func character() -> Key? {
    if let text = String(validating: pending, as: UTF8.self), let character = text.first {
      return .character(character)
    }
    return pending.count < 4 ? nil : .other
  }
}

/// A complete sequence that begins with Escape.
private nonisolated struct EscapeSequence {
  let press: KeyPress
  var beginsPaste = false

  /// `nil` as long as more bytes belong to it.
  init?(_ bytes: [UInt8], isOverlong: Bool) {
    guard bytes.count > 1 else { return nil }
    let introducer = bytes[1]
    guard introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O") else {
      press = KeyPress(.other)
      return
    }
    // The Linux console's function keys: two brackets and a letter.
    let isConsoleKey = bytes.count > 2 && bytes[2] == UInt8(ascii: "[")
    guard let final = bytes.dropFirst(isConsoleKey ? 3 : 2).last, (0x40...0x7E).contains(final)
    else { return nil }
    guard !isConsoleKey, !isOverlong else {
      press = KeyPress(.other)
      return
    }
    let fields = Self.fields(bytes[2..<(bytes.count - 1)])
    beginsPaste = final == UInt8(ascii: "~") && fields.first == [200]
    let second = fields.count > 1 ? fields[1] : []
    let modifiers = Modifiers(second.first ?? 1)
    let kind: KeyPress.Kind =
      switch second.count > 1 ? second[1] : 1 {
      case 2: .repeat
      case 3: .release
      default: .press
      }
    let code = fields.first?.first ?? 1
    let key: Key =
      switch final {
      case UInt8(ascii: "A"): .up
      case UInt8(ascii: "B"): .down
      case UInt8(ascii: "C"): .right
      case UInt8(ascii: "D"): .left
      case UInt8(ascii: "H"): .home
      case UInt8(ascii: "F"): .end
      case UInt8(ascii: "~"): Self.editingKey(code)
      // On the keypad in its application mode.
      case UInt8(ascii: "M") where introducer == UInt8(ascii: "O"): .enter
      case UInt8(ascii: "u"): Self.key(code, modifiers)
      default: .other
      }
    press = KeyPress(key, kind)
  }

  /// The numbers between semicolons, each with those after its colons; -1 for what is no number,
  /// which has no meaning.
  private static func fields(_ bytes: some Collection<UInt8>) -> [[Int]] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
      field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
        digits.isEmpty ? 1 : Int(String(decoding: digits, as: UTF8.self)) ?? -1
      }
    }
  }

  /// The keys of the block above the arrows, as VT220, rxvt and the Linux console number them.
  private static func editingKey(_ code: Int) -> Key {
    switch code {
    case 1, 7: .home
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    default: .other
    }
  }

  private struct Modifiers {
    let hasShift: Bool
    let hasControl: Bool
    let hasOthers: Bool

    /// - Parameter code: 1 plus the sum of the modifiers. Caps Lock and Num Lock do not count.
    init(_ code: Int) {
      let bits = max(code - 1, 0)
      hasShift = bits & 1 != 0
      hasControl = bits & 4 != 0
      hasOthers = bits & 0b11_1010 != 0
    }
  }

  /// A key by kitty's code: that of its character without modifiers, or one of Unicode's private
  /// use.
  private static func key(_ code: Int, _ modifiers: Modifiers) -> Key {
    switch code {
    case 27: return .escape
    case 13, 57414: return .enter
    case 9: return .tab
    case 8, 127: return .backspace
    case 57399...57408: return .character(Character("\(code - 57399)"))
    case 57409, 57416: return .character(".")
    case 57410: return .character("/")
    case 57411: return .character("*")
    case 57412: return .character("-")
    case 57413: return .character("+")
    case 57415: return .character("=")
    case 57417: return .left
    case 57418: return .right
    case 57419: return .up
    case 57420: return .down
    case 57421: return .pageUp
    case 57422: return .pageDown
    case 57423: return .home
    case 57424: return .end
    default: break
    }
    guard code >= 0x20, !(0xE000...0xF8FF).contains(code), !modifiers.hasOthers,
      let scalar = UInt32(exactly: code).flatMap({ Unicode.Scalar($0) })
    else { return .other }
    let character = Character(scalar)
    if modifiers.hasControl {
      return character.lowercased().first.map { .control($0) } ?? .other
    }
    guard modifiers.hasShift, let upper = character.uppercased().first else {
      return .character(character)
    }
    return .character(upper)
  }
}

/// Distinguishes a key that is held from one that is pressed again.
///
/// A terminal with key events reports the difference. On others a key counts as held if it comes
/// again within 200 ms: nobody presses one key as fast, and every keyboard repeats faster.
public nonisolated struct HeldKeyGuard: Sendable {
  /// The longest time between two repetitions.
  public static let longestGap = Duration.milliseconds(200)

  private var last: (key: Key, time: ProgramClock.Instant)?

  public init() {}

  /// True if the key was already down or is released: it then answers nothing. Call this for every
  /// key, in order.
  public mutating func isHeld(_ press: KeyPress, at time: ProgramClock.Instant) -> Bool {
    let isSame = last?.key == press.key
    switch press.kind {
    case .release:
      // The release of a letter may come without the modifiers that it was pressed with.
      if isSame || (last?.key.isCharacter == true && press.key.isCharacter) { last = nil }
      return true
    case .repeat:
      last = (press.key, time)
      return true
    case .press:
      let isHeld = isSame && last.map { time - $0.time <= Self.longestGap } == true
      last = (press.key, time)
      return isHeld
    }
  }
}

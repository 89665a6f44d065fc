import Foundation

/// The ports to which Peach connects its outputs or its audio input.
public enum OutputChoice: Hashable, Sendable {
  case off

  /// The first outputs of the machine; for the audio input, its first input.
  case physical

  /// The ports of this client, or those whose name matches this regular expression.
  case pattern(String)

  /// `nil` for a text that is not a ``PortExpression``.
  public init?(_ text: String) {
    switch text {
    case Self.off.text: self = .off
    case Self.physical.text: self = .physical
    default:
      guard PortExpression.isAllowed(text) else { return nil }
      self = .pattern(text)
    }
  }

  public var text: String {
    switch self {
    case .off: "off"
    case .physical: "physical"
    case .pattern(let text): text
    }
  }
}

/// The program that makes the connections of a session instead of Peach, according to the
/// environment.
public enum SessionManager: String, CaseIterable, Hashable, Sendable {
  /// Non (New) Session Manager, or another that speaks its protocol, such as RaySession.
  case nsm = "NSM_URL"

  case ladish = "LADISH_APP_NAME"

  /// The environment variable that the manager sets.
  public var variable: String { rawValue }

  /// The manager under which this process runs; `nil` if there is none.
  public init?(environment: [String: String]) {
    guard
      let manager = Self.allCases.first(where: { environment[$0.variable]?.isEmpty == false })
    else { return nil }
    self = manager
  }
}

/// The regular expressions (POSIX extended) that Peach compiles and searches for.
///
/// The C library parses nested groups by recursion and copies repeated parts: ten bytes can cost
/// gigabytes, and thousands of brackets the whole stack. A search with a back reference can take
/// for ever. The expressions that are allowed here cost at most a few milliseconds a name.
enum PortExpression {
  /// The most bytes; the name of a port in JACK has at most 320.
  static let mostBytes = 320

  /// The most groups inside one another.
  static let deepest = 16

  /// The most signs that an expression may have with its repetitions written out.
  static let mostSigns = 1000

  static func isAllowed(_ text: String) -> Bool {
    guard (1...mostBytes).contains(text.utf8.count),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
      isBounded(Array(text.utf8))
    else { return false }
    var expression = regex_t()
    guard regcomp(&expression, text, REG_EXTENDED | REG_NOSUB) == 0 else { return false }
    regfree(&expression)
    return true
  }

  /// The signs of a group so far, and those of its last part, which a repetition multiplies.
  private struct Group {
    var all = 0
    var last = 0

    mutating func append(_ signs: Int) {
      all += signs
      last = signs
    }

    /// Makes the last part optional or repeated, which takes one more sign.
    mutating func extendLast() {
      all += 1
      last += 1
    }

    mutating func `repeat`(_ times: Int) {
      all += last * (times - 1)
      last *= times
    }
  }

  private static func isBounded(_ text: [UInt8]) -> Bool {
    var groups = [Group()]
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\\"):
        if index < text.count, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(text[index]) {
          return false
        }
        index += 1
        groups[groups.count - 1].append(1)
      case UInt8(ascii: "["):
        index = endOfBracket(in: text, from: index)
        groups[groups.count - 1].append(1)
      case UInt8(ascii: "("):
        guard groups.count <= deepest else { return false }
        groups.append(Group())
      case UInt8(ascii: ")") where groups.count > 1:
        let group = groups.removeLast()
        groups[groups.count - 1].append(group.all + 1)
      case UInt8(ascii: "{"):
        guard let times = repetitions(in: text, from: &index) else { return false }
        groups[groups.count - 1].repeat(times)
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
        groups[groups.count - 1].extendLast()
      default: groups[groups.count - 1].append(1)
      }
      guard groups.allSatisfy({ $0.all <= mostSigns }) else { return false }
    }
    return true
  }

  /// The index after a bracket expression such as `[]a-z[:space:]]`.
  private static func endOfBracket(in text: [UInt8], from start: Int) -> Int {
    var index = start
    if index < text.count, text[index] == UInt8(ascii: "^") { index += 1 }
    if index < text.count, text[index] == UInt8(ascii: "]") { index += 1 }
    while index < text.count, text[index] != UInt8(ascii: "]") {
      if text[index] == UInt8(ascii: "["), index + 1 < text.count,
        ":.=".utf8.contains(text[index + 1])
      {
        let kind = text[index + 1]
        index += 2
        while index + 1 < text.count,
          !(text[index] == kind && text[index + 1] == UInt8(ascii: "]"))
        {
          index += 1
        }
        index += 1
      }
      index += 1
    }
    return index + 1
  }

  /// The most repetitions of `{2}`, `{2,}`, `{,3}` or `{2,3}`, at least 1; `nil` if there are too
  /// many. Moves the index after it.
  private static func repetitions(in text: [UInt8], from index: inout Int) -> Int? {
    var times = [0]
    while index < text.count, text[index] != UInt8(ascii: "}") {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: ",") {
        times.append(0)
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        times[times.count - 1] = times[times.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
        guard times[times.count - 1] <= mostSigns else { return nil }
      }
    }
    index += 1
    return max(times.max() ?? 1, 1)
  }
}

/// The time of sound from the outputs back into the audio input, as `peach play --calibrate`
/// measures it. The settings spell it in milliseconds, or as `none`.
public enum InputDelay: Hashable, Sendable, CustomStringConvertible {
  /// The delay has not been measured.
  case none

  /// A delay within ``range``.
  case milliseconds(Double)

  /// The delays that can be set, in milliseconds.
  public static let range = 0.0...1000.0

  public init?(_ text: String) {
    if text == "none" {
      self = .none
    } else if let number = Double(text), Self.range.contains(number) {
      self = .milliseconds(number)
    } else {
      return nil
    }
  }

  /// Rounds a measured delay to a hundredth of a millisecond within ``range``.
  public init(seconds: Double) {
    let hundredths = (seconds * 100_000).rounded()
    self = .milliseconds(min(max(hundredths / 100, Self.range.lowerBound), Self.range.upperBound))
  }

  /// `nil` if it has not been measured.
  public var seconds: Double? {
    if case .milliseconds(let number) = self { number / 1000 } else { nil }
  }

  public var description: String {
    switch self {
    case .none: "none"
    case .milliseconds(let number): "\(number)"
    }
  }
}

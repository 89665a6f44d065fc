import Foundation

/// Which regular expressions (POSIX extended) Peach compiles and searches for.
///
/// The C library parses nested groups by recursion and copies what is repeated: ten bytes can cost
/// gigabytes, and thousands of brackets the whole stack. A search with a back reference can take
/// for ever. What is allowed here costs at most a few milliseconds a name.
enum PortExpression {
  /// The most bytes; the name of a port in JACK has at most 320.
  static let mostBytes = 320

  /// The most groups inside one another.
  static let deepest = 16

  /// The most signs that an expression may have with its repetitions written out.
  static let mostSigns = 1000

  /// Whether the text is a regular expression that Peach accepts.
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

  /// The signs of a group so far: in all, and of the last part, which a repetition multiplies.
  private struct Group {
    var all = 0
    var last = 0

    mutating func append(_ signs: Int) {
      all += signs
      last = signs
    }

    /// The last part becomes optional or repeats, which takes one sign more.
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

  /// The index behind a bracket expression such as `[]a-z[:space:]]`.
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

  /// How often `{2}`, `{2,}`, `{,3}` or `{2,3}` repeats at most, at least 1; `nil` if too often.
  /// The index moves behind it.
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

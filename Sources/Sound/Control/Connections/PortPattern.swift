import Foundation

/// A pattern for audio ports: the ports of a client of that name, or the ports whose name or alias
/// contains a match of the regular expression (POSIX extended, as JACK itself uses).
public struct PortPattern: Hashable, Sendable {
  /// The user's text.
  public let text: String

  /// - Returns: `nil` if the text is not a regular expression.
  public init?(_ text: String) {
    guard !text.isEmpty, Self.search(text, { _ in true }) == true else { return nil }
    self.text = text
  }

  /// The ports that match, in their order.
  func fitting(_ destinations: [ServerPort]) -> [ServerPort] {
    Self.search(text) { isFound in
      destinations.filter { destination in
        destination.client == text
          || ([destination.name] + destination.aliases).contains(where: isFound)
      }
    } ?? []
  }

  /// Calls `body` with a search for the expression; `nil` if it is not one.
  private static func search<Value>(
    _ pattern: String, _ body: ((String) -> Bool) -> Value
  ) -> Value? {
    var expression = regex_t()
    guard regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
    defer { regfree(&expression) }
    return body { regexec(&expression, $0, 0, nil, 0) == 0 }
  }
}

/// A pattern for MIDI ports.
///
/// A text with `*` or `?` is a pattern as in the shell, for the whole name; any other text is a
/// part of the name. Case is ignored, and so is the number in brackets that a2jmidid puts into its
/// names and that changes each time the device is plugged in, in the pattern and in the name.
public struct MIDISourcePattern: Hashable, Sendable {
  /// The user's text.
  public let text: String

  private let pattern: String
  private let isShellStyle: Bool

  /// The most bytes of a pattern; a port's name in JACK has at most 320.
  public static let mostBytes = 320

  /// Returns `nil` if the text is empty, too long, or has control characters.
  public init?(checking text: String) {
    guard (1...Self.mostBytes).contains(text.utf8.count),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    self.init(text)
  }

  public init(_ text: String) {
    self.text = text
    pattern = Self.essence(of: text)
    isShellStyle = pattern.contains { "*?".contains($0) }
  }

  /// True if the source's name or one of its aliases matches.
  public func matches(_ source: ServerPort) -> Bool {
    ([source.name] + source.aliases).contains(where: matches)
  }

  private func matches(_ name: String) -> Bool {
    let name = Self.essence(of: name)
    return isShellStyle ? fnmatch(pattern, name, 0) == 0 : name.contains(pattern)
  }

  /// The name in lower case and without numbers in brackets.
  private static func essence(of name: String) -> String {
    var result = ""
    var rest = name.lowercased()[...]
    while let bracket = rest.firstIndex(of: "[") {
      let digits = rest[rest.index(after: bracket)...].prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty, digits.endIndex < rest.endIndex, rest[digits.endIndex] == "]" else {
        result += rest[...bracket]
        rest = rest[rest.index(after: bracket)...]
        continue
      }
      result += rest[..<bracket]
      if result.hasSuffix(" ") { result.removeLast() }
      rest = rest[rest.index(after: digits.endIndex)...]
    }
    return result + rest
  }
}

import Foundation

/// Which MIDI sources a user means.
///
/// A text with `*` or `?` is a pattern as in the shell, for the whole of a name; any other is a part of
/// it. Case does not matter, and neither does the number in brackets that a2jmidid puts into its names and
/// that changes each time the device is plugged in: neither the pattern's nor the name's counts.
public struct MIDISourcePattern: Hashable, Sendable {
  /// As the user gave it.
  public let text: String

  private let pattern: String
  private let isShellStyle: Bool

  public init(_ text: String) {
    self.text = text
    pattern = Self.essence(of: text)
    isShellStyle = pattern.contains { "*?".contains($0) }
  }

  /// Whether the source's name or one of its aliases fits.
  public func matches(_ source: ServerPort) -> Bool {
    ([source.name] + source.aliases).contains(where: matches)
  }

  private func matches(_ name: String) -> Bool {
    let name = Self.essence(of: name)
    return isShellStyle ? fnmatch(pattern, name, 0) == 0 : name.contains(pattern)
  }

  /// A name in small letters and without numbers in brackets.
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

/// Which MIDI sources are to be connected as they come.
///
/// Each is connected once for as long as it is there: what the user disconnects stays so until the
/// source goes and comes back. Without a pattern it wants none.
struct MIDISourceWatch {
  let patterns: [MIDISourcePattern]

  /// Those that are connected, or about to be, with what tells one port from a later one of the same name.
  private(set) var present: [String: UInt64] = [:]

  init(_ patterns: [MIDISourcePattern] = []) { self.patterns = patterns }

  /// Takes in what there is now; returns the names of those to be connected.
  mutating func observe(_ sources: [ServerPort]) -> [String] {
    let matching = sources.filter { source in patterns.contains { $0.matches(source) } }
    defer { present = Dictionary(matching.map { ($0.name, $0.identity) }) { $1 } }
    return matching.filter { present[$0.name] != $0.identity }.map(\.name)
  }

  /// A source could not be connected: a program registers its ports before the server lets anybody
  /// connect them. It is tried again after the next change, which its activation is.
  mutating func noteRefusal(of name: String) { present[name] = nil }
}

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

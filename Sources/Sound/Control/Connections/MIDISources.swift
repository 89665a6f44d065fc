import Foundation

/// Which MIDI sources a user means.
///
/// A text with `*` or `?` is a pattern as in the shell, for the whole name; any other text is a
/// part of the name. Case is ignored, and so is the number in brackets that a2jmidid puts into its
/// names and that changes each time the device is plugged in: both the pattern's and the name's.
public struct MIDISourcePattern: Hashable, Sendable {
  /// As the user gave it.
  public let text: String

  private let pattern: String
  private let isShellStyle: Bool

  /// The most bytes of a pattern; a port's name in JACK has at most 320.
  public static let mostBytes = 320

  /// `nil` if the text is empty, too long, or has control characters.
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

  /// Whether the source's name or one of its aliases matches.
  public func matches(_ source: ServerPort) -> Bool {
    ([source.name] + source.aliases).contains(where: matches)
  }

  private func matches(_ name: String) -> Bool {
    let name = Self.essence(of: name)
    return isShellStyle ? fnmatch(pattern, name, 0) == 0 : name.contains(pattern)
  }

  /// A name in lower case and without numbers in brackets.
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

/// Decides which MIDI sources are connected as they come.
///
/// Each is connected once while it exists: a source that the user disconnects stays disconnected
/// until it goes and comes back. Without a pattern no source is connected.
struct MIDISourceWatch {
  let patterns: [MIDISourcePattern]

  /// The sources that are connected, or about to be, with their identities.
  private(set) var present: [String: UInt64] = [:]

  /// The sources whose connections were granted and that no scan has seen connected yet.
  private var granted: [String: PendingLoss] = [:]

  /// Those of which that is asked for once more, with their identities. Nobody waits for one that has gone, or
  /// for another source under its name.
  private(set) var askedAgain: [String: UInt64] = [:]

  /// Whether a granted connection may not have come.
  var isInDoubt: Bool { !granted.isEmpty }

  init(_ patterns: [MIDISourcePattern] = []) { self.patterns = patterns }

  /// Updates the watch with the sources that exist now; returns the names of those to connect. A
  /// source that has been renamed is none that has come.
  mutating func observe(_ sources: [ServerPort]) -> [String] {
    let identities = sources.identities
    for (old, new) in PortRenames.between(present, and: identities) {
      present[new] = present.removeValue(forKey: old)
      granted[new] = granted.removeValue(forKey: old)
      askedAgain[new] = askedAgain.removeValue(forKey: old)
    }
    askedAgain = askedAgain.filter { identities[$0.key] == $0.value }
    let matching = sources.filter { source in patterns.contains { $0.matches(source) } }
    defer { present = Dictionary(matching.map { ($0.name, $0.identity) }) { $1 } }
    return matching.filter { present[$0.name] != $0.identity }.map(\.name)
  }

  /// A source could not be connected: a program registers its ports before the server allows
  /// connections with them. It is tried again after the next change, such as the program's
  /// activation.
  mutating func recordRefusal(of name: String) { present[name] = nil }

  /// The server has granted a connection: the next scan sees it, unless the user is faster.
  mutating func recordGrant(of name: String) { granted[name] = .fresh }

  /// Gives granted connections time to come, from now until ``confirm(_:isSettled:)`` with `isSettled`.
  mutating func beginSettling() { granted = granted.mapValues { _ in .settling } }

  /// Updates the watch with the sources that are connected now. One whose connection was granted and has not
  /// come is returned once more by the next ``observe(_:)``: the server connects by name, and may have connected
  /// a port that was just going.
  ///
  /// - Parameter isSettled: whether enough time has passed since ``beginSettling()``, and the server lives.
  mutating func confirm(_ connected: some Collection<String>, isSettled: Bool) {
    for (name, stage) in granted {
      guard let identity = present[name], !connected.contains(name) else {
        granted[name] = nil
        askedAgain[name] = nil
        continue
      }
      guard isSettled, stage == .settling else { continue }
      granted[name] = nil
      if askedAgain[name] == identity {
        askedAgain[name] = nil
      } else {
        askedAgain[name] = identity
        present[name] = nil
      }
    }
  }
}

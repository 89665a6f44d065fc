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

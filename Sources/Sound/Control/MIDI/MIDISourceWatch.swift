/// Which MIDI sources are to be connected as they come.
///
/// Each is connected once for as long as it is there: what the user disconnects stays so until the
/// source goes and comes back. Without a pattern it wants none.
struct MIDISourceWatch {
  let patterns: [MIDISourcePattern]

  /// Those that are connected, or about to be.
  private(set) var present: Set<String> = []

  init(_ patterns: [MIDISourcePattern] = []) { self.patterns = patterns }

  /// Takes in what there is now; returns the names of those to be connected.
  mutating func observe(_ sources: [MIDISource]) -> [String] {
    let matching = sources.filter { source in patterns.contains { $0.matches(source) } }
      .map(\.name)
    defer { present = Set(matching) }
    return matching.filter { !present.contains($0) }
  }

  /// A source could not be connected: a program registers its ports before the server lets anybody
  /// connect them. It is tried again after the next change, which its activation is.
  mutating func noteRefusal(of name: String) { present.remove(name) }
}

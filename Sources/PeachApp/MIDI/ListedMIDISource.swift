import Console
import Language

/// A MIDI source as `peach midi list` shows it.
nonisolated struct ListedMIDISource: Hashable, Sendable {
  let name: String
  let aliases: [String]
  let isPhysical: Bool

  init(name: String, aliases: [String], isPhysical: Bool) {
    self.name = name
    self.aliases = aliases
    self.isPhysical = isPhysical
  }
}

extension [ListedMIDISource] {
  /// A line for each source, its other names indented below.
  var text: String {
    guard !isEmpty else {
      return localized(
        """
        There is no MIDI source on this JACK server. Plug a controller in; jackd needs a2jmidid -e or \
        the option -X seq to show it, PipeWire shows it by itself.
        """) + "\n"
    }
    return map { source in
      let name =
        source.isPhysical
        ? localized("%@  (device)", source.name) : localized("%@  (program)", source.name)
      return ([name] + source.aliases.map { localized("    also %@", $0) }).joined(separator: "\n")
        + "\n"
    }.joined()
  }

  /// One JSON array.
  var json: String {
    "["
      + map { source in
        var line = JSONLine()
        line.add("port", source.name)
        line.add("aliases", source.aliases)
        line.add("isPhysical", source.isPhysical)
        return line.description
      }.joined(separator: ",") + "]\n"
  }
}

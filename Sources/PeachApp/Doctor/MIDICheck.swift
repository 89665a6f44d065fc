import Console
import Language

/// The MIDI sources; `nil` where there is no server to ask.
struct MIDIFacts {
  let sources: [ListedMIDISource]?

  init(sources: [ListedMIDISource]?) { self.sources = sources }
}

extension MIDIFacts {
  /// So many are named; `peach midi list` has the rest.
  private static let mostNames = 5

  var checkup: Checkup {
    var facts = JSONLine()
    guard let sources else {
      facts.addNull("sources")
      return Checkup(
        .midi, .hint,
        findings: [localized("Without a server nobody can tell which controllers there are.")],
        facts: facts)
    }
    facts.add("sources", sources.map(\.name))
    guard !sources.isEmpty else {
      return Checkup(
        .midi, .ok,
        findings: [
          localized("There is no MIDI source; keys and lines do. peach midi list tells more.")
        ],
        facts: facts)
    }
    let names = sources.prefix(Self.mostNames).map(\.name)
    let more = sources.count - names.count
    return Checkup(
      .midi, .ok,
      findings: names + (more > 0 ? [localized("and %d more: peach midi list", more)] : []),
      facts: facts)
  }
}

import Console
import Language

extension LibraryFacts {
  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("kind", kind.rawValue)
    facts.add("version", version)
    facts.add("path", path)
    let place = path ?? "-"
    let finding =
      switch kind {
      case .jack1: localized("This is the library of jackd 1: %@, %@", version, place)
      case .jack2: localized("This is the library of jackd 2: %@, %@", version, place)
      case .pipewire: localized("This is PipeWire's library: %@, %@", version, place)
      case .unknown:
        localized("This is a JACK library that Peach does not know: %@, %@", version, place)
      }
    return Checkup(.library, .ok, findings: [finding], facts: facts)
  }
}

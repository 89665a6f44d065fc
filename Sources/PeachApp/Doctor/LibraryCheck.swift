import Client
import Console
import Foundation
import Language
import Sound

/// The libjack that Peach has loaded.
struct LibraryCheck: DoctorCheck {
  let library: JackLibraryFile

  /// True if Peach has restarted with this library, because no other server answered.
  var isChosen = false

  nonisolated static var subject: Checkup.Subject {
    .init(code: "library", name: localized(context: "doctor", "JACK library"))
  }

  static func scan(_ examination: Examination) -> Self {
    Self(
      library: examination.library,
      isChosen: PipeWireStart.chosenFolder(examination.context.environment) != nil)
  }

  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("kind", library.kind.rawValue)
    facts.add("version", library.version)
    facts.add("path", library.path)
    facts.add("isChosen", isChosen)
    let (version, place) = (library.version, library.path ?? "-")
    let finding =
      switch library.kind {
      case .jack1: localized("This is the JACK library of jackd 1: %@, %@", version, place)
      case .jack2: localized("This is the JACK library of jackd 2: %@, %@", version, place)
      case .pipewire: localized("This is the JACK library of PipeWire: %@, %@", version, place)
      case .unknown:
        localized("Peach does not recognize this JACK library: %@, %@", version, place)
      }
    let reason = localized(
      "Peach chose this library itself: no other JACK server answers, and PipeWire runs.")
    return Checkup(
      .ok, findings: [finding] + (isChosen ? [reason] : []), facts: facts)
  }
}

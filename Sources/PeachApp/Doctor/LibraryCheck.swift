import Console
import Foundation
import Language
import Sound

/// The libjack that Peach runs with.
struct LibraryCheck: DoctorCheck {
  enum Kind: String {
    case jack1, jack2, pipewire, unknown
  }

  let version: String
  let path: String?

  /// Whether Peach has started itself again with this library, because no other server answered.
  var isChosen = false

  nonisolated static var subject: Checkup.Subject { .library }

  static func scan(_ examination: Examination) -> Self {
    var check = examination.library
    check.isChosen = PipeWireStart.chosenFolder(examination.context.environment) != nil
    return check
  }

  /// The libjack of this process.
  static var loaded: Self { Self(version: JackLibrary.version, path: loadedPath("libjack")) }

  /// The kind by the version: PipeWire's contains its name; jackd 1 has 0.x, jackd 2 has 1.9.x.
  var kind: Kind {
    if version.contains("PipeWire") || path?.contains("pipewire") == true { return .pipewire }
    if version.hasPrefix("0.") { return .jack1 }
    return version.hasPrefix("1.") ? .jack2 : .unknown
  }
}

extension LibraryCheck {
  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("kind", kind.rawValue)
    facts.add("version", version)
    facts.add("path", path)
    facts.add("isChosen", isChosen)
    let place = path ?? "-"
    let finding =
      switch kind {
      case .jack1: localized("This is the JACK library of jackd 1: %@, %@", version, place)
      case .jack2: localized("This is the JACK library of jackd 2: %@, %@", version, place)
      case .pipewire: localized("This is the JACK library of PipeWire: %@, %@", version, place)
      case .unknown:
        localized("Peach does not recognize this JACK library: %@, %@", version, place)
      }
    let reason = localized(
      "Peach chose this library itself: no other JACK server answers, and PipeWire runs.")
    return Checkup(
      .library, .ok, findings: [finding] + (isChosen ? [reason] : []), facts: facts)
  }

  /// The path of the loaded library whose file name is `name` with any extension.
  static func loadedPath(_ name: String) -> String? {
    // The kernel gives this file the size 0, so it is read until its end.
    guard let file = FileHandle(forReadingAtPath: "/proc/self/maps"),
      let maps = try? file.readToEnd().map({ String(decoding: $0, as: UTF8.self) })
    else { return nil }
    for line in maps.split(separator: "\n") {
      guard let start = line.firstIndex(of: "/") else { continue }
      let path = line[start...]
      if path.split(separator: "/").last?.hasPrefix(name + ".") == true { return String(path) }
    }
    return nil
  }
}

nonisolated extension Checkup.Subject {
  static var library: Self {
    Self(code: "library", name: localized(context: "doctor", "JACK library"))
  }
}

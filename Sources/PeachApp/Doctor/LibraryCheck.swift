import Console
import Foundation
import Language

/// Which libjack Peach runs with.
struct LibraryFacts {
  enum Kind: String {
    case jack1, jack2, pipewire, unknown
  }

  let version: String
  let path: String?

  init(version: String, path: String?) {
    self.version = version
    self.path = path
  }

  /// By the version, in which PipeWire names itself; jackd 1 counts 0.x, jackd 2 counts 1.9.x.
  var kind: Kind {
    if version.contains("PipeWire") || path?.contains("pipewire") == true { return .pipewire }
    if version.hasPrefix("0.") { return .jack1 }
    return version.hasPrefix("1.") ? .jack2 : .unknown
  }
}

/// The libraries that this process has loaded.
enum LoadedLibrary {
  /// The path of the library whose file's name begins like that.
  static func path(_ name: String) -> String? {
    // Not read by its size, which is 0 for what the kernel makes up.
    guard let file = FileHandle(forReadingAtPath: "/proc/self/maps"),
      let maps = try? file.readToEnd().map({ String(decoding: $0, as: UTF8.self) })
    else { return nil }
    return maps.split(separator: "\n").lazy.compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }.first { $0.split(separator: "/").last?.hasPrefix(name + ".") == true }
  }
}

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

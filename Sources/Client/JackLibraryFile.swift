import Foundation
import Sound

/// The libjack that Peach runs with.
package struct JackLibraryFile: Hashable {
  package enum Kind: String {
    case jack1, jack2, pipewire, unknown
  }

  package let version: String
  package let path: String?

  /// The libjack of this process.
  package static var loaded: Self {
    Self(version: JackLibrary.version, path: loadedPath("libjack"))
  }

  /// The kind by the version: PipeWire's contains its name; jackd 1 has 0.x, jackd 2 has 1.9.x.
  package var kind: Kind {
    if version.contains("PipeWire") || path?.contains("pipewire") == true { return .pipewire }
    if version.hasPrefix("0.") { return .jack1 }
    return version.hasPrefix("1.") ? .jack2 : .unknown
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

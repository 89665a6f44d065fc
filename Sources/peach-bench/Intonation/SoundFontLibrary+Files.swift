import Foundation
import Sound

nonisolated extension SoundFontLibrary {
  /// Lets fonts be found by the names of their files.
  mutating func add(_ paths: [String]) {
    for path in paths { others[Self.name(ofFile: path)] = URL(fileURLWithPath: path).path }
  }

  /// Without the extension.
  static func name(ofFile path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
}

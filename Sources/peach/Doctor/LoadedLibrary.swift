import Foundation

/// The libraries that this process has loaded.
enum LoadedLibrary {
  /// The path of the library whose file's name begins like that.
  static func path(_ name: String) -> String? {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else {
      return nil
    }
    return maps.split(separator: "\n").lazy.compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }.first { $0.split(separator: "/").last?.hasPrefix(name + ".") == true }
  }
}

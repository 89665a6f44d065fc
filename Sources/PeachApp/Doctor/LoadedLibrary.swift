import Foundation

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

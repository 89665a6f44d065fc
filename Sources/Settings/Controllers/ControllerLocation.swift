import Foundation

/// Where the maps of controllers are.
struct ControllerLocation: Hashable, Sendable {
  private static let fileExtension = ".toml"

  /// The folders in which maps are looked for; the user's own, which comes first, wins.
  let folders: [String]

  /// - Parameter own: the folder of the user's own maps.
  init(own: String) { folders = [own] + Self.shipped }

  /// Where a map may be, in the order in which it is looked for.
  func paths(of name: ControllerName) -> [String] {
    folders.map { "\($0)/\(name.text)\(Self.fileExtension)" }
  }

  /// The names of all maps there are, sorted.
  var names: [String] {
    let files = folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
    let names = files.filter { $0.hasSuffix(Self.fileExtension) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.fileExtension.count)) }
    return Set(names).sorted()
  }

  /// The maps that come with Peach: beside an installed program (`PREFIX/share/peach/controllers`), else
  /// in the sources that this program was built from, wherever it was built to. A package's program looks
  /// beside itself alone.
  static var shipped: [String] {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    let installed = prefix.appending(path: "share/peach/controllers").path
    #if PACKAGE
      return [installed]
    #else
      var sources = URL(fileURLWithPath: #filePath)
      for _ in 0..<4 { sources.deleteLastPathComponent() }
      return [installed, sources.appending(path: "config/controllers").path]
    #endif
  }
}

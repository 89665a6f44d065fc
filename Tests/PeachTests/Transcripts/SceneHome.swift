import Foundation

@testable import PeachApp

/// Makes the homes in which scenes take place.
@MainActor
enum SceneHome {
  /// A home whose path is as long as any other's, so that what shows it takes as much room.
  static func make(for scene: Scene) throws -> Home {
    let name = UUID().uuidString.prefix(8).lowercased()
    let home = try Home(at: URL(fileURLWithPath: "/tmp/peach-\(name)", isDirectory: true))
    for (path, text) in scene.files {
      try home.write(text, to: home.directory.appending(path: path))
    }
    try scene.prepare(home)
    return home
  }

  /// The environment of somebody at home there who reads English.
  static func environment(of home: Home) -> [String: String] {
    var environment = home.environment
    environment["LC_ALL"] = "C.UTF-8"
    let mine = [
      "COLUMNS", "LINES", "NO_COLOR", "TMPDIR", "JACK_DEFAULT_SERVER", "LC_MESSAGES", "LC_CTYPE",
    ]
    for name in mine { environment[name] = nil }
    environment["HOME"] = home.directory.path
    environment["TZ"] = "UTC"
    environment["TERM"] = "xterm"
    environment["JACK_NO_START_SERVER"] = "1"
    let programs = PeachProcess.program.deletingLastPathComponent().path
    environment["PATH"] = "\(programs):\(environment["PATH"] ?? "/usr/bin:/bin")"
    return environment
  }

  /// Installs Peach into the home, so that its files have the same paths everywhere.
  static func install(in home: Home) throws {
    let prefix = home.directory.appending(path: "usr")
    let font = GermanCatalogue.sources.appending(path: "soundfonts/Peach.sf2")
    let catalogues = GermanCatalogue.sources.appending(path: "locale")
    for (source, place) in [
      (PeachProcess.program, "bin/peach"), (font, "share/peach/soundfonts/Peach.sf2"),
      (catalogues, "share/locale"),
    ] {
      let target = prefix.appending(path: place)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      // A link is quicker, where both are on one disk; a folder cannot have one.
      guard link(source.path, target.path) != 0 else { continue }
      try FileManager.default.copyItem(at: source, to: target)
    }
  }
}

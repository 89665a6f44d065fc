import Foundation

/// Scala files that are of no use.
enum ScaleScenes {
  private static func scale(_ name: String, _ text: String, _ options: String = "") -> Scene {
    Scene(name, "peach compare --tuning a.scl\(options)", files: ["a.scl": text])
  }

  private static func named(_ name: String, settings: String, _ text: String? = nil) -> Scene {
    var files = [Scene.settingsFile: settings]
    files["config/peach/scales/a.scl"] = text
    return Scene(name, "peach profile", files: files)
  }

  static let all: [Scene] = [
    Scene("a file that is not there", "peach compare --tuning a.scl"),
    Scene("a name that is none", "peach match --tuning scala:a"),
    Scene("a directory in place of a file", "mkdir a.scl; peach match --tuning a.scl"),
    scale("nothing", ""), scale("comments only", "! a.scl\n!\n"),
    scale("no number of notes", "mine\n"),
    scale("a number of notes that is none", "mine\nseven\n"),
    scale("too few pitches", "! a\nmine\n3\n3/2\n2/1\n"),
    scale("a pitch that is none", "mine\n2\nfifth\n2/1\n"),
    scale("a ratio of nothing", "mine\n2\n0/2\n2/1\n"),
    scale("a ratio below zero", "mine\n2\n-3/2\n2/1\n"),
    scale("no such interval", "mine\n1\n2/1\n", " --intervals P8,TT-"),
    Scene(
      "a file that is too large", "peach compare --tuning a.scl",
      prepare: { home in
        try home.write(
          String(repeating: "! much\n", count: 200_000), to: home.directory.appending(path: "a.scl")
        )
      }),
    named("named in the settings and not there", settings: "tuningSystem = \"scala:a\"\n"),
    named(
      "named in the settings and damaged", settings: "\ntuningSystem = \"scala:a\"\n",
      "mine\n1\nx\n"),
    named(
      "named in the settings and without an interval",
      settings: "intervals = [\"P5\", \"m2\"]\ntuningSystem = \"scala:a\"\n", "mine\n2\n3/2\n2/1\n"),
    Scene(
      "set and not there", "peach settings set tuningSystem a.scl"),
  ]
}

import Foundation

/// `peach sounds`, and fonts that are none. Peach is installed in the home, so that its font lies there.
enum SoundScenes {
  private static func scene(
    _ name: String, _ command: String, files: [String: String] = [:]
  ) -> Scene {
    Scene(name, "usr/bin/\(command)", files: files, prepare: { try SceneHome.install(in: $0) })
  }

  static let all: [Scene] = [
    scene("all sounds", "peach sounds list"),
    scene("a sound that is looked for", "peach sounds list sine"),
    scene("no such sound", "peach sounds list xylophonium"),
    scene("what is known of a sound", "peach sounds info sf2:8:80"),
    scene("a sound that is none", "peach sounds info xylophonium"),
    scene("a sound that is near another", "peach sounds info clarient"),
    scene("a sound whose numbers are none", "peach sounds info sf2:8:300"),
    scene("a preset that the font has not", "peach sounds info sf2:100:100"),
    scene("words that fit several sounds", "peach sounds info e"),
    scene("a sound to train with that is none", "peach compare --sound-source xylophonium"),
    scene("a sound to be set that is none", "peach settings set soundSource xylophonium"),
    scene(
      "a sound in the settings that is none", "peach match",
      files: [Scene.settingsFile: "soundSource = 7\n"]),
    scene("how a built-in sound is tuned", "peach sounds check sine"),
    scene("how a built-in sound is tuned, as JSON", "peach sounds check sine --json"),
    scene("a sound to be checked that is none", "peach sounds check xylophonium"),
    scene("no server to play on", "peach sounds play sf2:8:80"),
    scene(
      "where fonts are looked for", "peach sounds path --sound-fonts fonts:gone.sf2",
      files: ["fonts/text.sf2": "Dear diary", "fonts/short.sf2": "RIFF\u{8}\u{0}\u{0}\u{0}sfbk"]),
  ]
}

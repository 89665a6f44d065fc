import Foundation
import Settings

@testable import PeachApp

/// The screens, and questions on a terminal, without a server.
enum ScreenScenes {
  static let others: [Scene] = [
    Scene(
      "a window that is far too small", on: (30, 6), "peach", keys: "⎋", "9", "q", "0", "q", "?",
      "q", "q"),
    trained(Scene("ASCII", on: (80, 24), "LC_ALL=C peach", keys: "9", "→", "→", "q", "q")),
    Scene(
      "plain", on: (80, 24), "peach --plain", keys: "⎋", "↓", "9", "q", "0", "↓↓", "→", "q", "q"),
    Scene(
      "what Peach finds", on: (80, 24), "usr/bin/peach", keys: "⎋", "i", "q", "q",
      prepare: { try SceneHome.install(in: $0) }),
    Scene(
      "what Peach finds, on a pipe's end", on: (80, 24), "usr/bin/peach info", keys: "",
      prepare: { try SceneHome.install(in: $0) }),
    Scene(
      "settings that are wrong", on: (80, 24), "peach", keys: "",
      files: [Scene.settingsFile: "noteDuration = 9\n"]),
    kept(Scene("the reset's question, no", on: (80, 24), "peach data reset", keys: "no⏎")),
    kept(Scene("the reset's question, yes", on: (80, 24), "peach data reset", keys: "yes⏎")),
    kept(
      Scene(
        "the import's question", on: (80, 24), "peach data import a.csv --replace", keys: "n⏎",
        files: ["a.csv": FixtureHistory.ofApp])),
  ]

  static let usual: [Scene] = {
    let size = (80, 24)
    return [
      Scene(
        "untrained", on: size, "peach", keys: "⎋", "↓", "9", "→", "→", "q", "?", "↓", "q",
        "1", "q"),
      trained(
        Scene(
          "trained", on: size, "peach", keys: "9", "→", "t", "→", "→", "q", "q")),
      Scene(
        "settings", on: size, "peach", keys: "⎋", "0", down(to: "noteDuration"), "→", "⏎",
        "9",
        "⏎", "⌫0.7", "⏎", "d", "u", "?", "⎋", "q", "q"),
      Scene(
        "the list of intervals", on: size, "peach", keys: "⎋", "0", "↓", "⏎",
        "↓␣", "␣", "⏎", "⎋", "q"),
      Scene(
        "values that are words", on: size, "peach", keys: "⎋", "0",
        down(to: .tuningSystem),
        "→",
        "↓", "→", "⇥↓⇥↓↓↓", "→", "⏎x", "⏎", "⎋", "q", "q"),
    ]
  }()

  /// The keys that choose a setting: its group, then its row in it.
  private static func down(to key: SettingKey) -> String {
    let groups = SettingGroup.allCases
    let place = groups.firstIndex(of: key.row.group) ?? 0
    let rows = SettingKey.allCases.filter { $0.row.group == key.row.group }
    return "⇥" + String(repeating: "↓", count: place) + "⇥"
      + String(repeating: "↓", count: rows.firstIndex(of: key) ?? 0)
  }

  private static func trained(_ scene: Scene) -> Scene {
    var scene = scene
    scene.company = { home in
      try await FixtureHistory.install(FixtureHistory.lines, in: home)
      return nil
    }
    return scene
  }

  private static func kept(_ scene: Scene) -> Scene {
    var scene = scene
    scene.company = { home in
      try await FixtureHistory.install(FixtureHistory.ofApp, in: home)
      return nil
    }
    return scene
  }
}

/// Training on a terminal, in the states that stand still.
enum PanelScenes {
  private static let quick = "--note-duration 0.3 --seed 7"

  static let all: [Scene] = [
    Scene(
      "comparison", on: (80, 24), "peach compare --note-duration 0.3 --seed 7", keys: "k", "j", "?",
      "q", "q", "q"),
    Scene(
      "comparison in a small window", on: (60, 15), "peach compare \(quick)", keys: "k", "?", "q",
      "q", "q"),
    Scene(
      "comparison of intervals", on: (80, 24), "peach compare --intervals P5,M3- \(quick)",
      keys: "j", "q", "q"),
    Scene(
      "comparison, plain", on: (80, 24), "peach compare --plain \(quick)", keys: "⏎", "k", "?",
      "q"),
    Scene(
      "a wrong answer rings", on: (80, 24), "peach compare --wrong-answer-signal bell \(quick)",
      keys: "j", "q", "q"),
    Scene("matching", on: (80, 24), "peach match \(quick)", keys: "⏎", "⏎", "?", "q", "q", "q"),
    Scene(
      "matching in a small window", on: (60, 15), "peach match \(quick)", keys: "⏎", "?", "q", "q",
      "q"),
    Scene(
      "matching of intervals", on: (80, 24), "peach match --intervals P5,M3- \(quick)", keys: "⏎",
      "q", "q"),
    Scene(
      "matching, plain", on: (80, 24), "peach match --plain \(quick)", keys: "⏎", "⏎", "?",
      "q"),
    Scene(
      "nothing is connected", on: (80, 24), "peach compare --no-connect \(quick)", keys: "k", "⏎",
      "p",
      "q"),
    Scene(
      "a dumb terminal", on: (80, 24), "TERM=dumb peach match \(quick)", keys: "⏎", "⏎",
      "q"),
  ]
}

/// What the commands say of themselves.
enum HelpScenes {
  private static let commands = [
    "", "start", "compare", "match", "profile", "report", "simulate", "data", "data export",
    "data import", "data merge", "data backup", "data check", "data reset", "data path", "sounds",
    "sounds list", "sounds info", "sounds play", "sounds path", "sounds check", "settings",
    "settings list", "settings get", "settings set", "settings unset", "settings path", "midi",
    "midi list", "midi monitor", "midi learn", "doctor", "info", "probe",
  ]

  static let all =
    commands.map { command in
      let words = command.isEmpty ? "peach --help" : "peach \(command) --help"
      return Scene(words, words)
    } + [Scene("help by its command", "peach help probe")]
}

/// The help of each command.
///
/// Three pages are whole. Of the others the golden file has only what belongs to the command itself:
/// the options that every command has, and the settings that each training takes, are on those three.
enum HelpScenes {
  private static let wholePages: Set = ["", "compare", "data export"]

  private static let commands = [
    "", "start", "compare", "match", "profile", "report", "simulate", "data", "data export",
    "data import", "data merge", "data backup", "data restore", "data check", "data undo",
    "data reset",
    "data path", "sounds", "sounds list", "sounds info", "sounds play", "sounds path",
    "sounds check", "settings", "settings list", "settings get", "settings set", "settings unset",
    "settings path", "midi", "midi list", "midi monitor", "midi learn", "doctor", "info", "probe",
  ]

  static let all =
    commands.map { command in
      let words = command.isEmpty ? "peach --help" : "peach \(command) --help"
      var scene = Scene(words, words)
      if !wholePages.contains(command) { scene.excerpt = ownPart }
      return scene
    } + [helpByItsCommand]

  private static let helpByItsCommand: Scene = {
    var scene = Scene("help by its command", "peach help probe")
    scene.excerpt = ownPart
    return scene
  }()

  /// Leaves out the groups of shared options, each of which ends at a blank line, and shortens the
  /// usage line before the first option that every command has.
  private static func ownPart(of lines: [String]) -> [String] {
    var isShared = false
    return lines.compactMap { line in
      if sharedGroups.contains(line) { isShared = true }
      if isShared {
        isShared = line != "|"
        return nil
      }
      guard line.hasPrefix("| "), let shared = line.range(of: " [--server ") else { return line }
      return line[..<shared.lowerBound] + " …"
    }
  }

  private static let sharedGroups: Set = [
    "| GLOBAL OPTIONS:", "| SETTINGS FOR THIS RUN:",
    "| ALLGEMEINE OPTIONEN:", "| EINSTELLUNGEN FÜR DIESEN LAUF:",
  ]
}

/// Three pages of help as a whole: the program's, a training's with all settings, and a command's of its own.
enum HelpScenes {
  static let all = ["", "compare", "data export"].map { command in
    let words = command.isEmpty ? "peach --help" : "peach \(command) --help"
    return Scene(words, words)
  }
}

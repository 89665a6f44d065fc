/// Keys as scenes spell them: characters, and signs for those that have none.
enum Keys {
  private static let codes: [Character: String] = [
    "↑": "\u{1B}[A", "↓": "\u{1B}[B", "→": "\u{1B}[C", "←": "\u{1B}[D", "⏎": "\r", "⎋": "\u{1B}",
    "⌫": "\u{7F}", "␣": " ", "⇥": "\t",
  ]

  /// No key: the scene's server goes.
  static let strike = "(the server goes)"

  /// What a terminal sends for them.
  static func text(_ keys: String) -> String { keys.map { codes[$0] ?? String($0) }.joined() }
}

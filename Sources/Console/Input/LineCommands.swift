/// The commands of the line and JSON modes, one a line on standard input.
public enum LineCommands {
  /// What a line came to.
  public enum Parsed: Hashable {
    case intent(Intent)
    /// A command of the other training.
    case unfitting(String)
    /// An empty line.
    case nothing
    /// No command; the line as it was, made safe to print.
    case unknown(String)
  }

  /// The longest line that is quoted back, in characters.
  private static let quotedLength = 40

  public static func parse(_ line: String) -> Parsed {
    let word = line.trimmingWhitespace
    switch word.lowercased() {
    case "": return .nothing
    case "higher", "h": return .intent(.answer(higher: true))
    case "lower", "l": return .intent(.answer(higher: false))
    case "start": return .intent(.start)
    case "quit", "q": return .intent(.quit)
    case "help", "?": return .intent(.help)
    default: return isOfPitchMatching(word) ? .unfitting(quoted(word)) : .unknown(quoted(word))
    }
  }

  /// Whether a line is one of pitch matching's commands: `commit`, `slider V` or `nudge CENTS`.
  private static func isOfPitchMatching(_ line: String) -> Bool {
    let words = line.lowercased().split(separator: " ")
    switch words.first {
    case "commit": return words.count == 1
    case "slider", "nudge": return words.count == 2 && Double(words[1])?.isFinite == true
    default: return false
    }
  }

  private static func quoted(_ text: String) -> String {
    let safe = String(
      text.prefix(quotedLength).unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control ? "?" : Character(scalar)
      })
    return text.count > quotedLength ? safe + "…" : safe
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    let trimmed = drop(while: \.isWhitespace)
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(trimmed[...last])
  }
}

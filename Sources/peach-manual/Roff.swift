/// Text in the language of manual pages, man(7).
enum Roff {
  /// A text without meaning of its own for troff: hyphens are those of commands, to be copied.
  static func text(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : String(line)
    }.joined(separator: "\n")
  }

  static func bold(_ text: String) -> String { "\\fB\(self.text(text))\\fP" }
  static func italic(_ text: String) -> String { "\\fI\(self.text(text))\\fP" }

  static func section(_ title: String) -> String { ".SS \(title)" }

  /// A term and what it means.
  static func item(_ term: String, _ meaning: String) -> String { ".TP\n\(term)\n\(meaning)" }

  /// Paragraphs with empty lines between them; lines after a heading in capitals stand as they are.
  static func paragraphs(_ discussion: String) -> [String] {
    discussion.split(separator: "\n\n").map { part in
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      guard let first = lines.first, first.allSatisfy({ $0.isUppercase || $0 == " " }) else {
        return ".PP\n" + text(lines.joined(separator: "\n"))
      }
      let shown = lines.dropFirst().map { text(String($0.drop { $0 == " " })) }
      return ([".PP", ".RS 4", ".nf"] + shown + [".fi", ".RE"]).joined(separator: "\n")
    }
  }
}

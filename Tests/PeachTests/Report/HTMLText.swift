import Foundation

/// What a page says, whoever wrote it down: the names of its elements and the texts between them.
enum HTMLText {
  static func elements(_ html: String) -> [String] {
    html.matches(of: /<([a-zA-Z][a-zA-Z0-9]*)/).map { String($0.1).lowercased() }
  }

  static func texts(_ html: String) -> [String] {
    html.replacing(/<!--.*?-->/, with: "")
      .split(separator: /<[^>]*>/)
      .map { decoded(String($0)).trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }
  }

  private static func decoded(_ text: String) -> String {
    [("&nbsp;", "\u{A0}"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
      .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}

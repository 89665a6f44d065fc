/// A text broken into lines at its spaces, except between a number and its percent sign.
public enum WrappedText {
  public static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    let words = text.replacing(" %", with: "\u{A0}%")
      .split(separator: " ", omittingEmptySubsequences: false)
    for word in words {
      if let last = lines.last, last.columns + 1 + word.columns <= max(width, 1) {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { $0.replacing("\u{A0}%", with: " %") }
  }

  /// Breaks a row of a table: the overflow of its last column continues below that column.
  static func rowLines(_ text: String, width: Int) -> [String] {
    let indent = lastColumn(of: text)
    guard indent > 0, indent * 2 <= width else { return lines(text, width: width) }
    let column = lines(String(text.dropFirst(indent)), width: width - indent)
    let blanks = String(repeating: " ", count: indent)
    return column.enumerated().map { ($0 == 0 ? text.prefix(indent) : blanks[...]) + $1 }
  }

  /// The start of the last column: after the last run of two or more blanks in an indented row; 0
  /// for other rows.
  private static func lastColumn(of text: String) -> Int {
    guard text.hasPrefix("  ") else { return 0 }
    var (column, blanks) = (0, 0)
    for (index, character) in text.enumerated() {
      if character != " ", blanks > 1 { column = index }
      blanks = character == " " ? blanks + 1 : 0
    }
    return column
  }
}

extension String {
  /// Adds blanks at the left up to a width.
  public nonisolated func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(width - columns, 0)) + self
  }

  /// Adds blanks at the right up to a width. Unlike `padding`, it never cuts the text.
  public nonisolated func rightPadded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - columns, 0))
  }
}

/// Two columns of text, of which the second one is aligned in every language.
public nonisolated enum TextTable {
  /// A text with a line for each row. A row without a second column is a heading.
  public static func rows(_ rows: [(String, String)], gap: Int = 3) -> String {
    let width = rows.filter { !$0.1.isEmpty }.map(\.0.columns).max() ?? 0
    return rows.map { first, second in
      second.isEmpty ? first : first.rightPadded(to: width + gap) + second
    }.joined(separator: "\n")
  }
}

/// Two columns of text, the second one aligned whatever language the first is in.
public nonisolated enum TextTable {
  /// A line for each row; a row without a second column is a heading.
  public static func rows(_ rows: [(String, String)], gap: Int = 3) -> String {
    let width = rows.filter { !$0.1.isEmpty }.map(\.0.count).max() ?? 0
    return rows.map { first, second in
      second.isEmpty
        ? first : first + String(repeating: " ", count: max(width - first.count, 0) + gap) + second
    }.joined(separator: "\n")
  }
}

/// What Peach shows itself on.
struct TerminalFacts {
  let isTerminal: Bool

  /// Columns and rows.
  let columns: Int
  let rows: Int
  let isUTF8: Bool

  /// `TERM`.
  let type: String
  let hasNoColor: Bool

  init(
    isTerminal: Bool, columns: Int, rows: Int, isUTF8: Bool, type: String, hasNoColor: Bool
  ) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.rows = rows
    self.isUTF8 = isUTF8
    self.type = type
    self.hasNoColor = hasNoColor
  }

  /// The least that the screens are made for.
  static let leastColumns = 60
  static let leastRows = 15
}

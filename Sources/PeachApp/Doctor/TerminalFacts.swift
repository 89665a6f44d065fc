/// What Peach shows itself on.
public struct TerminalFacts {
  public let isTerminal: Bool

  /// Columns and rows.
  public let columns: Int
  public let rows: Int
  public let isUTF8: Bool

  /// `TERM`.
  public let type: String
  public let hasNoColor: Bool

  public init(
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
  public static let leastColumns = 60
  public static let leastRows = 15
}

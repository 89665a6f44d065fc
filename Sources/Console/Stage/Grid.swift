/// A place on a terminal: a character with its combining marks, and its style.
public nonisolated struct Cell: Hashable, Sendable {
  /// Empty in the right half of a wide character.
  public let text: String
  /// The columns that the character takes: 1 or 2; 0 in the right half of a wide one.
  public let width: Int
  public let style: Style

  public static let blank = Cell(text: " ", width: 1, style: .plain)

  static func rightHalf(_ style: Style) -> Cell { Cell(text: "", width: 0, style: style) }
}

/// The cells of a whole terminal. Text beyond an edge is cut off.
public nonisolated struct Grid: Hashable, Sendable {
  public enum Alignment: Hashable, Sendable { case left, right }

  public let size: TerminalSize
  private var cells: [Cell]

  /// Makes a grid of blanks. A negative size counts as 0.
  public init(_ size: TerminalSize) {
    self.size = TerminalSize(columns: max(size.columns, 0), rows: max(size.rows, 0))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  public init(_ lines: [StyledText], size: TerminalSize) {
    self.init(size)
    for (row, line) in lines.prefix(size.rows).enumerated() { put(line, row: row, column: 0) }
  }

  public var columns: Int { size.columns }
  public var rows: Int { size.rows }

  /// The cell at a place; a blank outside the grid.
  public subscript(row: Int, column: Int) -> Cell {
    guard (0..<rows).contains(row), (0..<columns).contains(column) else { return .blank }
    return cells[row * columns + column]
  }

  /// The cells of a row from left to right.
  subscript(row row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// Puts text into a field of a row.
  ///
  /// - Parameters:
  ///   - row: from 0 at the top.
  ///   - column: the beginning of the field, from 0 at the left; may be negative.
  ///   - width: the columns of the field, beyond which the text is cut off; `nil` for all up to the
  ///     right edge.
  ///   - alignment: the side of the field at which the text stands. If it is too long, it begins at
  ///     the left.
  public mutating func put(
    _ text: StyledText, row: Int, column: Int, width: Int? = nil, alignment: Alignment = .left
  ) {
    guard (0..<rows).contains(row) else { return }
    let end = min(width.map { column + $0 } ?? columns, columns)
    let room = max(end - column - text.columns, 0)
    var place =
      switch alignment {
      case .left: column
      case .right: column + room
      }
    for run in text.runs {
      for cluster in Clusters(run.text) {
        guard place + cluster.width <= end else { return }
        if place >= 0 {
          set(Cell(text: cluster.text, width: cluster.width, style: run.style), row, place)
        }
        place += cluster.width
      }
    }
  }

  /// The rows as text, without the blanks at their ends.
  public var lines: [String] {
    (0..<rows).map { row in
      let text = self[row: row].map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The rows with their styles and the blanks at their ends, for the body of a frame.
  public var styledLines: [StyledText] {
    (0..<rows).map { row in
      var text = StyledText()
      for cell in self[row: row] { text.append(cell.text, cell.style) }
      return text
    }
  }

  /// Sets a cell that fits. If a wide character loses one half, the other half becomes blank.
  private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
    let base = row * columns
    for place in column..<column + cell.width {
      let old = cells[base + place]
      if old.width == 0, place > 0, place == column { cells[base + place - 1] = .blank }
      if old.width == 2, place + 1 < columns { cells[base + place + 1] = .blank }
    }
    cells[base + column] = cell
    if cell.width == 2 { cells[base + column + 1] = .rightHalf(cell.style) }
  }
}

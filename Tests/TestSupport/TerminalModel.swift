/// What a terminal shows after some text: the part of ECMA-48 and of xterm's second screen that Peach
/// writes.
public nonisolated struct TerminalModel: Sendable {
  public let columns: Int

  public init(columns: Int) { self.columns = columns }

  /// What there is to be seen, and heard.
  public struct Picture: Equatable, Sendable {
    /// The rows of the screen in view, trailing blanks removed; a line too long is cut in two. Of the first
    /// screen also those that have scrolled away.
    public var rows: [String]
    public var isOnSecondScreen = false
    public var isCursorShown = true

    /// How often the bell has rung.
    public var bells = 0
  }

  /// The rows that stand on the screen.
  public func screen(after text: String) -> [String] { picture(after: text).rows }

  public func picture(after text: String) -> Picture {
    var picture = Picture(rows: [])
    var screen = Page()
    var first = Page()
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{7}": picture.bells += 1
      case "\r": screen.column = 0
      case "\n": screen.beginRow(screen.row + 1)
      case "\u{1B}":
        let sequence = rest.prefix { !("A"..."Z").contains($0) && !("a"..."z").contains($0) }
        rest = rest.dropFirst(sequence.count)
        // The rest has not come yet.
        guard let final = rest.popFirst() else { break }
        let parameter = String(String.UnicodeScalarView(sequence.dropFirst()))
        switch (parameter, final) {
        case ("?1049", "h"):
          picture.isOnSecondScreen = true
          (first, screen) = (screen, Page())
        case ("?1049", "l"):
          picture.isOnSecondScreen = false
          screen = first
        case ("?25", "h"): picture.isCursorShown = true
        case ("?25", "l"): picture.isCursorShown = false
        default: screen.obey(final, Int(parameter) ?? 1)
        }
      default: screen.write(scalar, columns: columns)
      }
    }
    picture.rows = screen.lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    return picture
  }
}

/// One of a terminal's screens, with its cursor.
private nonisolated struct Page {
  var lines: [[Character]] = [[]]
  var row = 0
  var column = 0

  mutating func beginRow(_ number: Int) {
    (row, column) = (number, 0)
    while lines.count <= row { lines.append([]) }
  }

  mutating func obey(_ final: Unicode.Scalar, _ parameter: Int) {
    switch final {
    case "A": row = max(row - parameter, 0)
    case "H": beginRow(parameter - 1)
    case "K": lines[row] = Array(lines[row].prefix(column))
    case "J":
      lines[row] = Array(lines[row].prefix(column))
      lines.removeSubrange((row + 1)...)
    default: break
    }
  }

  mutating func write(_ scalar: Unicode.Scalar, columns: Int) {
    if column == columns { beginRow(row + 1) }
    while lines[row].count <= column { lines[row].append(" ") }
    lines[row][column] = Character(scalar)
    column += 1
  }
}

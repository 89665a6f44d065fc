/// What a terminal shows after some text: the part of ECMA-48 that Peach writes.
struct TerminalModel {
  let columns: Int

  /// The lines that stand on the screen, trailing blanks removed; a line too long is cut in two.
  func screen(after text: String) -> [String] {
    var lines: [[Character]] = [[]]
    var (row, column) = (0, 0)
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n":
        row += 1
        column = 0
        if row == lines.count { lines.append([]) }
      case "\u{1B}":
        let sequence = rest.prefix { !("A"..."Z").contains($0) && !("a"..."z").contains($0) }
        rest = rest.dropFirst(sequence.count)
        guard let final = rest.popFirst() else { return [] }
        let parameter = Int(String(String.UnicodeScalarView(sequence.dropFirst()))) ?? 1
        switch final {
        case "A": row = max(row - parameter, 0)
        case "H":
          (row, column) = (parameter - 1, 0)
          while lines.count <= row { lines.append([]) }
        case "K": lines[row] = Array(lines[row].prefix(column))
        case "J":
          lines[row] = Array(lines[row].prefix(column))
          lines.removeSubrange((row + 1)...)
        default: break
        }
      default:
        if column == columns {
          row += 1
          column = 0
          if row == lines.count { lines.append([]) }
        }
        while lines[row].count <= column { lines[row].append(" ") }
        lines[row][column] = Character(scalar)
        column += 1
      }
    }
    return lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

/// As much of a terminal as the console uses: characters, carriage return, line feed.
struct TerminalModel {
  let columns: Int

  /// The lines that stand on the screen, trailing blanks removed; a line too long is cut in two.
  func screen(after text: String) -> [String] {
    var lines: [[Character]] = [[]]
    var column = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": column = 0
      case "\n":
        lines.append([])
        column = 0
      default:
        if column == columns {
          lines.append([])
          column = 0
        }
        let row = lines.count - 1
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

import TextTable

extension Report {
  /// The report for people: title, table, goals, notes.
  var table: String {
    let layout = TextTable<[ReportValue]> { row in
      zip(columns, row).enumerated().map { index, cell in
        Column(title: cell.0.heading, value: cell.1.text, align: index == 0 ? .left : .right)
      }
    }
    var lines = [title, ""]
    if let text = layout.string(for: rows, style: Style.simple) { lines.append(text) }
    lines += goals.map(\.text) + notes
    return lines.joined(separator: "\n") + "\n"
  }
}

/// How a transcript differs from what is expected, to be read.
struct TranscriptDifference: CustomStringConvertible {
  let name: String
  let expected: [String]
  let found: [String]

  /// The lines that differ, with those before and after.
  var description: String {
    let difference = found.difference(from: expected)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [(text: String, differs: Bool)] = []
    var (old, new) = (0, 0)
    while old < expected.count || new < found.count {
      if removed.contains(old) {
        lines.append(("expected  \(expected[old])", true))
        old += 1
      } else if inserted.contains(new) {
        lines.append(("found     \(found[new])", true))
        new += 1
      } else {
        lines.append(("          \(found[new])", false))
        old += 1
        new += 1
      }
    }
    let shown = lines.indices.filter { index in
      lines[max(index - 1, 0)...min(index + 1, lines.count - 1)].contains(where: \.differs)
    }
    return "“\(name)” is not as it was:\n" + shown.map { lines[$0].text }.joined(separator: "\n")
  }
}

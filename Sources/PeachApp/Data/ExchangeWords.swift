import Charts
import Console
import Files
import History
import Language
import Music
import Program

/// The output of an import or a merge.
enum ExchangeWords {
  /// A signal has ended the command.
  static var interrupted: String {
    localized("interrupted; the training history is unchanged")
  }

  /// The outcome of the rows, one line for each training.
  static func text(_ summary: ImportSummary, of path: String, _ outcome: ImportOutcome) -> String {
    var lines: [String] = []
    switch outcome {
    case .joined: break
    case .replaced(let backup?):
      lines.append(localized("The history was replaced; the backup is %@", backup))
    case .replaced(nil): break
    case .previewed(isRefused: true):
      lines.append(localized("Nothing was changed. The rows that can be read:"))
    case .previewed(isRefused: false):
      lines.append(localized("Nothing was changed. An import would result in:"))
    case .refused: return ""
    }
    lines += RecordedResult.namedTrainings { summary[$0] != TrainingCounts() }.map {
      $0.words.outcome(counts(summary[$0]))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Further remarks, line by line: which rows were not imported, and why.
  static func remarks(_ summary: ImportSummary, of path: String, _ outcome: ImportOutcome)
    -> [String]
  {
    let file = name(path)
    var lines = summary.faults.map {
      localized("%@, line %d: %@", file, $0.line, $0.fault.words)
    }
    let more = summary.faultCount - summary.faults.count
    if more > 0 {
      lines.append(
        localized(
          one: "%2$@: %1$d more row with the same problem",
          other: "%2$@: %1$d more rows with the same problem", more, file)
      )
    }
    for (training, count) in summary.otherTrainings.sorted(by: { $0.key < $1.key }) {
      lines.append(
        localized(
          one: "%d row of %@ skipped because Peach does not have that training",
          other: "%d rows of %@ skipped because Peach does not have that training", count, training)
      )
    }
    if summary.conflicts > 0 {
      lines.append(
        localized(
          one: "%d row has the id of another result; only one result for each id is kept",
          other: "%d rows have the id of another result; only one result for each id is kept",
          summary.conflicts))
    }
    if outcome == .previewed(isRefused: true) {
      lines.append(
        localized(
          one: """
            nothing would be imported because %d row cannot be read. Correct the file, or skip \
            such rows with --skip-bad
            """,
          other: """
            nothing would be imported because %d rows cannot be read. Correct the file, or skip \
            such rows with --skip-bad
            """, summary.faultCount))
    }
    if outcome == .refused {
      lines.append(
        localized(
          one: """
            nothing was imported because %d row cannot be read. Correct the file, or skip such \
            rows with --skip-bad
            """,
          other: """
            nothing was imported because %d rows cannot be read. Correct the file, or skip such \
            rows with --skip-bad
            """, summary.faultCount))
    }
    return lines
  }

  static func json(_ summary: ImportSummary, of path: String, _ outcome: ImportOutcome) -> String {
    var line = JSONLine()
    line.add("path", path)
    switch outcome {
    case .joined: line.add("outcome", "joined")
    case .replaced(let backup):
      line.add("outcome", "replaced")
      line.add("backup", backup)
    case .previewed: line.add("outcome", "previewed")
    case .refused: line.add("outcome", "refused")
    }
    for training in RecordedResult.trainings {
      line.add(training.rawValue, object: object(summary[training]))
    }
    line.add("otherTrainings", object: object(summary.otherTrainings))
    line.add("badRows", summary.faultCount)
    line.add(
      "faults",
      objects: summary.faults.map { row in
        var object = JSONLine()
        object.add("line", row.line)
        object.add("message", row.fault.words)
        return object
      })
    return line.description
  }

  private static func object(_ counts: TrainingCounts) -> JSONLine {
    var object = JSONLine()
    object.add("new", counts.new)
    object.add("present", counts.present)
    object.add("identified", counts.identified)
    object.add("conflicts", counts.conflicts)
    return object
  }

  static func object(_ counts: [String: Int]) -> JSONLine {
    var object = JSONLine()
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { object.add(name, count) }
    return object
  }

  private static func counts(_ counts: TrainingCounts) -> String {
    var parts = [
      localized("%d new", counts.new), localized("%d already in the history", counts.present),
    ]
    if counts.identified > 0 {
      parts.append(localized("%d now under an id of their own", counts.identified))
    }
    if counts.conflicts > 0 { parts.append(localized("%d in conflict", counts.conflicts)) }
    return parts.joined(separator: ", ")
  }

  static func name(_ path: String) -> String {
    path == "-" ? localized("standard input") : path
  }
}

/// The outcome of an import or a merge.
enum ImportOutcome: Hashable {
  case joined
  /// The history was replaced. `backup` is its earlier content, or `nil` if it was empty.
  case replaced(backup: String?)
  /// Nothing was changed, because this was a preview. `isRefused`: an import would refuse the file.
  case previewed(isRefused: Bool)
  /// Nothing was changed, because some rows are not records.
  case refused
}

extension CommandContext {
  /// Shows the outcome of an import or a merge.
  func show(_ summary: ImportSummary, of path: String, _ outcome: ImportOutcome) {
    for remark in ExchangeWords.remarks(summary, of: path, outcome) {
      messages.writeMessage(remark)
    }
    output.write(
      global.json
        ? ExchangeWords.json(summary, of: path, outcome) + "\n"
        : ExchangeWords.text(summary, of: path, outcome))
  }
}

extension TransferProgress.Step {
  /// The current step, for the user.
  var words: String {
    switch self {
    case .reading: localized("Reading")
    case .comparing: localized("Comparing")
    case .storing: localized("Storing")
    case .writing: localized("Writing")
    }
  }
}

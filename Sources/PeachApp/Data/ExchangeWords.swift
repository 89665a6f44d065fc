import Console
import Files
import History
import Language
import Music

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
    lines += Trainings.named { summary[$0] != TrainingCounts() }.map {
      $0.words.outcome(counts(summary[$0.training]))
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

/// How an import or a merge ended.
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

extension RowFault {
  /// What is wrong with the row, and what it should contain.
  var words: String {
    switch self {
    case .value(let error): error.words
    case .fieldCount(let expected, let found):
      localized(
        one: "%d field instead of %d", other: "%d fields instead of %d", found, expected)
    case .unknownTraining(let name):
      localized(
        """
        '%@' is not a training of the app; its trainings are pitchDiscrimination, \
        pitchComparison and pitchMatching
        """,
        name)
    case .unknownInterval(let name):
      localized(
        """
        '%@' is not an interval of the app; its intervals are P1 m2 M2 m3 M3 P4 d5 P5 m6 M6 m7 \
        M7 P8
        """, name)
    case .unknownTuning(let name):
      localized(
        "'%@' is not a tuning of the app; its tunings are equalTemperament and justIntonation", name
      )
    case .notesDisagree(let interval, let reference, let target):
      localized("the notes %@ and %@ do not make a %@", reference, target, interval)
    case .text(let fault): fault.words
    }
  }
}

extension TextRowFault {
  /// What is wrong with the row, and what to do.
  var words: String {
    switch self {
    case .notText: localized("it is not UTF-8 text; save the file as UTF-8")
    case .zeroByte: localized("it contains a zero byte, which is not allowed in text")
    case .tooLong(let limit): localized("it is longer than %d bytes", limit)
    case .unclosedQuote: localized("a quotation mark is not closed")
    case .misplacedQuote:
      localized(
        "a field contains a quotation mark; double it, and put the field in quotation marks")
    }
  }
}

extension RecordLineError {
  fileprivate var words: String {
    switch self {
    case .notAnObject: localized("it is not a JSON object")
    case .missing(let member): localized("%@ is missing", member)
    case .notAllowed(let member, let value, let domain):
      localized("%@ '%@' is not allowed; allowed: %@", member, value, domain.allowed)
    case .targetDisagrees(let interval, let expected, let found):
      expected.map {
        localized("targetNote %d is not allowed: the interval %@ leads to %d", found, interval, $0)
      }
        ?? localized(
          "targetNote %d is not allowed: the interval %@ leads out of 0...127", found, interval)
    }
  }
}

extension FieldDomain {
  fileprivate nonisolated var allowed: String {
    switch self {
    case .training:
      localized(
        "%@ or %@", RecordedResult.trainings.map(\.rawValue).joined(separator: ", "),
        RunRecord.name)
    case .id: localized("a UUID")
    case .time: localized("a time in UTC from 1970 to 9999, such as 2026-11-21T10:00:00.123Z")
    case .note: "0...127"
    case .interval: DirectedInterval.all.map(\.description).joined(separator: " ")
    case .tuning:
      localized("equal, just, pythagorean, meantone or scala:NAME, without invisible characters")
    case .cents: localized("a number from -1200 to 1200")
    case .flag: localized("true or false")
    case .name: localized("a text that is not empty and has no invisible characters")
    case .digits: localized("a whole number from 0 up")
    case .curve: localized("at most 100 points in base64, two bytes each")
    case .word(let words): words.joined(separator: ", ")
    case .decimal(let limits):
      limits.lowerBound < 1 && limits.lowerBound > 0
        ? localized("a number above 0, at most %@", MachineNumber.text(limits.upperBound))
        : localized(
          "a number within %@...%@", MachineNumber.text(limits.lowerBound),
          MachineNumber.text(limits.upperBound))
    case .whole(let limits):
      localized(
        "a whole number within %@...%@", "\(limits.lowerBound)", "\(limits.upperBound)")
    }
  }
}

/// A number as it stands in a file.
private enum MachineNumber {
  nonisolated static func text(_ number: Double) -> String { String(Int(number)) }
}

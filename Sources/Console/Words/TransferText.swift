/// What the commands print that take records in and out of files.
public enum TransferText {
  public static let reading = "Reading"
  public static let comparing = "Comparing"
  public static let storing = "Storing"
  public static let writing = "Writing"
  public static let checking = "Checking"
  public static let simulating = "Simulating"

  /// A signal has ended the command.
  public static let exportInterrupted = "interrupted; no file was left behind"
  public static let importInterrupted = "interrupted; the training history is as it was"

  public static func exported(_ records: StoredCounts, path: String) -> String {
    "\(DataText.counts(records)) \(path == "-" ? "written" : "in \(path)")"
  }

  /// Results that the app cannot take.
  public static func leftOut(_ count: Int, tuning: String) -> String {
    "\(results(count)) left out: the app does not know the tuning \(tuning)"
  }

  /// Results in so many tunings that not each gets a line.
  public static func leftOut(_ count: Int, tunings: Int) -> String {
    tunings == 1
      ? "\(results(count)) left out: the app does not know one more tuning"
      : "\(results(count)) left out: the app does not know \(tunings) more tunings"
  }

  public static func exportedJSON(
    _ records: StoredCounts, leftOut: [String: Int], path: String
  ) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("comparisons", records.comparisons)
    line.add("matchings", records.matchings)
    line.add("leftOut", object: object(leftOut))
    return line.description
  }

  public static let replaceNeedsYes =
    "data import --replace deletes every record; say --yes, or run it on a terminal and answer"

  public static func replaceQuestion(
    _ records: StoredCounts, path: String, backup: String
  ) -> String {
    "Replace \(DataText.counts(records)) by what is in \(name(path))? A backup will be \(backup). yes or no: "
  }

  public static let nothingReplaced = "Nothing was replaced."
}

extension TransferText {
  /// What became of the rows, a line for each training.
  public static func imported(_ facts: ImportFacts, _ outcome: ImportOutcome) -> String {
    var lines: [String] = []
    switch outcome {
    case .joined: break
    case .replaced(let backup?): lines.append("The history was replaced; the backup is \(backup)")
    case .replaced(nil): break
    case .previewed(isRefused: true):
      lines.append("Nothing was changed. The rows that can be read:")
    case .previewed(isRefused: false): lines.append("Nothing was changed. An import would find:")
    case .refused: return ""
    }
    lines.append("comparisons: \(counts(facts.comparison))")
    lines.append("pitch matchings: \(counts(facts.matching))")
    return lines.joined(separator: "\n") + "\n"
  }

  /// What else there is to be told, line by line: rows that were not taken, and why.
  public static func remarks(_ facts: ImportFacts, _ outcome: ImportOutcome) -> [String] {
    var lines = facts.badRows.map { "\(name(facts.path)), line \($0.line): \($0.reason)" }
    let more = facts.badRowCount - facts.badRows.count
    if more > 0 { lines.append("\(name(facts.path)): \(rows(more)) more like that") }
    for (training, count) in facts.otherTrainings.sorted(by: { $0.key < $1.key }) {
      lines.append("\(rows(count)) of \(training) not taken in: Peach does not have that training")
    }
    let conflicts = facts.comparison.conflicts + facts.matching.conflicts
    if conflicts > 0 {
      lines.append(
        "\(rows(conflicts)) with the id of another result: \(conflictRule)")
    }
    if outcome == .previewed(isRefused: true) {
      lines.append(
        """
        an import would take nothing, as \(rows(facts.badRowCount)) cannot be read; mend the file, or \
        leave such rows out with --skip-bad
        """)
    }
    if outcome == .refused {
      lines.append(
        """
        nothing was imported, as \(rows(facts.badRowCount)) cannot be read; mend the file, or leave \
        such rows out with --skip-bad
        """)
    }
    return lines
  }

  private static let conflictRule = "of an id only one result is kept"

  public static func importedJSON(_ facts: ImportFacts, _ outcome: ImportOutcome) -> String {
    var line = JSONLine()
    line.add("path", facts.path)
    switch outcome {
    case .joined: line.add("outcome", "joined")
    case .replaced(let backup):
      line.add("outcome", "replaced")
      line.add("backup", backup)
    case .previewed: line.add("outcome", "previewed")
    case .refused: line.add("outcome", "refused")
    }
    line.add("comparison", object: object(facts.comparison))
    line.add("matching", object: object(facts.matching))
    line.add("otherTrainings", object: object(facts.otherTrainings))
    line.add("badRows", facts.badRowCount)
    line.add(
      "faults",
      objects: facts.badRows.map { row in
        var object = JSONLine()
        object.add("line", row.line)
        object.add("message", row.reason)
        return object
      })
    return line.description
  }

  private static func object(_ counts: ImportFacts.Counts) -> JSONLine {
    var object = JSONLine()
    object.add("new", counts.new)
    object.add("present", counts.present)
    object.add("identified", counts.identified)
    object.add("conflicts", counts.conflicts)
    return object
  }

  private static func object(_ counts: [String: Int]) -> JSONLine {
    var object = JSONLine()
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { object.add(name, count) }
    return object
  }

  private static func counts(_ counts: ImportFacts.Counts) -> String {
    var parts = ["\(counts.new) new", "\(counts.present) already there"]
    if counts.identified > 0 { parts.append("\(counts.identified) now under their own id") }
    if counts.conflicts > 0 { parts.append("\(counts.conflicts) in conflict") }
    return parts.joined(separator: ", ")
  }

  private static func name(_ path: String) -> String { path == "-" ? "standard input" : path }
  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
  private static func results(_ count: Int) -> String {
    count == 1 ? "1 result" : "\(count) results"
  }
}

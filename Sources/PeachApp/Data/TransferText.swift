import Charts
import Console
import Language

/// What the commands print that take records in and out of files.
enum TransferText {
  static var reading: String { localized("Reading") }
  static var comparing: String { localized("Comparing") }
  static var storing: String { localized("Storing") }
  static var writing: String { localized("Writing") }
  static var checking: String { localized("Checking") }
  static var simulating: String { localized("Simulating") }

  /// A signal has ended the command.
  static var exportInterrupted: String { localized("interrupted; no file was left behind") }
  static var importInterrupted: String {
    localized("interrupted; the training history is as it was")
  }

  static func exported(_ records: StoredCounts, path: String) -> String {
    path == "-"
      ? localized("%@ written", records.text)
      : localized("%@ in %@", records.text, path)
  }

  /// Results that the app cannot take.
  static func leftOut(_ count: Int, tuning: String) -> String {
    localized(
      one: "%d result left out: the app does not know the tuning %@",
      other: "%d results left out: the app does not know the tuning %@", count, tuning)
  }

  /// Results in so many tunings that not each gets a line.
  static func leftOut(_ count: Int, tunings: Int) -> String {
    tunings == 1
      ? localized(
        one: "%d result left out: the app does not know one more tuning",
        other: "%d results left out: the app does not know one more tuning", count)
      : localized(
        one: "%d result left out: the app does not know %d more tunings",
        other: "%d results left out: the app does not know %d more tunings", count, tunings)
  }

  static func exportedJSON(
    _ records: StoredCounts, leftOut: [String: Int], path: String
  ) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("comparisons", records.comparisons)
    line.add("matchings", records.matchings)
    line.add("leftOut", object: object(leftOut))
    return line.description
  }

  static var replaceNeedsYes: String {
    localized(
      "data import --replace deletes every record; say --yes, or run it on a terminal and answer")
  }

  static func replaceQuestion(
    _ records: StoredCounts, path: String, backup: String
  ) -> String {
    localized(
      "Replace %@ by what is in %@? A backup will be %@. yes or no: ", records.text,
      name(path), backup)
  }

  static var nothingReplaced: String { localized("Nothing was replaced.") }
}

extension TransferText {
  /// What became of the rows, a line for each training.
  static func imported(_ facts: ImportFacts, _ outcome: ImportOutcome) -> String {
    var lines: [String] = []
    switch outcome {
    case .joined: break
    case .replaced(let backup?):
      lines.append(localized("The history was replaced; the backup is %@", backup))
    case .replaced(nil): break
    case .previewed(isRefused: true):
      lines.append(localized("Nothing was changed. The rows that can be read:"))
    case .previewed(isRefused: false):
      lines.append(localized("Nothing was changed. An import would find:"))
    case .refused: return ""
    }
    lines.append(localized("comparisons: %@", counts(facts.comparison)))
    lines.append(localized("pitch matchings: %@", counts(facts.matching)))
    return lines.joined(separator: "\n") + "\n"
  }

  /// What else there is to be told, line by line: rows that were not taken, and why.
  static func remarks(_ facts: ImportFacts, _ outcome: ImportOutcome) -> [String] {
    let file = name(facts.path)
    var lines = facts.badRows.map { localized("%@, line %d: %@", file, $0.line, $0.reason) }
    let more = facts.badRowCount - facts.badRows.count
    if more > 0 {
      lines.append(
        localized(
          one: "%2$@: %1$d row more like that", other: "%2$@: %1$d rows more like that", more, file)
      )
    }
    for (training, count) in facts.otherTrainings.sorted(by: { $0.key < $1.key }) {
      lines.append(
        localized(
          one: "%d row of %@ not taken in: Peach does not have that training",
          other: "%d rows of %@ not taken in: Peach does not have that training", count, training))
    }
    let conflicts = facts.comparison.conflicts + facts.matching.conflicts
    if conflicts > 0 {
      lines.append(
        localized(
          one: "%d row with the id of another result: of an id only one result is kept",
          other: "%d rows with the id of another result: of an id only one result is kept",
          conflicts))
    }
    if outcome == .previewed(isRefused: true) {
      lines.append(
        localized(
          one: """
            an import would take nothing, as %d row cannot be read; mend the file, or leave such rows \
            out with --skip-bad
            """,
          other: """
            an import would take nothing, as %d rows cannot be read; mend the file, or leave such \
            rows out with --skip-bad
            """, facts.badRowCount))
    }
    if outcome == .refused {
      lines.append(
        localized(
          one: """
            nothing was imported, as %d row cannot be read; mend the file, or leave such rows out \
            with --skip-bad
            """,
          other: """
            nothing was imported, as %d rows cannot be read; mend the file, or leave such rows out \
            with --skip-bad
            """, facts.badRowCount))
    }
    return lines
  }

  static func importedJSON(_ facts: ImportFacts, _ outcome: ImportOutcome) -> String {
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
    var parts = [
      localized("%d new", counts.new), localized("%d already there", counts.present),
    ]
    if counts.identified > 0 {
      parts.append(localized("%d now under their own id", counts.identified))
    }
    if counts.conflicts > 0 { parts.append(localized("%d in conflict", counts.conflicts)) }
    return parts.joined(separator: ", ")
  }

  private static func name(_ path: String) -> String {
    path == "-" ? localized("standard input") : path
  }
}

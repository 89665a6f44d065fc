import Charts
import Console
import Language

/// What the commands of `peach data` print.
enum DataText {
  static func backup(_ records: StoredCounts, path: String) -> String {
    localized("%@ in %@", records.text, path)
  }

  static func backupJSON(_ records: StoredCounts, path: String) -> String {
    var line = JSONLine()
    line.add("path", path)
    add(records, to: &line)
    return line.description
  }

  static func check(_ facts: HistoryFacts, path: String) -> String {
    var lines = [path]
    if let size = facts.size {
      lines.append(
        localized(
          "%@, version %d; %@, log %@, %@ free", size.records.text, size.version,
          bytes(size.file), bytes(size.log), bytes(size.free)))
    }
    lines +=
      facts.isSound ? [localized(context: "history", "sound")] : facts.findings.map(\.message)
    return lines.joined(separator: "\n") + "\n"
  }

  static func checkJSON(_ facts: HistoryFacts, path: String) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("isSound", facts.isSound)
    if let size = facts.size {
      add(size.records, to: &line)
      line.add("version", size.version)
      line.add("fileBytes", size.file)
      line.add("logBytes", size.log)
      line.add("freeBytes", size.free)
    }
    line.add(
      "findings",
      objects: facts.findings.map { finding in
        var object = JSONLine()
        object.add("code", finding.code)
        object.add("message", finding.message)
        return object
      })
    return line.description + "\n"
  }

  /// A signal has ended the command.
  static var backupInterrupted: String {
    localized("interrupted; no file was left behind")
  }
  static var resetInterrupted: String {
    localized("interrupted; nothing was deleted, and no backup is left")
  }

  static var resetNeedsYes: String {
    localized("data reset deletes every record; say --yes, or run it on a terminal and answer")
  }

  static func resetQuestion(_ records: StoredCounts, backup: String) -> String {
    localized("Delete %@? A backup will be %@. yes or no: ", records.text, backup)
  }

  /// Whether an answer is a yes; anything else is a no.
  static func isYes(_ answer: String) -> Bool {
    // Translators: what counts as a yes, separated by blanks; the English words count anyway.
    let words = "y yes " + localized(context: "answers that mean yes", "y yes")
    return words.split(separator: " ").contains {
      $0 == answer.filter { !$0.isWhitespace }.lowercased()
    }
  }

  static var nothingDeleted: String { localized("Nothing was deleted.") }

  static func reset(_ deleted: StoredCounts?, backup: String?) -> String {
    guard let deleted, let backup else { return localized("There was nothing to delete.") }
    return localized("Deleted %@; the backup is %@", deleted.text, backup)
  }

  static func resetJSON(_ deleted: StoredCounts?, backup: String?) -> String {
    var line = JSONLine()
    add(deleted ?? StoredCounts(comparisons: 0, matchings: 0), to: &line)
    line.add("backup", backup)
    return line.description
  }

  private static func add(_ records: StoredCounts, to line: inout JSONLine) {
    line.add("comparisons", records.comparisons)
    line.add("matchings", records.matchings)
  }

  private static func bytes(_ count: Int) -> String {
    switch count {
    case ..<(1 << 20): localized("%d KiB", (count + 1023) >> 10)
    case ..<(10 << 30): localized("%d MiB", count >> 20)
    default: localized("%d GiB", count >> 30)
    }
  }
}

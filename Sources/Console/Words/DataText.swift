/// What the commands of `peach data` print.
public enum DataText {
  public static func backup(_ records: StoredCounts, path: String) -> String {
    "\(counts(records)) in \(path)"
  }

  public static func backupJSON(_ records: StoredCounts, path: String) -> String {
    var line = JSONLine()
    line.add("path", path)
    add(records, to: &line)
    return line.description
  }

  public static func check(_ facts: HistoryFacts, path: String) -> String {
    var lines = [path]
    if let size = facts.size {
      lines.append(
        """
        \(counts(size.records)), version \(size.version); \(bytes(size.file)), log \
        \(bytes(size.log)), \(bytes(size.free)) free
        """)
    }
    lines += facts.isSound ? ["sound"] : facts.findings.map(\.message)
    return lines.joined(separator: "\n") + "\n"
  }

  public static func checkJSON(_ facts: HistoryFacts, path: String) -> String {
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
  public static let backupInterrupted = "interrupted; no file was left behind"
  public static let resetInterrupted = "interrupted; nothing was deleted, and no backup is left"

  public static let resetNeedsYes =
    "data reset deletes every record; say --yes, or run it on a terminal and answer"

  public static func resetQuestion(_ records: StoredCounts, backup: String) -> String {
    "Delete \(counts(records))? A backup will be \(backup). yes or no: "
  }

  /// Whether an answer is a yes; anything else is a no.
  public static func isYes(_ answer: String) -> Bool {
    ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
  }

  public static let nothingDeleted = "Nothing was deleted."

  public static func reset(_ deleted: StoredCounts?, backup: String?) -> String {
    guard let deleted, let backup else { return "There was nothing to delete." }
    return "Deleted \(counts(deleted)); the backup is \(backup)"
  }

  public static func resetJSON(_ deleted: StoredCounts?, backup: String?) -> String {
    var line = JSONLine()
    add(deleted ?? StoredCounts(comparisons: 0, matchings: 0), to: &line)
    line.add("backup", backup)
    return line.description
  }

  private static func add(_ records: StoredCounts, to line: inout JSONLine) {
    line.add("comparisons", records.comparisons)
    line.add("matchings", records.matchings)
  }

  static func counts(_ records: StoredCounts) -> String {
    let comparisons =
      records.comparisons == 1 ? "1 comparison" : "\(records.comparisons) comparisons"
    let matchings =
      records.matchings == 1 ? "1 pitch matching" : "\(records.matchings) pitch matchings"
    return "\(comparisons) and \(matchings)"
  }

  private static func bytes(_ count: Int) -> String {
    switch count {
    case ..<(1 << 20): "\((count + 1023) >> 10) KiB"
    case ..<(10 << 30): "\(count >> 20) MiB"
    default: "\(count >> 30) GiB"
    }
  }
}

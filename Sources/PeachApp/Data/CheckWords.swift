import Charts
import Console
import History
import Language

/// The findings of a check of the history, as text.
struct HistoryFacts {
  /// A problem: a code that is never translated, and a line that describes the problem and its
  /// solution.
  struct Finding: Hashable {
    let code: String
    let message: String

  }

  /// The size of a history that could be opened.
  struct Size: Hashable {
    let records: StoredCounts

    /// Answers that were taken back.
    let withdrawn: Int
    let version: Int

    /// In bytes.
    let file: Int
    let log: Int
    let free: Int

  }

  let size: Size?
  let findings: [Finding]

  var isSound: Bool { findings.isEmpty }
}

extension HistoryFacts {
  init(_ report: HistoryReport) {
    self.init(
      size: Size(
        records: StoredCounts(report.counts), withdrawn: report.counts.withdrawn,
        version: report.version, file: report.fileSize, log: report.logSize,
        free: report.freeSpace),
      findings: report.findings.map { Finding($0) })
  }

  /// The findings for a file that this version of Peach cannot open as a history.
  init(unopened error: DataStoreError) {
    self.init(size: nil, findings: [Finding(code: "unreadable", message: error.words)])
  }
}

extension HistoryFacts.Finding {
  init(_ finding: HistoryFinding) { self.init(code: finding.code, message: finding.words) }
}

extension HistoryFinding {
  /// The code in JSON, which is never translated.
  fileprivate var code: String {
    switch self {
    case .damaged: "damaged"
    case .unreadableRows: "unreadableRows"
    case .repeatedIDs: "repeatedIds"
    case .doubledRecords: "doubledRecords"
    case .foreignObjects: "foreignObjects"
    case .largeLog: "largeLog"
    case .notWritable: "notWritable"
    case .writableByOthers: "writableByOthers"
    case .littleSpace: "littleSpace"
    case .pendingRecovery: "pendingRecovery"
    case .setAside: "setAside"
    case .unfinishedBackup: "unfinishedBackup"
    case .unreadableRecovery: "unreadableRecovery"
    case .foreignRecovery: "foreignRecovery"
    }
  }

  /// The problem and its solution, in one line.
  fileprivate var words: String {
    switch self {
    case .damaged(let finding):
      localized(
        """
        damaged: %@; restore a backup with peach data restore FILE, or save what can be read with \
        sqlite3's .recover
        """, finding)
    case .unreadableRows(let table, let column, let count, let sequences):
      localized(
        one: """
          %d row of the table %@ has no valid value in the column %@ (sequence %@); copy the file, \
          then correct or delete the row with sqlite3
          """,
        other: """
          %d rows of the table %@ have no valid value in the column %@ (sequence %@); copy the file, \
          then correct or delete the rows with sqlite3
          """, count, table, column, Self.list(sequences, of: count))
    case .repeatedIDs(let count):
      localized(
        one:
          "%d id belongs to more than one record; copy the file, then delete the surplus with sqlite3",
        other:
          "%d ids belong to more than one record; copy the file, then delete the surplus with sqlite3",
        count)
    case .doubledRecords(let table, let count):
      localized(
        one: """
          %d in %@ repeats another to the millisecond; copy the file, then delete it with sqlite3
          """,
        other: """
          %d in %@ repeat another to the millisecond; copy the file, then delete them with sqlite3
          """, count, table)
    case .foreignObjects(let names):
      localized(
        "%@ in the database: not Peach's; drop it with sqlite3 if you do not need it",
        names.joined(separator: ", "))
    case .largeLog(let bytes):
      localized(
        """
        the log holds %d MiB: some program keeps the history open; end it (fuser names it), then \
        start Peach once
        """, bytes >> 20)
    case .notWritable(let path):
      localized("%@ cannot be written to: nothing new is stored; chmod u+w it", path)
    case .writableByOthers(let path): localized("%@ can be changed by others; chmod o-w it", path)
    case .littleSpace(let bytes):
      localized("only %d KiB are left on the disk; make room", bytes >> 10)
    case .pendingRecovery(let path, let lines):
      localized(
        one: """
          %d result not stored yet in %@; the next peach compare, match or profile takes it in
          """,
        other: """
          %d results not stored yet in %@; the next peach compare, match or profile takes them in
          """, lines, path)
    case .setAside(let path, let lines):
      localized(
        one: """
          %d line in %@ could not be read; mend it and peach data import the file, or delete it
          """,
        other: """
          %d lines in %@ could not be read; mend them and peach data import the file, or delete it
          """, lines, path)
    case .unfinishedBackup(let path):
      localized(
        "%@ is of a backup that was killed; delete it, unless a backup is running just now", path)
    case .unreadableRecovery(let path):
      localized("%@ cannot be read, so the results in it are not taken in; chmod u+r it", path)
    case .foreignRecovery(let path):
      localized(
        """
        %@ is a link, no file, or another user's, so nothing is taken in from it; delete it, or have \
        its owner delete it
        """, path)
    }
  }
}

extension HistoryFinding {
  /// The numbers of the first rows, and whether there are more.
  private static func list(_ sequences: [Int64], of count: Int) -> String {
    let numbers = sequences.map(String.init).joined(separator: ", ")
    return sequences.count < count ? numbers + " …" : numbers
  }
}

/// The text of `peach data check`.
enum CheckWords {
  static func text(_ facts: HistoryFacts, path: String) -> String {
    var lines = [path]
    if let size = facts.size {
      lines.append(
        localized(
          "%@, version %d; %@, log %@, %@ free", size.records.text, size.version,
          bytes(size.file), bytes(size.log), bytes(size.free)))
      if size.withdrawn > 0 {
        lines.append(
          localized(
            one: "%d answer taken back, which counts nowhere",
            other: "%d answers taken back, which count nowhere", size.withdrawn))
      }
    }
    lines +=
      facts.isSound ? [localized(context: "history", "sound")] : facts.findings.map(\.message)
    return lines.joined(separator: "\n") + "\n"
  }

  static func json(_ facts: HistoryFacts, path: String) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("isSound", facts.isSound)
    if let size = facts.size {
      line.add(size.records)
      line.add("withdrawn", size.withdrawn)
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

  private static func bytes(_ count: Int) -> String {
    switch count {
    case ..<(1 << 20): localized("%d KiB", (count + 1023) >> 10)
    case ..<(10 << 30): localized("%d MiB", count >> 20)
    default: localized("%d GiB", count >> 30)
    }
  }
}

import Charts
import Console
import History
import Language
import Program

/// The findings of a check of the history, as text.
struct HistoryFacts {
  /// A problem: a code that is never translated, and a line that describes the problem and its
  /// solution.
  struct Finding: Hashable {
    let code: String
    let message: String
  }

  /// The result of the check; `nil` if the history could not be opened.
  let report: HistoryReport?
  let findings: [Finding]

  var isSound: Bool { findings.isEmpty }
}

extension HistoryFacts {
  init(_ report: HistoryReport) {
    self.init(report: report, findings: report.findings.map { Finding($0) })
  }

  /// The findings for a file that this version of Peach cannot open as a history.
  init(unopened error: DataStoreError) {
    self.init(report: nil, findings: [Finding(code: "unreadable", message: error.words)])
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
    case .notWritable: "notWritable"
    case .writableByOthers: "writableByOthers"
    case .littleSpace: "littleSpace"
    case .pendingRecovery: "pendingRecovery"
    case .setAside: "setAside"
    case .unfinishedBackup: "unfinishedBackup"
    case .unreadableRecovery: "unreadableRecovery"
    case .foreignRecovery: "foreignRecovery"
    case .ambiguousRecovery: "ambiguousRecovery"
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
          """
          %d id belongs to more than one record. Copy the file, then delete the extra records \
          with sqlite3
          """,
        other:
          """
          %d ids belong to more than one record. Copy the file, then delete the extra records \
          with sqlite3
          """,
        count)
    case .doubledRecords(let count):
      localized(
        one: """
          %d record duplicates another to the millisecond. Copy the file, then delete it with \
          sqlite3
          """,
        other: """
          %d records duplicate others to the millisecond. Copy the file, then delete them with \
          sqlite3
          """, count)
    case .foreignObjects(let names):
      localized(
        """
        %@ in the database does not belong to Peach. If you do not need it, drop it with \
        sqlite3
        """,
        names.joined(separator: ", "))
    case .notWritable(let path):
      localized("%@ is not writable, so nothing new is stored. Run chmod u+w on it", path)
    case .writableByOthers(let path):
      localized("%@ can be changed by other users. Run chmod o-w on it", path)
    case .littleSpace(let bytes):
      localized("only %d KiB are free on the disk. Free some space", bytes >> 10)
    case .pendingRecovery(let path, let lines):
      localized(
        one: """
          %d result in %@ is not stored yet. The next peach compare or match stores it
          """,
        other: """
          %d results in %@ are not stored yet. The next peach compare or match stores them
          """, lines, path)
    case .setAside(let path, let lines):
      localized(
        one: """
          %d line in %@ could not be read. Correct it and import the file with peach data import, \
          or delete the file
          """,
        other: """
          %d lines in %@ could not be read. Correct them and import the file with peach data \
          import, or delete the file
          """, lines, path)
    case .unfinishedBackup(let path):
      localized(
        """
        %@ is left over from a backup that was killed. The next backup to that folder removes it; you \
        may also delete it, unless a backup is running now
        """, path)
    case .unreadableRecovery(let path):
      localized(
        "%@ is not readable, so the results in it cannot be stored. Run chmod u+r on it", path)
    case .foreignRecovery(let path):
      localized(
        """
        %@ is a link, not a regular file, or belongs to another user, so Peach stores nothing from \
        it. Delete it, or ask its owner to
        """, path)
    case .ambiguousRecovery(let path, let histories):
      Notice.recoveryAmbiguous(path: path, histories: histories).message
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
    if let report = facts.report {
      lines.append(
        localized(
          "%@, version %d; %@, %@ free", report.counts.text, report.version,
          bytes(report.fileSize), bytes(report.freeSpace)))
      if report.counts.withdrawn > 0 {
        lines.append(
          localized(
            one: "%d answer taken back, which counts nowhere",
            other: "%d answers taken back, which count nowhere", report.counts.withdrawn))
      }
    }
    lines +=
      facts.isSound
      ? [localized(context: "history", "no problems found")] : facts.findings.map(\.message)
    return lines.joined(separator: "\n") + "\n"
  }

  static func json(_ facts: HistoryFacts, path: String) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("isSound", facts.isSound)
    if let report = facts.report {
      line.add(report.counts)
      line.add("withdrawn", report.counts.withdrawn)
      line.add("version", report.version)
      line.add("fileBytes", report.fileSize)
      line.add("freeBytes", report.freeSpace)
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

  /// A size in the user's language.
  static func bytes(_ count: Int) -> String {
    switch count {
    case ..<(1 << 20): localized("%d KiB", (count + 1023) >> 10)
    case ..<(10 << 30): localized("%d MiB", count >> 20)
    default: localized("%d GiB", count >> 30)
    }
  }
}

extension CommandContext {
  /// A check takes a while from this size on, in bytes.
  private static let largeHistory = 16 << 20

  /// Checks an existing history and changes nothing. If the history cannot be opened because of its
  /// content, that is the only finding. Throws ``Fault``.
  func checkHistory() throws(Fault) -> HistoryFacts {
    let url = try presentHistory()
    do {
      let store = try TrainingDataStore.onlyForReading(url, isLong: true)
      defer { store.close() }
      if store.wasInterrupted { notify(.historyInterrupted) }
      let size = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
      let work = progressReporter(localized("Checking"), isSurelyLong: size > Self.largeHistory)
      defer { work.finish() }
      return HistoryFacts(try store.check(recoveryPlaces, progress: work.report))
    } catch {
      let fault = Fault(error, path: historyPath)
      guard fault.status == .badData else { throw fault }
      return HistoryFacts(unopened: error)
    }
  }

  /// The results that wait in recovery files, whether the history exists or not.
  var waitingResults: [HistoryFacts.Finding] {
    recoveryPlaces.findings().map { HistoryFacts.Finding($0) }
  }
}

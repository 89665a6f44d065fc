import Console
import History

extension HistoryFacts {
  init(_ report: HistoryReport) {
    self.init(
      size: Size(
        records: StoredCounts(
          comparisons: report.counts.comparisons, matchings: report.counts.matchings),
        version: report.version, file: report.fileSize, log: report.logSize,
        free: report.freeSpace),
      findings: report.findings.map { Finding($0) })
  }

  /// The facts of a history that is no history of this Peach's.
  init(unopened error: DataStoreError) {
    self.init(size: nil, findings: [Finding(code: "unreadable", message: error.words)])
  }
}

extension HistoryFacts.Finding {
  init(_ finding: HistoryFinding) { self.init(code: finding.code, message: finding.words) }
}

extension HistoryFinding {
  /// The code in JSON, never translated.
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

  /// What is wrong and what to do about it, in one line.
  fileprivate var words: String {
    switch self {
    case .damaged(let finding):
      "damaged: \(finding); restore the history from a backup, or save what can be read: sqlite3's .recover"
    case .unreadableRows(let table, let count, let sequence):
      """
      \(count) unreadable in \(table), the first with sequence \(sequence); copy the file, then delete \
      them with sqlite3
      """
    case .repeatedIDs(let count):
      "\(count) ids belong to more than one record; copy the file, then delete the surplus with sqlite3"
    case .doubledRecords(let table, let count):
      "\(count) in \(table) repeat another to the millisecond; copy the file, then delete them with sqlite3"
    case .foreignObjects(let names):
      "\(names.joined(separator: ", ")) in the database: not Peach's; drop it with sqlite3 if you do not need it"
    case .largeLog(let bytes):
      """
      the log holds \(bytes >> 20) MiB: some program keeps the history open; end it (fuser names it), then \
      start Peach once
      """
    case .notWritable(let path): "\(path) cannot be written to: nothing new is stored; chmod u+w it"
    case .writableByOthers(let path): "\(path) can be changed by others; chmod o-w it"
    case .littleSpace(let bytes): "only \(bytes >> 10) KiB are left on the disk; make room"
    case .pendingRecovery(let path, let lines):
      "\(Self.results(lines)) not stored yet in \(path); the next peach compare, match or profile takes them in"
    case .setAside(let path, let lines):
      "\(Self.lines(lines)) in \(path) could not be read; mend them and peach data import the file, or delete it"
    case .unfinishedBackup(let path):
      "\(path) is of a backup that was killed; delete it, unless a backup is running just now"
    case .unreadableRecovery(let path):
      "\(path) cannot be read, so the results in it are not taken in; chmod u+r it"
    case .foreignRecovery(let path):
      """
      \(path) is a link, no file, or another user's, so nothing is taken in from it; delete it, or have \
      its owner delete it
      """
    }
  }

  private static func results(_ count: Int) -> String {
    count == 1 ? "1 result" : "\(count) results"
  }
  private static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }
}

import Files
import Foundation
import Training

extension TrainingDataStore {
  /// Checks the whole history and the place where it is; nothing is changed. Throws `fetchFailed`
  /// for a file that cannot be read.
  ///
  /// - Parameter progress: called now and then with the share that is done, 0…1.
  public func check(
    _ places: RecoveryPaths, progress: (Double) -> Void = { _ in }
  ) throws(DataStoreError) -> HistoryReport {
    let place = PlaceInspection(path: path, places: places)
    let (version, counts, inner) = try read { database in
      (
        try Schema.version(of: database), try RecordCounts(database),
        try DatabaseInspection(database: database).findings(progress: progress)
      )
    }
    return HistoryReport(
      counts: counts, version: version, fileSize: FileStatus(path)?.size ?? 0,
      freeSpace: place.freeSpace, findings: inner + place.findings())
  }
}

/// The result of a check of the history.
public struct HistoryReport: Hashable, Sendable {
  public let counts: RecordCounts

  /// The version of the schema.
  public let version: Int

  /// Sizes in bytes.
  public let fileSize: Int
  public let freeSpace: Int
  public let findings: [HistoryFinding]
}

/// Something that is wrong with the history or with the place where it is.
public enum HistoryFinding: Hashable, Sendable {
  /// SQLite's check of the file, in its words.
  case damaged(String)

  /// Rows that are no record, by the first column whose value no record may hold: it is NULL, of
  /// another type or out of its range, or the target does not fit the interval. The numbers are
  /// those of the first rows.
  case unreadableRows(table: String, column: String, count: Int, firstSequences: [Int64])

  /// Ids that more than one record has.
  case repeatedIDs(count: Int)

  /// Records that agree with another in everything but the id, to the millisecond.
  case doubledRecords(count: Int)

  /// Tables, indexes and the like that are not Peach's.
  case foreignObjects([String])

  /// The file or its directory cannot be written to.
  case notWritable(path: String)

  /// Others may change the file or its directory.
  case writableByOthers(path: String)

  /// Little space is left for more records.
  case littleSpace(bytes: Int)

  /// Results that could not be stored are still in a recovery file.
  case pendingRecovery(path: String, lines: Int)

  /// Lines of a recovery file that could not be read.
  case setAside(path: String, lines: Int)

  /// An unfinished backup whose process was killed. The next backup to that folder removes it, if the file
  /// system has locks; without them, the process may still be running.
  case unfinishedBackup(path: String)

  /// A recovery file that may not be read.
  case unreadableRecovery(path: String)

  /// What has a recovery file's name is a link, no file, or another user's. It is never read.
  case foreignRecovery(path: String)

  /// A recovery file of an earlier version that may belong to any of these histories.
  case ambiguousRecovery(path: String, histories: [String])
}

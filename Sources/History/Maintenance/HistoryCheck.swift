import Foundation

extension TrainingDataStore {
  /// Looks through the whole history and around it for anything that is wrong; nothing is changed.
  /// Throws `fetchFailed` for a file that cannot be looked through.
  ///
  /// - Parameter progress: told now and then which share is done, 0…1.
  public func check(
    _ places: RecoveryPlaces, progress: (Double) -> Void = { _ in }
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
      logSize: place.logSize, freeSpace: place.freeSpace, findings: inner + place.findings())
  }
}

/// What a check of the history found.
public struct HistoryReport: Hashable, Sendable {
  public let counts: RecordCounts

  /// The version of the schema.
  public let version: Int

  /// Sizes in bytes.
  public let fileSize: Int
  public let logSize: Int
  public let freeSpace: Int
  public let findings: [HistoryFinding]
}

/// Something that is wrong with the history or with the place where it lies.
public enum HistoryFinding: Hashable, Sendable {
  /// SQLite's check of the file, in its words.
  case damaged(String)

  /// Rows that are no record: a value out of its range, or a target that does not fit its interval.
  case unreadableRows(table: String, count: Int, firstSequence: Int64)

  /// Ids that more than one record has.
  case repeatedIDs(count: Int)

  /// Records that agree with another in everything but the id, to the millisecond.
  case doubledRecords(table: String, count: Int)

  /// Tables and the like that are not Peach's.
  case foreignObjects([String])

  /// SQLite's log is larger than it ever should be: something keeps it from being folded in.
  case largeLog(bytes: Int)

  /// The file or its directory cannot be written to.
  case notWritable(path: String)

  /// Others may change the file or its directory.
  case writableByOthers(path: String)

  /// Little space is left for what is to come.
  case littleSpace(bytes: Int)

  /// Results that the database did not take wait to be taken in.
  case pendingRecovery(path: String, lines: Int)

  /// Lines of a recovery file that could not be read.
  case setAside(path: String, lines: Int)

  /// What a backup has left behind that was killed on the way, or is still running.
  case unfinishedBackup(path: String)

  /// A recovery file that may not be read.
  case unreadableRecovery(path: String)

  /// What bears a recovery file's name is a link, no file, or another user's, and is never taken in.
  case foreignRecovery(path: String)
}

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

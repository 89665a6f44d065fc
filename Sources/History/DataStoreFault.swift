/// The cause of a ``DataStoreError``.
public enum DataStoreFault: Error, Hashable, Sendable {
  /// The file is something else: text, a directory, a device.
  case notADatabase

  /// The database is damaged, or holds a record that cannot be read.
  case corrupt

  /// A newer Peach has written the database. It was left as it is.
  case newerVersion(found: Int, known: Int)

  /// The database belongs to another program, which SQLite's application id names (0: none).
  case foreignDatabase(applicationID: Int)

  /// The file or its file system cannot be written to.
  case readOnly

  /// No space is left, or the quota is used up.
  case diskFull

  /// Another process held the database for longer than the timeout.
  case locked

  /// The file or directory could not be created.
  case cannotCreate(path: String)

  /// The temporary directory does not take what Peach needs there, a copy of the database or what an
  /// import compares; the reason is the system's error number.
  case temporaryDirectory(path: String, reason: Int32)

  /// The file is there, but may not be opened.
  case accessDenied(path: String)

  /// The file was moved, deleted or replaced while it was open.
  case fileReplaced(path: String)

  /// The database is gone, and its log is still there: it holds results of a database that was moved
  /// while it was open, and SQLite would throw them away.
  case logWithoutDatabase(path: String)

  /// The disk or its driver failed.
  case inputOutput(message: String)

  /// A record of that id is there already; it stays as it was.
  case alreadyStored

  /// The record breaks a rule of the database, such as a time before 1970.
  case rejected(message: String)

  /// The store has been closed.
  case closed

  /// Something that has no case of its own, in SQLite's words.
  case other(message: String)
}

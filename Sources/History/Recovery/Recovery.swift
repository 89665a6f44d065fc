import Foundation

/// What came of taking in one recovery file.
public enum Recovery: Hashable, Sendable {
  /// So many results of the file were not in the database yet, and are now; the file is gone.
  case takenIn(count: Int, path: String)

  /// So many lines of the file are no results; they were set aside in another file.
  case setAside(count: Int, path: String)

  /// The database did not take the results, which stay in their file.
  case failed(DataStoreError, path: String)

  /// What bears the file's name is a link, no file, or another user's. It is never taken in.
  case foreign(path: String)
}

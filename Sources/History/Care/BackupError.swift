/// Why there is no backup. Nothing was left behind, and the history is as it was.
public enum BackupError: Error, Hashable, Sendable {
  /// There is a file of that name already.
  case exists(path: String)

  /// The file is the history itself, or a part of it, there or not.
  case isHistory(path: String)

  /// The history could not be read, or is damaged.
  case source(DataStoreFault)

  /// The backup could not be written.
  case target(DataStoreFault, path: String)
}

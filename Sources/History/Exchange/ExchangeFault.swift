/// What went wrong with a file that records go into or come out of. `reason` is the system's error
/// number.
public enum ExchangeFault: Error, Hashable, Sendable {
  case missing(path: String)
  case isDirectory(path: String)
  /// Where a file is to be written there is a directory.
  case targetIsDirectory(path: String)
  case cannotRead(path: String, reason: Int32)

  /// The file is no history that can be read.
  case badHistory(path: String, DataStoreError)

  /// The file is the history itself, or a part of it, there or not.
  case isHistory(path: String)

  /// The file is there already, and may not be replaced without being asked for.
  case exists(path: String)
  case cannotCreate(path: String, reason: Int32)
  case cannotWrite(path: String, reason: Int32)

  /// There is no result in the file to take the place of the history.
  case noResults(path: String)

  /// The first line is that of no format that is known.
  case unknownFormat(path: String)

  /// The format is known, its version is not.
  case unknownVersion(path: String, found: String, known: ClosedRange<Int>)

  /// The line that names the columns lacks some, or has some that there are not.
  case badHeader(path: String, line: Int, missing: [String], unknown: [String])
}

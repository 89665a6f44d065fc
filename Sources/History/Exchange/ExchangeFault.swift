import Files

/// A fault of a file from which records are read or to which they are written. `reason` is the
/// system's error number.
public enum ExchangeFault: Error, Hashable, Sendable {
  case missing(path: String)
  case isDirectory(path: String)
  /// There is a directory in place of the file to be written.
  case targetIsDirectory(path: String)
  case cannotRead(path: String, reason: Int32)

  /// The file is not a history that can be read.
  case badHistory(path: String, DataStoreError)

  /// The file is the history itself or a part of it, existing or not.
  case isHistory(path: String)

  /// The file exists, and its replacement was not requested.
  case exists(path: String)
  case cannotCreate(path: String, reason: Int32)
  case cannotWrite(path: String, reason: Int32)

  /// A folder has no tables of results, whose names have that ending.
  case noTables(path: String, ending: String)

  /// The file that is to replace the history contains no result.
  case noResults(path: String)

  case unknownFormat(path: String)

  /// The format is known, but not its version.
  case unknownVersion(path: String, found: String, known: ClosedRange<Int>)

  /// The line with the names of the columns lacks some, or has some that the format does not have.
  case badHeader(path: String, line: Int, missing: [String], unknown: [String])
}

/// The reason why a row of an imported file is not a record of training.
public enum RowFault: Error, Hashable, Sendable {
  /// A wrong value of the row; in Peach's own files also a wrong line of JSON.
  case value(RecordLineError)

  case fieldCount(expected: Int, found: Int)

  /// A training that no version of the app has.
  case unknownTraining(String)

  case unknownInterval(String)
  case unknownTuning(String)

  /// The notes are not that interval apart.
  case notesDisagree(interval: String, reference: Int, target: Int)

  /// The row is not text, or not a row of CSV.
  case text(TextRowFault)
}

/// The reason why the fields of a row or the members of a line are not a record of training.
public enum RecordLineError: Error, Hashable, Sendable {
  /// The line is not one JSON object.
  case notAnObject

  /// The field of that name has no value.
  case missing(String)

  /// The value is of a wrong type or out of range. `value` is its text, shortened if it is long.
  case notAllowed(String, value: String, FieldDomain)

  /// The target note is not at the interval from the reference note.
  case targetDisagrees(interval: String, expected: Int?, found: Int)
}

/// A value from a file as a message can show it: short, and without control characters, which a
/// terminal would obey.
public enum ShownValue {
  private static let longest = 40

  private static let unseen: Set<Unicode.GeneralCategory> = [
    .control, .format, .lineSeparator, .paragraphSeparator,
  ]

  public static func text(_ value: String) -> String {
    // By scalars: any number of them may make one Character.
    let scalars = value.unicodeScalars
    let shown = scalars.prefix(longest).map {
      unseen.contains($0.properties.generalCategory) ? " " : $0
    }
    let text = String(String.UnicodeScalarView(shown))
    return scalars.count > longest ? text + "…" : text
  }
}

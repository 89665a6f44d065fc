import Files

/// What went wrong with a file that records are read from or written to. `reason` is the system's
/// error number.
public enum ExchangeFault: Error, Hashable, Sendable {
  case missing(path: String)
  case isDirectory(path: String)
  /// There is a directory in the place of the file to be written.
  case targetIsDirectory(path: String)
  case cannotRead(path: String, reason: Int32)

  /// The file is no history that can be read.
  case badHistory(path: String, DataStoreError)

  /// The file is the history itself or a part of it, whether it is there or not.
  case isHistory(path: String)

  /// The file is there already, and replacing it was not asked for.
  case exists(path: String)
  case cannotCreate(path: String, reason: Int32)
  case cannotWrite(path: String, reason: Int32)

  /// A folder has no tables of results, whose names end so.
  case noTables(path: String, ending: String)

  /// The file that is to replace the history contains no result.
  case noResults(path: String)

  /// The first line belongs to no known format.
  case unknownFormat(path: String)

  /// The format is known, its version is not.
  case unknownVersion(path: String, found: String, known: ClosedRange<Int>)

  /// The line that names the columns lacks some, or names some that the format does not have.
  case badHeader(path: String, line: Int, missing: [String], unknown: [String])
}

/// Why a row of an imported file is no record of training.
public enum RowFault: Error, Hashable, Sendable {
  /// One of the row's values; in Peach's own files also a line of JSON.
  case value(RecordLineError)

  case fieldCount(expected: Int, found: Int)

  /// A training that no version of the app has.
  case unknownTraining(String)

  /// An interval or a tuning that the app does not know.
  case unknownInterval(String)
  case unknownTuning(String)

  /// The notes are not that interval apart.
  case notesDisagree(interval: String, reference: Int, target: Int)

  /// The row is no text, or no row of CSV.
  case text(TextRowFault)
}

/// Why the fields of a row or the members of a line are no record of training.
public enum RecordLineError: Error, Hashable, Sendable {
  /// The line is not one JSON object.
  case notAnObject

  /// The field of that name has no value.
  case missing(String)

  /// The value is of a wrong type or out of range. `value` is what stands there, shortened if it is
  /// long.
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

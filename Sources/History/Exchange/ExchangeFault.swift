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

/// Why a row of an imported file is no record of training.
public enum RowFault: Error, Hashable, Sendable {
  /// One of the row's values; in files of our own also a line of JSON.
  case value(RecordLineError)

  case fieldCount(expected: Int, found: Int)

  /// A training that no version of the app has.
  case unknownTraining(String)

  /// An interval or a tuning that the app does not know.
  case unknownInterval(String)
  case unknownTuning(String)

  /// The notes are not that interval apart.
  case notesDisagree(interval: String, reference: Int, target: Int)

  /// The bytes are not UTF-8.
  case notText

  /// A character that no text has.
  case zeroByte

  /// The row is longer than any that Peach writes.
  case tooLong(limit: Int)

  /// A quote is opened and not closed.
  case unclosedQuote

  /// Something stands before an opening or after a closing quote.
  case misplacedQuote
}

/// Why a line of JSON is no record of training.
public enum RecordLineError: Error, Hashable, Sendable {
  /// The line is not one JSON object.
  case notAnObject

  case missing(RecordMember)

  /// The member's value is of a wrong type or out of range; `value` is what stands there, cut short
  /// where it is long.
  case notAllowed(RecordMember, value: String)

  /// The target note is not at the interval from the reference note.
  case targetDisagrees(interval: String, expected: Int?, found: Int)
}

/// A value from a file as a message can show it: short, and without what commands a terminal.
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

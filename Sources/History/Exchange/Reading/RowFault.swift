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

import History
import Language

/// What the console says of a training as a whole.
struct TrainingWords {
  /// What the training asks and the commands that answer it, in one line.
  let question: String

  /// The page of the key table.
  let page: KeyTable.Page

  /// A session of this many trials: `40 comparisons`.
  let session: (Int) -> String

  /// A session without an end.
  let endlessSession: String

  /// Paragraphs about it for the description of Peach.
  let about: [String]

  /// Says that it has ended after this many challenges.
  let ended: (Int) -> String

  /// How often the sound broke off; `nil` for never.
  static func lost(_ xruns: Int) -> String? {
    guard xruns > 0 else { return nil }
    return localized(one: "JACK reported one xrun.", other: "JACK reported %d xruns.", xruns)
  }

  static var serverAway: String { localized("Waiting for a JACK server. q ends.") }
}

/// What the console says of the records of a training.
struct RecordWords {
  /// The member of JSON objects that has their number.
  let member: String

  /// The words for a number of them.
  let count: (Int) -> String

  /// The words for what became of those in a file.
  let outcome: (String) -> String

  /// One of them in words, within a sentence.
  let answer: (RecordedResult) -> String
}

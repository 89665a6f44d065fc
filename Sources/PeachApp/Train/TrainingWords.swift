import Console
import History
import Language
import Program

/// What the console says of a training as a whole.
struct TrainingWords {
  /// What the training asks and the commands that answer it, in one line.
  let question: String

  /// The keys that mean something else in other trainings, or nothing.
  let keys: (Glyphs) -> [KeyTable.Row]

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

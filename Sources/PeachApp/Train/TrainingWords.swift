import Console
import Language
import Training

/// What the console says of a training as a whole.
struct TrainingWords {
  /// What the training asks and the commands that answer it, in one line.
  let question: String

  /// The commands that there are, as a list within a sentence.
  let commandList: String

  let help: (Glyphs) -> [String]

  /// That it has ended after so many challenges.
  let ended: (Int) -> String

  func ending(trials count: Int, xruns: Int) -> String {
    guard xruns > 0 else { return ended(count) }
    let lost = localized(
      one: "JACK lost the beat once.", other: "JACK lost the beat %d times.", xruns)
    return "\(ended(count)) \(lost)"
  }

  static var footer: String { localized("q ends, ? helps") }
  static var serverAway: String { localized("Waiting for a JACK server. q ends.") }
  static var pressKey: String { localized("Interrupted. Press a key to go on, q to end.") }
}

extension TrainingName {
  /// That it has ended after so many challenges, in a sentence.
  func ended(after trials: Int) -> String { words.ended(trials) }

  var words: TrainingWords {
    switch self {
    case .comparison: ComparisonText.words
    case .matching: PitchMatchingText.words
    }
  }
}

/// What the console says of a training as a whole.
public struct TrainingWords {
  /// What the training asks and the commands that answer it, in one line.
  let question: String

  /// The commands that there are, as a list within a sentence.
  let commandList: String

  /// What the keys do, in one line.
  let keys: (Glyphs) -> String
  let help: (Glyphs) -> [String]

  /// A challenge that was gone through, and several.
  let trial: String
  let trials: String

  func ending(trials count: Int, xruns: Int) -> String {
    let trials = count == 1 ? "1 \(trial)" : "\(count) \(trials)"
    let lost = xruns == 0 ? "" : " JACK lost the beat \(xruns == 1 ? "once" : "\(xruns) times")."
    return "Ended after \(trials).\(lost)"
  }

  public static let footer = "q ends, ? helps"
  static let serverAway = "Waiting for a JACK server. q ends."
  static let pressKey = "Interrupted. Press a key to go on, q to end."
}

extension TrainingName {
  var words: TrainingWords {
    switch self {
    case .comparison: ComparisonText.words
    case .matching: PitchMatchingText.words
    }
  }
}

import Charts
import Console
import Language
import Music
import Training

/// The words of the start screen.
enum StartText {
  static let title = "Peach"
  static var ways: String { localized("p profile   s settings   i info   ? help   q quit") }

  static func keys(_ glyphs: Glyphs) -> String {
    localized("1 to 4 starts, or choose with %@ %@ and press Enter", glyphs.up, glyphs.down)
  }

  static func help(_ glyphs: Glyphs) -> [String] {
    ScreenText.table([
      ("1 2 3 4", localized("start a training")),
      ("\(glyphs.up) \(glyphs.down)", localized("choose a training, which Enter starts")),
      ("p", localized("the profile: what Peach knows of your ear")),
      ("s", localized("the settings")),
      ("i", localized("versions, files and the server")),
      ("q", localized("ends Peach")),
    ]) + [""] + about
  }

  /// What Peach is, for someone who asks.
  static let about = [
    localized("Peach trains your sense of pitch."),
    "",
    localized(
      "Comparison: two notes sound. Is the second higher or lower than the first? With intervals: higher or lower than the true interval would have it?"
    ),
    localized(
      "Pitch matching: a note sounds, then a second one that is out of tune. Tune it until it is true, then press Enter."
    ),
    "",
    localized(
      "Differences are told in cents: 100 cents are one semitone. The threshold is the difference that you tell right three times in four; Peach estimates it for every note."
    ),
    "",
    localized(
      "Your answers are kept on this machine and nowhere else. There is no score and no level: train as long as you like, and stop with q."
    ),
    "",
    localized(
      "Peach plays through JACK: connect its outputs, and a MIDI knob or keyboard with its input, in your patchbay."
    ),
  ]

  /// For someone who is here for the first time.
  static let firstWords = [
    localized("Two notes sound: is the second higher or lower? Or: tune it until it is true."),
    localized("Differences are told in cents; 100 cents are one semitone."),
    localized("Connect Peach's outputs to your headphones in your patchbay, and start with 1."),
  ]

  /// What is known of a training, in a few words.
  struct Preview {
    let figures: String
    /// Where it is heading.
    var trend: TestedTrend?

    var all: String { trend.map { "\(figures), \(TrendText.word($0))" } ?? figures }
  }

  static func preview(
    _ profile: ProfileSnapshot, _ training: TrainingName, _ kind: TrainingKind
  ) -> Preview {
    switch training {
    case .comparison: comparison(profile.comparison[kind])
    case .matching: matching(profile.matching[kind])
    }
  }

  private static func comparison(_ part: ProfileSnapshot.Comparisons) -> Preview {
    let thresholds = part.notes.compactMap { $0.estimate?.threshold.rawValue }.sorted()
    guard part.trials > 0, !thresholds.isEmpty else {
      return Preview(figures: ProfileText.untrained)
    }
    let middle = CentsText.plain(thresholds[thresholds.count / 2])
    return Preview(figures: localized("about %@ cents", middle), trend: part.change?.trend)
  }

  private static func matching(_ part: ProfileSnapshot.Matchings) -> Preview {
    guard let bias = part.errors.bias, let spread = part.errors.spread else {
      return Preview(figures: part.count > 0 ? localized("one matching") : ProfileText.untrained)
    }
    let figures = localized(
      "%@ cents, spread %@", CentsText.signed(bias), CentsText.plain(spread.rawValue))
    return Preview(figures: figures, trend: part.precision?.trend)
  }
}

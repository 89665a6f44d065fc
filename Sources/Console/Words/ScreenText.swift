/// The words that all screens share.
public enum ScreenText {
  static func back(scrolls: Bool) -> String {
    scrolls ? localized("up and down scroll, q goes back") : localized("q goes back")
  }

  /// What Peach is, for someone who asks.
  public static let help = [
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
}

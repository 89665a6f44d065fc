/// The words that all screens share.
public enum ScreenText {
  static func back(scrolls: Bool) -> String {
    scrolls ? localized("up and down scroll, q goes back") : localized("q goes back")
  }

  // As the last line of a screen has them.
  static var backKey: String { localized("q back") }
  static var helpKey: String { localized("? help") }

  /// What the keys of a screen do that says nothing else of them.
  static func defaultHelp() -> [String] {
    [localized("Keys"), ""] + table([("q", localized("back to the screen before"))])
  }

  /// What the keys of a text do.
  static func textHelp() -> [String] {
    [localized("Keys"), ""]
      + table([
        (localized("up, down"), localized("to lines that are out of view")),
        ("q", localized("back to the screen before")),
      ])
  }

  /// What the keys of a screen do, as many as there is room for.
  static func keys(_ keys: [String], width: Int) -> String {
    keys.reduce("") { line, key in
      let longer = line.isEmpty ? key : "\(line)   \(key)"
      return longer.count <= width ? longer : line
    }
  }

  /// Keys, and beside each what it does.
  static func table(_ rows: [(key: String, meaning: String)]) -> [String] {
    let width = rows.map(\.key.count).max() ?? 0
    return rows.map { "  \($0.key.rightPadded(to: width))  \($0.meaning)" }
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
}

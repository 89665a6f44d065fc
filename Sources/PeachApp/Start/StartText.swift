import Charts
import Console
import Language
import Program
import Training

/// The text of the start screen.
enum StartText {
  static let title = "Peach"
  static var today: String { localized(context: "start screen", "Today") }
  static var enough: String { localized("Enough for today.") }
  static var profile: String { localized(context: "start screen", "Profile") }
  static var settings: String { localized(context: "start screen", "Settings") }
  static var listener: String { localized(context: "start screen", "Listener") }

  /// The keys in the last row, the most important ones first.
  static func keys(_ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    [
      StageFrame.KeyHint("Enter", localized(context: "key", "start")),
      StageFrame.KeyHint(StartKeys.all(glyphs), ""),
      StageFrame.KeyHint("?", localized(context: "key", "help")),
      StageFrame.KeyHint("q", localized(context: "key", "quit")),
      StageFrame.KeyHint(SpaceKey.name, localized(context: "key", "hear")),
      StageFrame.KeyHint("o", localized(context: "key", "output")),
      StageFrame.KeyHint("+ -", localized(context: "key", "level")),
    ]
  }

  static var spokenKeys: String {
    localized(
      """
      A number opens or starts, arrows move, Enter chooses, Space plays, ? helps, q quits.
      """)
  }

  /// Said in place of the menu after a return.
  static var listsAll: String { localized("? lists everything.") }

  /// Said if a training is chosen; Peach itself keeps looking for a server.
  static var noServer: String {
    localized("No JACK server to play to. Start one, with qjackctl or jackd: Peach will find it.")
  }

  /// Said if something was chosen that the history is needed for, and reading it takes a while.
  static var reading: String {
    localized("Your results are still being read. What you chose comes next; Esc cancels it.")
  }

  /// What Peach is for and how it works.
  static var about: [String] {
    [
      localized("Peach trains your sense of pitch."),
      "",
    ] + TrainingName.posed.flatMap(\.words.about) + [""] + FigureTerms.sentences + [
      "",
      localized(
        """
        Your answers stay on this computer. There is no score to reach: train as long as you \
        like, and stop with q.
        """
      ),
      "",
      localized(
        """
        Peach plays through JACK. In your patchbay, connect its outputs to your headphones or \
        speakers, and a MIDI knob or keyboard to its input.
        """
      ),
    ]
  }
}

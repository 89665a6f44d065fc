import Music

/// What a hand wants, whichever way it came in.
enum Intent: Hashable {
  case answer(higher: Bool)

  /// Puts the slider somewhere, −1…+1.
  case slider(Double)

  /// Puts the slider so far from where it stood when the note began: what a control whose own position
  /// shows sends, so that no position is the answer.
  case sliderFromStart(Double)

  /// Moves the slider from where it stands.
  case nudge(Cents)

  /// The pitch that sounds is the one.
  case commit

  /// The pitch that sounded with the slider there is the one; a hand on a control knows it to the frame.
  case commitAt(Double)

  /// Goes on after an interruption.
  case start

  case quit
  case help

  /// The command that says the same on a line.
  var command: String {
    switch self {
    case .answer(let higher): higher ? "higher" : "lower"
    case .slider, .sliderFromStart: "slider"
    case .nudge: "nudge"
    case .commit, .commitAt: "commit"
    case .start: "start"
    case .quit: "quit"
    case .help: "help"
    }
  }
}

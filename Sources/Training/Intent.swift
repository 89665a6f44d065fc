import Music

/// A wish of the user, by whichever input: a key, a line, MIDI or Open Sound Control.
public nonisolated enum Intent: Hashable, Sendable {
  case answer(higher: Bool)
  case choose(Int)

  /// Moves the slider to a position, −1…+1; beyond its ends it stops at the end.
  case slider(Double)

  /// Moves the slider relative to its position when the note began. A control that shows its own
  /// position sends this, so that no position is the answer.
  case sliderFromStart(Double)

  case nudge(Cents)

  case commit

  /// Commits the pitch that sounded with the slider there; a MIDI control knows it to the frame.
  case commitAt(Double)

  /// Continues to tune from that position: a MIDI control has committed, which ends its hold of the
  /// note, but too early to be meant.
  case tuneOn(from: Double)

  /// Plays the trial again from its beginning; after its answer, with the truth.
  case again

  /// Plays the last answered trial, with the truth. An unanswered trial is void.
  case last

  case skip

  /// Begins, or resumes after an interruption or a pause. Names a training if the sender chooses
  /// one.
  case start(String? = nil)

  case pause

  case panic

  /// Takes the last answer back.
  case undo

  case level(LevelChange)

  case quit
  case help
  case output

  /// The command for it on a line and, except `stop`, by Open Sound Control.
  public var command: String {
    switch self {
    case .answer(let higher): higher ? "higher" : "lower"
    case .choose(let place): ["first", "second"].dropFirst(place - 1).first ?? "third"
    case .slider, .sliderFromStart: "slider"
    case .nudge: "nudge"
    case .commit, .commitAt, .tuneOn: "commit"
    case .again: "again"
    case .last: "last"
    case .skip: "skip"
    case .level: "level"
    case .start: "start"
    case .pause: "pause"
    case .panic: "panic"
    case .undo: "undo"
    case .quit: "quit"
    case .help: "help"
    case .output: "output"
    }
  }
}

public nonisolated enum LevelChange: Hashable, Sendable {
  case to(Double)

  /// A change in dB; up is positive.
  case by(Double)
}

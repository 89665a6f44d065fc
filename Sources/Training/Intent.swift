import Music

/// What a user wants, by whichever input: a key, a line, MIDI or Open Sound Control.
public nonisolated enum Intent: Hashable, Sendable {
  case answer(higher: Bool)

  /// Says which of several sounds it was, from 1.
  case choose(Int)

  /// Puts the slider somewhere, −1…+1; beyond its ends it stands at the end.
  case slider(Double)

  /// Puts the slider so far from where it stood when the note began. A control that shows its own
  /// position sends this, so that no position is the answer.
  case sliderFromStart(Double)

  /// Moves the slider from where it stands.
  case nudge(Cents)

  /// Commits the pitch that sounds.
  case commit

  /// Commits the pitch that sounded with the slider there; a MIDI control knows it to the frame.
  case commitAt(Double)

  /// Tunes on from there: a MIDI control has committed, which ends its hold of the note, but nobody
  /// can have meant that.
  case tuneOn(from: Double)

  /// Hears the trial again from its beginning; once it is answered, with the truth.
  case again

  /// Hears what was answered last, with the truth. An unanswered trial is void.
  case last

  /// Ends the replay.
  case skip

  /// Begins, or goes on after an interruption or a pause. Names a training if the sender chooses one.
  case start(String? = nil)

  /// Lets the training wait; once more, lets it go on.
  case pause

  /// Silences everything, and lets the training wait.
  case panic

  /// Takes the last answer back.
  case undo

  /// Changes the level of everything that sounds.
  case level(LevelChange)

  case quit
  case help

  /// Chooses where the sound goes.
  case output

  /// The command that says the same on a line and, but for `stop`, by Open Sound Control.
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

/// A change of the level of everything that sounds.
public nonisolated enum LevelChange: Hashable, Sendable {
  case to(Double)

  /// In dB; up is positive.
  case by(Double)
}

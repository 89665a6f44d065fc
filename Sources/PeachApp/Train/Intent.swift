import Training

/// What a user wants of a run, by whichever input.
enum Intent: Hashable {
  case training(TrainingIntent)

  /// Goes on after an interruption or a pause.
  case start

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

  /// The command that says the same on a line.
  var command: String {
    switch self {
    case .training(.answer(let higher)): higher ? "higher" : "lower"
    case .training(.choose(let first)): first ? "first" : "second"
    case .training(.slider), .training(.sliderFromStart): "slider"
    case .training(.nudge): "nudge"
    case .training(.commit), .training(.commitAt), .training(.tuneOn): "commit"
    case .training(.again): "again"
    case .training(.last): "last"
    case .training(.skip): "skip"
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

extension Intent {
  /// Whether a held key goes on doing it.
  var repeats: Bool {
    switch self {
    case .training(.nudge), .level: true
    case .training, .start, .pause, .panic, .undo, .quit, .help, .output: false
    }
  }
}

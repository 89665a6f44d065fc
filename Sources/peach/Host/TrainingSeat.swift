import Console

/// One of the three ways to sit at Peach, with what is written to in it.
enum TrainingSeat {
  case json(JSONEvents)
  case terminal(StatusLine)
  case pipe(output: any TextOutput, messages: any TextOutput)

  /// What shows a run of that training.
  func view(of training: TrainingName, glyphs: Glyphs) -> any TrainingView {
    switch self {
    case .json(let events): JSONTrainingView(training, events: events)
    case .terminal(let status): TerminalTrainingView(training, status: status, glyphs: glyphs)
    case .pipe(_, let messages): LineTrainingView(training, messages: messages)
    }
  }
}

extension Surroundings {
  func seat(isOnTerminal: Bool) -> TrainingSeat {
    if global.json { return .json(JSONEvents(output: output)) }
    if isOnTerminal { return .terminal(StatusLine(output: output)) }
    return .pipe(output: output, messages: messages)
  }
}

import Charts
import Console
import Language
import Music
import Training

/// One of the ways to show a run of training: on a terminal's stage, as lines, as JSON, or by Open Sound
/// Control. It sees rendered values only, whichever training they are from. Main thread.
///
/// A result comes after the store has it, so that what is shown is safe.
protocol OutputMode: AnyObject {
  func show(_ trial: ShownTrial)
  func show(_ state: ShownState)
  func show(_ result: ShownResult)

  /// The answer that was shown last counts no more.
  func show(_ withdrawal: ShownWithdrawal)

  /// The trial that was shown last is void.
  func show(_ discard: ShownDiscard)

  /// What the stage shows has changed, and nothing else has.
  func show(_ scene: TrialScene)

  /// A session with results has ended.
  func show(_ summary: ShownSummary)

  /// The same for people.
  func show(_ page: ClosingPage)

  /// Everything sounds at another level now.
  func showLevel(_ level: AmplitudeDB)

  /// The client is active and its ports are registered.
  func showReady(_ description: ReadyDescription)
  func showNotice(_ notice: Notice)

  /// The outputs are connected to other ports than before: to these, by their full names.
  func showConnections(_ peers: [String])
  func showFault(_ fault: Fault)

  /// Shows help, or hides it if it covers the training.
  func showHelp()

  /// Shows where the sound can go, over the training; `nil` ends that.
  func show(_ outputs: OutputScreen?)

  /// Whether something covers the training, so that nothing can be answered.
  var isCovered: Bool { get }

  /// The training has ended after `trials` results of this run.
  func showStopped(_ ending: Ending, trials: Int)

  /// The terminal has another size now.
  func redraw()

  /// Leaves the terminal as it was found.
  func close()
}

/// What not every mode has something to show for.
extension OutputMode {
  var isCovered: Bool { false }
  func show(_: ShownTrial) {}
  func show(_: ShownState) {}
  func show(_: ShownResult) {}
  func show(_: ShownWithdrawal) {}
  func show(_: ShownDiscard) {}
  func show(_: TrialScene) {}
  func show(_: ShownSummary) {}
  func show(_: ClosingPage) {}
  func showLevel(_: AmplitudeDB) {}
  func showReady(_: ReadyDescription) {}
  func showConnections(_: [String]) {}
  func showHelp() {}
  func show(_: OutputScreen?) {}
  func showStopped(_: Ending, trials: Int) {}
  func redraw() {}
  func close() {}
}

extension OutputMode {
  /// Says for each interval which degree of a scale stands for it; nothing for a built-in tuning.
  func showMapping(of intervals: [DirectedInterval], in tuning: TuningSystem) {
    guard case .scala(let scale) = tuning else { return }
    for interval in intervals {
      let step = scale.step(for: interval.interval)
      showNotice(.scalaMapping(scale: tuning.identifier, interval: interval, step: step))
    }
  }
}

/// The mode in which the trainings of a run are shown, with what is written to in it.
enum OutputStyle {
  case json(JSONEvents)
  /// The whole terminal.
  case stage(TrainingStage)
  /// One line after the other: for a pipe, and on a terminal for those who have the screen read to them.
  case lines(output: any TextOutput, messages: any TextOutput, hasKeys: Bool)

  /// What shows a run of that training.
  func mode(
    of training: TrainingName, glyphs: Glyphs, settings: any UserSettings, history: TrainingHistory
  ) -> any OutputMode {
    let ringsBell = { settings.wrongAnswerSignal == .bell }
    return switch self {
    case .json(let events): JSONMode(training, events: events, isStored: history.isStored)
    case .stage(let stage): StageMode(training.words, on: stage, ringsBell: ringsBell)
    case .lines(let output, let messages, let hasKeys):
      hasKeys
        ? LineMode(
          training.words, output: output, messages: messages, keys: glyphs, ringsBell: ringsBell)
        : LineMode(training.words, output: output, messages: messages)
    }
  }
}

extension CommandContext {
  func style(isOnTerminal: Bool) -> OutputStyle {
    if global.json { return .json(JSONEvents(output: output)) }
    guard isOnTerminal, !isPlain else {
      return .lines(
        output: output, messages: isOnTerminal ? output : messages, hasKeys: isOnTerminal)
    }
    return .stage(
      TrainingStage(
        board: FullScreenBoard(output: output, capabilities: capabilities), output: output,
        status: StageStatus(glyphs: glyphs), glyphs: glyphs))
  }

  /// Whether lines are written once and never rewritten: as asked, or because the terminal can do
  /// nothing else.
  var isPlain: Bool {
    global.plain || !capabilities.canMoveCursor
  }
}

/// What there is to know when Peach is ready to play.
struct ReadyDescription: Hashable {
  let client: String
  let sampleRate: Int
  let bufferSize: Int
  let audioPorts: [String]
  let midiPort: String
  let soundSource: String

  /// Whether something is connected to the outputs.
  let isConnected: Bool

  /// What sounds, where and how loud, in a line that is read out.
  var opening = ""
}

/// Why a run of training ended.
enum Ending: Hashable {
  case trials, quit, endOfInput, interrupted

  /// The session has as many trials as the settings say.
  case sessionEnd
  case signal(Int32)
  case error(Fault)

  /// The reason in JSON, never translated.
  var code: String {
    switch self {
    case .trials: "trials"
    case .quit: "quit"
    case .endOfInput: "endOfInput"
    case .interrupted: "interrupted"
    case .sessionEnd: "sessionEnd"
    case .signal: "signal"
    case .error: "error"
    }
  }

  /// Whether nothing is waited for, not even an answer that has been given.
  var isImmediate: Bool {
    switch self {
    case .signal, .error, .interrupted: true
    case .trials, .sessionEnd, .quit, .endOfInput: false
    }
  }

  /// Whether somebody is left in front of the terminal who may want something else.
  var leavesTheUser: Bool {
    switch self {
    case .trials, .sessionEnd, .quit: true
    case .endOfInput, .interrupted, .signal, .error: false
    }
  }

  /// The exit status of a run that ended for this reason.
  var status: Int32 {
    switch self {
    case .trials, .sessionEnd, .quit, .endOfInput: ExitStatus.success.rawValue
    case .interrupted: ExitStatus.unavailable.rawValue
    case .signal(let number): ExitStatus.signalled(by: number)
    case .error(let fault): fault.status.rawValue
    }
  }
}

extension Notice {
  /// The degree of a scale that represents an interval.
  static func scalaMapping(scale: String, interval: DirectedInterval, step: ScaleStep) -> Notice {
    Notice(
      "scalaMapping", ScaleText.mapping(of: interval, to: step, in: scale),
      [
        ShownField("scale", .text(scale)),
        ShownField("interval", .text(interval.description)),
        ShownField("degree", .int(step.degree)),
        ShownField("cents", .double(step.size.rawValue)),
        ShownField("deviation", .double(step.deviation.rawValue)),
      ])
  }
}

/// The words for scales of the user's own.
enum ScaleText {
  /// Which degree of a scale stands for an interval, how large it is, and how far from equal
  /// temperament.
  static func mapping(
    of interval: DirectedInterval, to step: ScaleStep, in scale: String
  ) -> String {
    let name = NoteName.text(interval)
    let size = CentsText.size(step.size)
    let comparison = comparison(step.deviation)
    let mapping =
      interval.direction == .down
      ? localized(
        "%@: %@ is degree %d down, %@ cents, %@", scale, name, step.degree, size, comparison)
      : localized("%@: %@ is degree %d, %@ cents, %@", scale, name, step.degree, size, comparison)
    return step.isNear
      ? mapping : localized("%@. Note that this is off by more than a quarter tone", mapping)
  }

  private static func comparison(_ deviation: Cents) -> String {
    let distance = CentsText.plain(deviation.magnitude)
    if deviation.magnitude < 0.005 { return localized("as in equal temperament") }
    return deviation > 0
      ? localized("%@ wider than equal", distance) : localized("%@ narrower than equal", distance)
  }
}

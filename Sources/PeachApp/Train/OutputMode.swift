import Charts
import Client
import Console
import MainThread
import Music
import Program
import Settings
import Training

/// A way to show a run of training: on a terminal's stage, as lines, as JSON, or by Open Sound
/// Control. It shows rendered values, which are the same for all trainings. Main thread.
@MainActor
protocol OutputMode: LinkView {
  func show(_ event: ShownEvent)

  /// True if something covers the training, so that it cannot be answered.
  var isCovered: Bool { get }

  /// Passes a key to the help that covers the training. A key that does not scroll closes the help.
  func handleInHelp(_ key: Key)

  /// Draws everything for the present size of the terminal.
  func redraw()
}

/// Defaults for modes that have no screen.
extension OutputMode {
  var isCovered: Bool { false }
  func handleInHelp(_: Key) {}
  func redraw() {}
}

/// An event that a run of training shows.
enum ShownEvent {
  case trial(ShownTrial)
  case state(ShownState)

  /// The answer that was just given, before it is stored. Its result follows.
  case verdict(ShownResult)

  /// The answer, when it is stored.
  case result(ShownResult)

  /// The last answer was taken back.
  ///
  /// - Parameter place: which answer of the run the present trial's own one will be now, from 1;
  ///   `nil` if that is not known.
  case withdrawal(ShownMessage, place: Int?)

  /// The present trial is void.
  case discard(ShownMessage)

  /// The note that was heard gives no result; listening continues.
  case miss(ShownMessage)

  /// The scene on the stage has changed, and nothing else has.
  case scene(TrialScene)

  /// The run has ended with results: the members for scripts, and the page for people.
  case summary([ShownField], ClosingPage)

  /// A block of a plan follows.
  case block(PlanStep)

  /// A plan has ended.
  case plan(PlanPage)

  /// The level of everything that sounds has changed.
  case level(AmplitudeDB)

  /// A question to the user before the training begins.
  case question(String)

  /// The keys, over the training, or the commands as lines.
  case help

  /// The outputs to choose from, over the training; `nil` when the choice is over.
  case outputs(OutputScreen?)
}

// MARK: Values

/// A trial as the output modes show it. Only `fields` contain the answer.
struct ShownTrial {
  /// The name of the training.
  var title: String

  /// The number of the trial. The number of an answer that was taken back is not used again.
  let index: Int

  /// Which answer of the run its own one will be, from 1; `nil` if that is not known.
  var place: Int?

  /// The number of trials after which the run ends; `nil` if the user ends it.
  var count: Int?

  /// The interval, with the tuning that sizes it.
  let interval: String

  /// True for every interval but the unison.
  let isOfInterval: Bool

  /// The question of the trial, if the listener does not know the interval yet.
  var question: String?
  let fields: [ShownField]

  /// - Parameter own: the fields that only this training has.
  init(_ trial: PosedTrial, own: [ShownField]) {
    let (interval, tuning) = (trial.interval, trial.tuningSystem)
    let shared = [
      ShownField("index", .int(trial.index), isSent: true),
      ShownField("referenceNote", .int(trial.referenceNote.rawValue), isSent: true),
      ShownField("targetNote", .int(trial.challenge.targetNote.rawValue)),
      ShownField("interval", .text(interval.description), isSent: true),
      ShownField("tuningSystem", .text(tuning.identifier), isSent: true),
    ]
    let sound =
      [ShownField("amplitudeDB", .double(trial.amplitudeDB.decibels))] + trial.voicing.fields
    title = TrainingChoice(trial.training, TrainingKind(interval)).name
    index = trial.index
    self.interval = TuningText.interval(interval, in: tuning)
    isOfInterval = interval != .prime
    fields = shared + own + sound
  }
}

/// A state as the output modes show it.
struct ShownState {
  let phase: TrialPhase

  /// Why the training waits, in the phase `paused`.
  var pause: PauseReason?

  /// Why the truth is heard, in the phase `replaying`.
  var replay: ReplayReason?

  /// The number of times the trial was begun, if it begins again.
  var hearing: Int?

  /// The words for the state on a line of its own; `nil` for none.
  var line: String?

  /// The words for users who send commands instead of pressing keys; `nil` if they are the same.
  var commandLine: String?

  /// The new scene on the stage; `nil` if the scene stays.
  var scene: TrialScene?

  /// The reason for the pause or the replay, as spelt in JSON.
  var reason: String? { pause?.rawValue ?? replay?.rawValue }
}

/// The state of the audio input during a trial that is listened to, and the last message about it.
struct HeardInput {
  var meter = InputMeter()
  private(set) var missed: String?

  /// The time of the message; `nil` if another one may follow at once.
  private var said: ProgramClock.Instant?

  /// The time that it takes to read why a note gave no result.
  private static let readingTime = Duration.seconds(2)

  init(meter: InputMeter = InputMeter()) { self.meter = meter }

  /// Says why a note gave no result, unless the message before it can hardly have been read.
  mutating func say(_ missed: String, at time: ProgramClock.Instant) {
    if let said, said.duration(to: time) < Self.readingTime { return }
    (self.missed, said) = (missed, time)
  }

  /// Lets the message for the next note follow at once.
  mutating func endReading() { said = nil }
}

/// A message as the output modes show it.
struct ShownMessage {
  /// The words; `nil` for a message to scripts alone.
  let line: String?
  let fields: [ShownField]
}

/// A result as the output modes show it.
struct ShownResult {
  let line: String
  let fields: [ShownField]
  let scene: TrialScene

  /// True if it may be signalled as a wrong answer.
  var isWrong = false

  /// True if the truth is heard next.
  var isReplayed = false

  /// True if anything but the members for scripts shows how the answer was.
  var hasVerdict = true
}

extension Voicing {
  /// The sounds beside the note in question; empty for two plain notes one after the other.
  fileprivate var fields: [ShownField] {
    if presentation == .melodic, accompaniment == [.prime] { return [] }
    return [
      ShownField("presentation", .text(presentation.rawValue)),
      ShownField("accompaniment", .text(accompanimentText)),
    ]
  }
}

// MARK: The choice of a mode

/// The kind of mode in which the trainings of a run are shown, with its outputs.
enum OutputStyle {
  case json(JSONEvents)
  /// The whole terminal.
  case stage(TrainingStage)
  /// Lines, for a pipe and for a terminal with a screen reader.
  case lines(output: any TextOutput, messages: any TextOutput, hasKeys: Bool)

  /// Returns a mode for a run of that training.
  func mode(
    of training: TrainingName, glyphs: Glyphs, settings: any UserSettings, history: TrainingHistory
  ) -> any OutputMode {
    let ringsBell = { settings.wrongAnswerSignal == .bell }
    return switch self {
    case .json(let events): JSONMode(training, events: events, isStored: history.isStored)
    case .stage(let stage):
      StageMode(
        training.words, on: stage, title: { Self.title(of: training, settings.intervals) },
        ringsBell: ringsBell)
    case .lines(let output, let messages, let hasKeys):
      hasKeys
        ? LineMode(
          training.words, output: output, messages: messages, keys: glyphs, ringsBell: ringsBell,
          waitsForKey: { settings.nextTrial == .key })
        : LineMode(training.words, output: output, messages: messages)
    }
  }

  /// The title of a training with these intervals.
  private static func title(of training: TrainingName, _ intervals: [DirectedInterval]) -> String {
    let kinds = Set(intervals.map { TrainingKind($0) })
    guard kinds.count == 1, let kind = kinds.first else { return training.words.title }
    return TrainingChoice(training, kind).name
  }
}

extension CommandContext {
  func style(isOnTerminal: Bool) -> OutputStyle {
    if global.json { return .json(JSONEvents(output: output, listener: listener?.text)) }
    guard isOnTerminal, !isPlain else {
      let lines = isOnTerminal ? spokenOutput : output
      return .lines(
        output: lines, messages: isOnTerminal ? lines : messages, hasKeys: isOnTerminal)
    }
    return .stage(
      TrainingStage(
        board: FullScreenBoard(output: output, capabilities: capabilities), output: output,
        status: StageStatus(glyphs: glyphs), glyphs: glyphs))
  }
}

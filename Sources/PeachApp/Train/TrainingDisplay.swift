import Charts
import MainThread
import Program
import Settings
import Training

/// Shows a run of training, across the sessions with its clients: on the terminal, as lines or as
/// JSON, on controllers, and by Open Sound Control if that is on. Main thread.
final class TrainingDisplay: TrainingObserver {
  /// The terminal, lines, or JSON.
  let mode: any OutputMode

  /// `nil` without Open Sound Control.
  let remote: OSCMode?

  /// The session that is shown, while there is one.
  weak var session: TrainingDriver?

  /// Called with each state before it is shown.
  var onState: ((ShownState) -> Void)?

  private let face: any TrainingFace
  private let services: TrainingServices
  private let progress: RunProgress
  private let recording: RunRecording

  private var trial: PosedTrial?

  /// The trial whose result is awaited, and the state of the session when it was answered.
  private var answered: (trial: PosedTrial, run: TrialRun?)?

  /// The state of the session at the last result; `nil` before the first.
  private var lastRun: TrialRun?

  /// The answered trial that is heard again.
  private var replayed: (trial: PosedTrial, outcome: CompletedTrial)?

  /// The phase in which the input is listened to, and the state of the input.
  private var listening: (phase: TrialPhase, heard: HeardInput)?

  /// The last state of the input, also while it is not listened to.
  private var meter = InputMeter()

  /// - Parameters:
  ///   - progress: receives each event before this display.
  ///   - recording: knows the answers that were not stored.
  init(
    _ face: any TrainingFace, _ services: TrainingServices, _ progress: RunProgress,
    _ recording: RunRecording
  ) {
    self.face = face
    self.services = services
    self.progress = progress
    self.recording = recording
    mode = services.mode(of: face.name)
    remote = services.remote.map { OSCMode(face.name, $0) }
    services.history.beginRun()
  }

  /// The modes that show the training besides ``mode``.
  private var others: [any OutputMode] {
    ([remote, services.feedback] as [(any OutputMode)?]).compactMap { $0 }
  }

  private func show(_ event: ShownEvent) {
    for mode in [mode] + others { mode.show(event) }
  }

  /// Begins a session with a client, or continues it with another one.
  func begin() { (trial, replayed) = (nil, nil) }

  /// Shows the effects of settings that a user may not expect.
  func showPeculiarities() {
    mode.showMapping(of: services.settings.intervals, in: services.settings.tuningSystem)
    mode.showMissingDrone(services.settings, in: face.name)
  }

  /// Shows a notice, and writes the lines that follow it.
  func show(_ notice: Notice) {
    mode.showNotice(notice)
    services.context.showLines(of: notice)
  }

  /// Shows that the sound leaves few notes to draw trials from.
  private func show(_ notes: UsableNotes) {
    guard let sound = services.link.client?.player.soundingSource else { return }
    mode.showNotice(
      .fewNotes(
        sound.description, named: sound.knownName(in: services.link.library), count: notes.count,
        of: notes.possibleCount))
  }

  /// Shows that the training is interrupted. The link has shown that in ``mode``.
  func showInterruption() {
    for mode in others { mode.showStopped(.interrupted, trials: progress.results) }
  }

  /// Shows that the run has ended, and why.
  func show(_ ending: Ending) {
    if case .error(let fault) = ending {
      mode.showFault(fault)
      // An event about a failing output does not arrive there.
      if case .output = fault, services.context.global.json {
        services.context.messages.writeMessage(fault.message)
      }
    }
    for mode in [mode] + others { mode.showStopped(ending, trials: progress.results) }
  }

  func receive(_ event: TrainingEvent) {
    switch event {
    case .fewNotes(let notes): show(notes)
    case .trial(let trial):
      self.trial = trial
      var shown = face.shown(trial)
      if let run = session?.run {
        shown.title = TrainingChoice.title(
          face.name, of: run.intervals, presentation(of: trial))
      }
      shown.count = progress.limit
      shown.place = progress.place
      shown.question = face.question(of: trial, services.history.hearing)
      show(.trial(shown))
    case .heardAgain(let trial): self.trial = trial
    case .state(let phase): show(phase)
    case .missed(let trial, let missed):
      let shown = face.shown(missed, of: trial)
      if let line = shown.line { listening?.heard.say(line, at: ProgramClock.now) }
      show(.miss(shown))
      showListening()
    case .replaying(let trial, let outcome, let reason):
      replayed = (trial, outcome)
      show(face.shown(reason, of: trial, outcome))
    case .replayed(let note):
      guard let replayed else { return }
      show(.scene(face.scene(of: replayed.trial, replayed.outcome, .sounding(note))))
    case .paused(let reason):
      listening = nil
      show(face.shown(reason))
    case .answered(let outcome):
      guard let trial else { return }
      answered = (trial, session?.run)
      show(.verdict(face.shown(outcome, of: trial, place: progress.place)))
    case .result(let outcome):
      guard let (trial, run) = answered else { return }
      lastRun = run ?? lastRun
      show(.result(face.shown(outcome, of: trial, place: progress.results)))
    case .withdrawn(let trial, let outcome):
      // Its truth may still be heard.
      replayed = nil
      show(.withdrawal(face.withdrawn(outcome, of: trial), place: progress.place))
    case .discarded(let trial, let reason): show(.discard(face.shown(reason, of: trial)))
    case .stopped: showSummary()
    }
  }

  private func show(_ phase: TrialPhase) {
    guard let trial else { return }
    var state = face.shown(phase, of: trial)
    // The words about the last note stay as long as listening continues.
    var heard = listening?.heard ?? HeardInput(meter: meter)
    // A commit is always answered.
    if phase == .judging { heard.endReading() }
    if let scene = face.scene(of: trial, phase, heard) {
      listening = (phase, heard)
      state.scene = scene
    } else {
      listening = nil
    }
    show(state)
  }

  /// Shows the state of the input.
  func receive(_ meter: InputMeter) {
    self.meter = meter
    guard listening != nil else { return }
    listening?.heard.meter = meter
    showListening()
  }

  private func showListening() {
    guard let trial, let (phase, heard) = listening,
      let scene = face.scene(of: trial, phase, heard)
    else { return }
    show(.scene(scene))
  }

  private func show(_ state: ShownState) {
    onState?(state)
    show(.state(state))
  }

  /// Shows the results of the whole run. If it continues, a later summary replaces this one.
  private func showSummary() {
    guard face.name.answer != .none, let run = lastRun, progress.results > 0 else { return }
    let seconds = progress.seconds(at: ProgramClock.now)
    var page = page(of: run, seconds: seconds)
    let summary = face.summary(
      of: run, trials: progress.results, seconds: seconds,
      before: services.history.hearingBefore, after: services.history.hearing,
      presentation(of: trial), right: page.right, expected: page.expected)
    page.isTogether = presentation(of: trial) == .harmonic && face.name.ownPresentation == nil
    page.unstored = recording.unstored
    show(.summary(summary, page))
  }

  private func presentation(of trial: PosedTrial?) -> Presentation {
    trial?.voicing.presentation ?? services.settings.presentation
  }

  private func page(of run: TrialRun, seconds: Double) -> ClosingPage {
    let settings = services.settings
    let intervals = run.intervals
    let presentation = presentation(of: trial)
    func figures(_ hearing: HearingModel) -> SessionFigures {
      SessionFigures(
        face.name, of: intervals, hearing, presentation, noteRange: settings.noteRange)
    }
    let day = services.history.day
    let isMidFocus = day.map { $0.answers.isBeforeEndOfFocus(of: $0.plan) } ?? false
    let lasted = settings.breakLimit.flatMap {
      services.practice.hasLasted($0) && !isMidFocus ? $0 : nil
    }
    var page = ClosingPage(
      TrainingChoice(face.name, of: intervals),
      title: TrainingChoice.title(face.name, of: intervals, presentation), course: progress.course,
      seconds: seconds,
      before: figures(services.history.hearingBefore), now: figures(services.history.hearing),
      asksForLeastKnown: settings.strategy == .adaptive,
      rest: lasted.map(PracticeTimer.suggestion), nextTrials: progress.limit,
      hasStart: services.idleMode != nil)
    page.isPlenty =
      day.map { $0.answers.isPlenty(of: face.name, at: intervals, in: $0.plan) } ?? false
    return page
  }
}

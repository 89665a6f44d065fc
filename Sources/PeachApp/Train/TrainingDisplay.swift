import Charts
import Foundation
import Language
import MainThread
import Music
import Program
import Settings
import Training

/// Shows a run of training, whatever becomes of its clients: on the terminal, as lines or as JSON, on controllers, and by
/// Open Sound Control if that is on. Main thread.
final class TrainingDisplay: TrainingObserver {
  /// The terminal, lines, or JSON.
  let mode: any OutputMode

  /// `nil` without Open Sound Control.
  let remote: OSCMode?

  /// The session that is shown, while there is one.
  weak var session: TrainingDriver?

  /// Called with each state before it is shown.
  var onState: ((ShownState) -> Void)?

  /// How far the run has come.
  private(set) var progress: RunProgress

  private let face: any TrainingFace
  private let services: TrainingServices
  private let recording: RunRecording

  private var trial: PosedTrial?

  /// The trial whose result is awaited, and what was known of the session then.
  private var answered: (trial: PosedTrial, run: TrialRun?)?

  /// What is heard once more.
  private var replayed: (trial: PosedTrial, outcome: CompletedTrial)?

  /// The phase in which the input is listened to, and what is heard there.
  private var listening: (phase: TrialPhase, heard: HeardInput)?

  /// What came in last, also while nothing is listened for.
  private var meter = InputMeter()

  /// - Parameters:
  ///   - recording: knows which answers were not stored.
  ///   - limit: the run ends there, whatever the settings say; `nil` if they decide.
  init(
    _ face: any TrainingFace, _ services: TrainingServices, _ recording: RunRecording,
    limit: Block.Length?
  ) {
    self.face = face
    self.services = services
    self.recording = recording
    mode = services.mode(of: face.name)
    remote = services.remote.map { OSCMode(face.name, $0) }
    progress = RunProgress(face.name, limit: limit)
    services.history.beginSession()
  }

  /// All that show the training.
  private var modes: [any OutputMode] { [mode] + others }

  private var others: [any OutputMode] {
    ([remote, services.feedback] as [(any OutputMode)?]).compactMap { $0 }
  }

  /// After how many results the run ends; `nil` if it has no end, or another one.
  private var limit: Int? {
    progress.limit(ofSession: services.settings.sessionTrials(of: face.name))
  }

  /// Whether the player sees the pitch of the next note while it sounds.
  var showsPitch: Bool { services.settings.livePitch.isSeen(place: progress.place, of: limit) }

  /// A client begins the session, or continues it.
  func begin() {
    (trial, replayed) = (nil, nil)
    progress.begin(at: ProgramClock.now)
  }

  /// Shows what a user may not expect of the settings.
  func showPeculiarities() {
    mode.showMapping(of: services.settings.intervals, in: services.settings.tuningSystem)
    mode.showMissingDrone(services.settings, in: face.name)
  }

  /// Shows a notice, and writes what follows it.
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

  /// Shows that the training is interrupted; the mode learns of it from the link.
  func showInterruption() {
    for mode in others { mode.showStopped(.interrupted, trials: progress.results) }
  }

  /// Shows that the run has ended, and why.
  func show(_ ending: Ending) {
    if case .error(let fault) = ending {
      mode.showFault(fault)
      // An event that tells that events cannot be written does not arrive.
      if case .output = fault, services.context.global.json {
        services.context.messages.writeMessage(fault.message)
      }
    }
    for mode in modes { mode.showStopped(ending, trials: progress.results) }
  }

  func receive(_ event: TrainingEvent) {
    switch event {
    case .fewNotes(let notes): show(notes)
    case .trial(let trial):
      self.trial = trial
      progress.train(at: ProgramClock.now)
      var shown = face.shown(trial)
      if let run = session?.run {
        shown.title = TrainingChoice.title(
          face.name, of: run.intervals, presentation(of: trial))
      }
      shown.count = limit
      shown.place = progress.place
      shown.question = face.question(of: trial, services.history.hearing)
      for mode in modes { mode.show(shown) }
    case .heardAgain(let trial): self.trial = trial
    case .state(let phase): show(phase)
    case .missed(let trial, let missed):
      let shown = face.shown(missed, of: trial)
      listening?.heard.say(shown.line, at: ProgramClock.now)
      for mode in modes { mode.show(shown) }
      showListening()
    case .replaying(let trial, let outcome, let reason):
      replayed = (trial, outcome)
      show(face.shown(reason, of: trial, outcome))
    case .replayed(let note):
      guard let replayed else { return }
      let scene = face.scene(of: replayed.trial, replayed.outcome, .sounding(note))
      for mode in modes { mode.show(scene) }
    case .paused(let reason):
      listening = nil
      show(face.shown(reason))
    case .answered(let outcome):
      guard let trial else { return }
      answered = (trial, session?.run)
      let shown = face.shown(outcome, of: trial, place: progress.place)
      for mode in modes { mode.showVerdict(shown) }
    case .result(let outcome):
      guard let (trial, run) = answered else { return }
      let shown = face.shown(outcome, of: trial, place: progress.place)
      progress.train(at: ProgramClock.now)
      progress.add(outcome, shown.point, of: run)
      for mode in modes { mode.show(shown) }
    case .withdrawn(let trial, let outcome):
      // Its truth may still be heard.
      replayed = nil
      progress.withdraw(outcome)
      var shown = face.withdrawn(outcome, of: trial)
      shown.place = progress.place
      for mode in modes { mode.show(shown) }
    case .discarded(let trial, let reason):
      let shown = face.shown(reason, of: trial)
      for mode in modes { mode.show(shown) }
    case .stopped:
      progress.end(at: ProgramClock.now)
      showSummary()
    }
  }

  private func show(_ phase: TrialPhase) {
    guard let trial else { return }
    var state = face.shown(phase, of: trial)
    // The words about the last note stay as long as listening goes on.
    var heard = listening?.heard ?? HeardInput(meter: meter)
    // A commit is always answered.
    if state.name == TrialPhase.judging.rawValue { heard.endReading() }
    if let scene = face.scene(of: trial, phase, heard) {
      listening = (phase, heard)
      state.scene = scene
    } else {
      listening = nil
    }
    show(state)
  }

  /// The input is heard so now.
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
    for mode in modes { mode.show(scene) }
  }

  private func show(_ state: ShownState) {
    onState?(state)
    for mode in modes { mode.show(state) }
  }

  /// What the whole session has come to. If it goes on, a later summary replaces this one.
  private func showSummary() {
    guard face.name.answer != .none, let run = progress.lastRun, progress.results > 0 else {
      return
    }
    let seconds = progress.seconds(at: ProgramClock.now)
    var page = page(of: run, seconds: seconds)
    let summary = face.summary(
      of: run, trials: progress.results, seconds: seconds,
      before: services.history.hearingBefore, after: services.history.hearing,
      presentation(of: trial), right: page.right, expected: page.expected)
    page.isTogether = presentation(of: trial) == .harmonic && face.name.ownPresentation == nil
    page.unstored = recording.unstored
    for mode in modes {
      mode.show(summary)
      mode.show(page)
    }
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
      rest: lasted.map(BreakText.suggestion), nextTrials: limit,
      hasStart: services.idleMode != nil)
    page.isPlenty =
      day.map { $0.answers.isPlenty(of: face.name, at: intervals, in: $0.plan) } ?? false
    return page
  }
}

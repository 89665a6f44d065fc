import Charts
import Foundation
import Language
import MainThread
import Music
import Settings
import Training

/// Shows a session in the output modes of a run, event by event, however many clients it has had. Main
/// thread.
final class TrainingDisplay<Machine: TrialMachine>: TrainingObserver {
  private let face: any TrainingFace
  private let modes: [any OutputMode]
  private let services: TrainingServices

  /// After how many trials the session ends; `nil` if the user ends it.
  private let count: () -> Int?

  /// What is known of the session at present; `nil` while idle.
  private let run: () -> TrialRun?

  /// Sentences that say which answers were not stored.
  private let unstored: () -> [String]

  /// Called with each state before it is shown.
  private let onState: (ShownState) -> Void

  private var trial: PosedTrial?

  /// The trial whose result is awaited, and what was known of the session then.
  private var answered: (trial: PosedTrial, run: TrialRun?)?

  /// What is heard once more.
  private var replayed: (trial: PosedTrial, outcome: CompletedTrial)?

  /// The phase in which the input is listened to, and what is heard there.
  private var listening: (phase: TrialPhase, heard: HeardInput)?

  /// What came in last, also while nothing is listened for.
  private var meter = InputMeter()

  private var tally: SessionTally

  init(
    _ face: any TrainingFace, in modes: [any OutputMode], _ services: TrainingServices,
    count: @escaping () -> Int?, run: @escaping () -> TrialRun?,
    unstored: @escaping () -> [String] = { [] },
    onState: @escaping (ShownState) -> Void
  ) {
    self.face = face
    self.modes = modes
    self.services = services
    self.count = count
    self.run = run
    self.unstored = unstored
    self.onState = onState
    tally = SessionTally(face.name)
    services.history.beginSession()
  }

  /// A client begins, or goes on with, the session.
  func begin() {
    (trial, replayed) = (nil, nil)
    tally.begin(at: ProgramClock.now)
  }

  func receive(_ event: TrainingEvent<Machine>) {
    switch event {
    case .fewNotes: break
    case .trial(let trial):
      self.trial = trial
      var shown = face.shown(trial)
      if let run = self.run() {
        shown.title = TrainingChoice.title(
          face.name, of: run.intervals, presentation(of: trial))
      }
      shown.count = count()
      shown.place = tally.place
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
      answered = (trial, run())
      let shown = face.shown(outcome, of: trial, place: tally.place)
      for mode in modes { mode.showVerdict(shown) }
    case .result(let outcome):
      guard let (trial, run) = answered else { return }
      let shown = face.shown(outcome, of: trial, place: tally.place)
      tally.add(shown.point, of: run)
      for mode in modes { mode.show(shown) }
    case .withdrawn(let trial, let outcome):
      // Its truth may still be heard.
      replayed = nil
      tally.withdraw()
      var shown = face.withdrawn(outcome, of: trial)
      shown.place = tally.place
      for mode in modes { mode.show(shown) }
    case .discarded(let trial, let reason):
      let shown = face.shown(reason, of: trial)
      for mode in modes { mode.show(shown) }
    case .stopped:
      tally.end(at: ProgramClock.now)
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
    onState(state)
    for mode in modes { mode.show(state) }
  }

  /// What the whole session has come to. If it goes on, a later summary replaces this one.
  private func showSummary() {
    guard face.name.answer != .none, let run = tally.lastRun, !tally.course.points.isEmpty else {
      return
    }
    let seconds = tally.seconds(at: ProgramClock.now)
    var page = page(of: run, seconds: seconds)
    let summary = face.summary(
      of: run, trials: tally.course.points.count, seconds: seconds,
      before: services.history.hearingBefore, after: services.history.hearing,
      presentation(of: trial), right: page.right, expected: page.expected)
    page.isTogether = presentation(of: trial) == .harmonic && face.name.ownPresentation == nil
    page.unstored = unstored()
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
    let limit = settings.breakLimit.flatMap {
      services.stint.hasLasted($0) && !isMidFocus ? $0 : nil
    }
    var page = ClosingPage(
      TrainingChoice(face.name, of: intervals),
      title: TrainingChoice.title(face.name, of: intervals, presentation), course: tally.course,
      seconds: seconds,
      before: figures(services.history.hearingBefore), now: figures(services.history.hearing),
      asksForLeastKnown: settings.strategy == .adaptive,
      rest: limit.map(BreakText.suggestion), nextTrials: count(),
      hasStart: services.idleMode != nil)
    page.isPlenty =
      day.map { $0.answers.isPlenty(of: face.name, at: intervals, in: $0.plan) } ?? false
    return page
  }
}

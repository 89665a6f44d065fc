import Charts
import Foundation
import Language
import Music
import Settings
import Training

/// Shows a session in the output modes of a run, event by event, however many clients it has had. Main
/// thread.
final class TrainingDisplay<Face: TrainingFace>: TrainingObserver {
  private let face: Face
  private let modes: [any OutputMode]
  private let services: TrainingServices

  /// After how many trials the session ends; `nil` if the user ends it.
  private let count: () -> Int?

  /// What is known of the session at present; `nil` while idle.
  private let run: () -> Face.Machine.Run?

  /// That answers were not stored, in sentences.
  private let unstored: () -> [String]

  /// Called with each state before it is shown.
  private let onState: (ShownState) -> Void

  private var trial: Face.Machine.Trial?

  /// What is heard once more.
  private var replayed: (trial: Face.Machine.Trial, outcome: Face.Machine.Outcome)?

  private var tally: SessionTally<Face.Machine.Run>

  init(
    _ face: Face, in modes: [any OutputMode], _ services: TrainingServices,
    count: @escaping () -> Int?, run: @escaping () -> Face.Machine.Run?,
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
    tally = SessionTally(face.name, hearingBefore: services.history.hearing)
  }

  /// A client begins, or goes on with, the session.
  func begin() {
    (trial, replayed) = (nil, nil)
    tally.begin(at: .now)
  }

  func receive(_ event: TrainingEvent<Face.Machine>) {
    switch event {
    case .fewNotes: break
    case .trial(let trial):
      self.trial = trial
      var shown = face.shown(trial)
      shown.count = count()
      shown.question = face.question(of: trial, services.history.hearing)
      for mode in modes { mode.show(shown) }
    case .heardAgain(let trial): self.trial = trial
    case .state(let phase): if let trial { show(face.shown(phase, of: trial)) }
    case .replaying(let trial, let outcome, let reason):
      replayed = (trial, outcome)
      show(face.shown(reason, of: trial, outcome))
    case .replayed(let note):
      guard let replayed else { return }
      let scene = face.scene(of: replayed.trial, replayed.outcome, .sounding(note))
      for mode in modes { mode.show(scene) }
    case .paused(let reason): show(face.shown(reason))
    case .result(let outcome):
      guard let trial else { return }
      let shown = face.shown(outcome, of: trial)
      tally.add(shown.point, of: run())
      for mode in modes { mode.show(shown) }
    case .withdrawn(let trial, let outcome):
      tally.withdraw()
      let shown = face.withdrawn(outcome, of: trial)
      for mode in modes { mode.show(shown) }
    case .discarded(let trial, let reason):
      let shown = face.shown(reason, of: trial)
      for mode in modes { mode.show(shown) }
    case .stopped:
      tally.end(at: .now)
      showSummary()
    }
  }

  private func show(_ state: ShownState) {
    onState(state)
    for mode in modes { mode.show(state) }
  }

  /// What the whole session has come to. If it goes on, a later summary replaces this one.
  private func showSummary() {
    guard let run = tally.lastRun, !tally.course.points.isEmpty else { return }
    let seconds = tally.seconds(at: .now)
    let summary = face.summary(
      of: run, trials: tally.course.points.count, seconds: seconds,
      before: tally.hearingBefore, after: services.history.hearing)
    var page = page(of: run, seconds: seconds)
    page.unstored = unstored()
    for mode in modes {
      mode.show(summary)
      mode.show(page)
    }
  }

  private func page(of run: Face.Machine.Run, seconds: Double) -> ClosingPage {
    let settings = services.settings
    let intervals = face.intervals(of: run)
    let kind = intervals.contains(.prime) ? TrainingKind.unison : .interval
    func figures(_ hearing: HearingModel) -> SessionFigures {
      SessionFigures(face.name, of: intervals, hearing, noteRange: settings.noteRange)
    }
    let limit = settings.breakLimit.flatMap { services.stint.hasLasted($0) ? $0 : nil }
    return ClosingPage(
      TrainingChoice(face.name, kind), course: tally.course, seconds: seconds,
      before: figures(tally.hearingBefore), now: figures(services.history.hearing),
      asksForLeastKnown: settings.strategy == .adaptive,
      advice: limit.map(BreakText.suggestion), nextTrials: count(),
      hasStart: services.idleMode != nil)
  }
}

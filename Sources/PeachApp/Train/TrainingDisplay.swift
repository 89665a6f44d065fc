import Charts
import Foundation
import Language
import Music
import Settings
import Training

/// Shows a session in the output modes of a run, event by event. Main thread.
final class TrainingDisplay<Face: TrainingFace>: TrainingObserver {
  private let face: Face
  private let modes: [any OutputMode]
  private let services: TrainingServices

  /// After how many trials the session ends; `nil` if the user ends it.
  private let count: Int?

  /// What is known of the session at present; `nil` while idle.
  private let run: () -> Face.Machine.Run?

  /// Called with each state before it is shown.
  private let onState: (ShownState) -> Void

  private var trial: Face.Machine.Trial?

  /// What is heard once more.
  private var replayed: (trial: Face.Machine.Trial, outcome: Face.Machine.Outcome)?

  private var course: SessionCourse

  /// What is known of the session since its last result.
  private var lastRun: Face.Machine.Run?

  private let start = ContinuousClock.now
  private let hearingBefore: HearingModel

  init(
    _ face: Face, in modes: [any OutputMode], _ services: TrainingServices, count: Int?,
    run: @escaping () -> Face.Machine.Run?, onState: @escaping (ShownState) -> Void
  ) {
    self.face = face
    self.modes = modes
    self.services = services
    self.count = count
    self.run = run
    self.onState = onState
    course = SessionCourse(face.name)
    hearingBefore = services.history.hearing
  }

  func receive(_ event: TrainingEvent<Face.Machine>) {
    switch event {
    case .fewNotes: break
    case .trial(let trial):
      self.trial = trial
      var shown = face.shown(trial)
      shown.count = count
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
      lastRun = run()
      let shown = face.shown(outcome, of: trial)
      course.points.append(shown.point)
      for mode in modes { mode.show(shown) }
    case .withdrawn(let trial, let outcome):
      lastRun = run()
      _ = course.points.popLast()
      let shown = face.withdrawn(outcome, of: trial)
      for mode in modes { mode.show(shown) }
    case .discarded(let trial, let reason):
      let shown = face.shown(reason, of: trial)
      for mode in modes { mode.show(shown) }
    case .stopped: showSummary()
    }
  }

  private func show(_ state: ShownState) {
    onState(state)
    for mode in modes { mode.show(state) }
  }

  private func showSummary() {
    guard let lastRun, !course.points.isEmpty else { return }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let summary = face.summary(
      of: lastRun, trials: course.points.count, seconds: seconds, before: hearingBefore,
      after: services.history.hearing)
    let page = page(of: lastRun, seconds: seconds)
    for mode in modes {
      mode.show(summary)
      mode.show(page)
    }
    self.lastRun = nil
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
      TrainingChoice(face.name, kind), course: course, seconds: seconds,
      before: figures(hearingBefore), now: figures(services.history.hearing),
      asksForLeastKnown: settings.strategy == .adaptive,
      advice: limit.map(BreakText.suggestion), nextTrials: count,
      hasStart: services.idleMode != nil)
  }
}

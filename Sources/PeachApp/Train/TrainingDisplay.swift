import Foundation
import Language
import Music
import Training

/// Shows a session in the output modes of a run, event by event. Main thread.
final class TrainingDisplay<Face: TrainingFace>: TrainingObserver {
  private let face: Face
  private let modes: [any OutputMode]
  private let history: TrainingHistory

  /// What is known of the session at present; `nil` while idle.
  private let run: () -> Face.Machine.Run?

  /// Called with each state before it is shown.
  private let onState: (ShownState) -> Void

  private var trial: Face.Machine.Trial?
  private var results = 0

  /// What is known of the session since its last result.
  private var lastRun: Face.Machine.Run?

  private let start = ContinuousClock.now
  private let hearingBefore: HearingModel

  init(
    _ face: Face, in modes: [any OutputMode], _ history: TrainingHistory,
    run: @escaping () -> Face.Machine.Run?, onState: @escaping (ShownState) -> Void
  ) {
    self.face = face
    self.modes = modes
    self.history = history
    self.run = run
    self.onState = onState
    hearingBefore = history.hearing
  }

  func receive(_ event: TrainingEvent<Face.Machine>) {
    switch event {
    case .fewNotes, .replayed: break
    case .trial(let trial):
      self.trial = trial
      let shown = face.shown(trial)
      for mode in modes { mode.show(shown) }
    case .heardAgain(let trial): self.trial = trial
    case .state(let phase): if let trial { show(face.shown(phase, of: trial)) }
    case .replaying(let trial, let outcome, let reason):
      show(face.shown(reason, of: trial, outcome))
    case .paused(let reason): show(face.shown(reason))
    case .result(let outcome):
      guard let trial else { return }
      results += 1
      lastRun = run()
      let shown = face.shown(outcome, of: trial)
      for mode in modes { mode.show(shown) }
    case .withdrawn(let trial, let outcome):
      lastRun = run()
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
    guard let lastRun else { return }
    let lines = face.summary(of: lastRun, history.hearing)
    let summary = face.summary(
      of: lastRun, trials: results, seconds: (ContinuousClock.now - start) / .seconds(1),
      before: hearingBefore, after: history.hearing)
    for mode in modes {
      for line in lines { mode.showSummary(line) }
      mode.show(summary)
    }
    self.lastRun = nil
  }
}

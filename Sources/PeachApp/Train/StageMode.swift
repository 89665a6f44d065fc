import Charts
import Console
import Language
import Music
import Program
import Training

/// A run of training on the stage of a terminal.
final class StageMode: OutputMode {
  private let words: TrainingWords
  private let stage: TrainingStage
  private let ringsBell: () -> Bool

  /// What is trained, until a trial says it.
  private let title: () -> String

  private var closing: ClosingPage?
  private var faults: [String] = []

  /// - Parameters:
  ///   - ringsBell: whether a wrong answer rings the terminal's bell, asked at each one.
  ///   - title: what is trained, asked before the first trial.
  init(
    _ words: TrainingWords, on stage: TrainingStage, title: @escaping () -> String = { "" },
    ringsBell: @escaping () -> Bool
  ) {
    self.words = words
    self.title = title
    self.stage = stage
    self.ringsBell = ringsBell
  }

  func show(_ trial: ShownTrial) {
    stage.session.explains = trial.question != nil
    closing = nil
    stage.session.title = trial.title
    stage.session.index = trial.place ?? trial.index
    stage.session.count = trial.count
  }

  func show(_ state: ShownState) {
    if stage.session.title.isEmpty { stage.session.title = title() }
    if state.name == "idle" { forgetAnswer() }
    if state.name == "paused" {
      stage.show(.paused(paused(state)))
    } else if let scene = state.scene {
      stage.show(scene)
    }
  }

  func show(_ scene: TrialScene) { stage.show(scene) }

  func showVerdict(_ result: ShownResult) {
    if result.isWrong, ringsBell() { stage.ringBell() }
    stage.session.last = result.scene
    stage.session.hasLast = result.hasVerdict
    stage.session.canUndo = result.hasVerdict
    stage.show(result.scene)
  }

  func show(_ withdrawal: ShownWithdrawal) {
    stage.session.last = nil
    stage.session.canUndo = false
    if let place = withdrawal.place { stage.session.index = place }
    stage.status.show(withdrawal.line, code: "withdrawn")
    stage.withdraw()
  }

  func show(_ discard: ShownDiscard) {
    if let line = discard.line { stage.status.show(line, code: "discarded") }
  }

  func show(_ page: ClosingPage) { closing = page }

  func show(_ page: PlanPage) {
    stage.remains = page.lines
    stage.show(page)
    stage.draw()
  }

  func showLevel(_ level: AmplitudeDB) { stage.status.showLevel(level.decibels) }

  func showNotice(_ notice: Notice) {
    stage.status.receive(notice)
    switch notice.code {
    case .waitingForStart:
      stage.show(.paused(PausedStage(localized("Interrupted."), hasOwnKeys: true)))
    case .reconnecting:
      stage.show(.paused(PausedStage(localized("No JACK server; trying again."), canGoOn: false)))
    default: break
    }
  }

  func show(_ step: PlanStep) {
    stage.forget()
    stage.session.title = step.name
    (stage.session.index, stage.session.count) = (step.number, step.plan.blocks.count)
    stage.show(.paused(PausedStage(step.text, hasOwnKeys: true)))
  }

  func ask(_ question: String) {
    if stage.session.title.isEmpty { stage.session.title = title() }
    stage.show(.paused(PausedStage(question, canGoOn: false, hasOwnKeys: true)))
  }

  func showFault(_ fault: Fault) {
    stage.status.receive(fault)
    if fault == .freewheeling {
      stage.show(.paused(PausedStage(Notice.sentence(fault.message), canGoOn: false)))
    }
    faults.append("peach: \(fault.message)")
  }

  func showHelp() { stage.showHelp(.training(words.keys(stage.glyphs))) }
  func handleInHelp(_ key: Key) { stage.handleInHelp(key) }

  func show(_ outputs: OutputScreen?) { stage.cover = outputs.map { .outputs($0) } }
  var isCovered: Bool { stage.cover != nil }

  func showStopped(_ ending: Ending, trials: Int) {
    guard ending != .interrupted else { return }
    stage.remains += (closing?.lines ?? []) + faults
    faults = []
    guard let closing else { return stage.clear() }
    stage.show(closing)
  }

  func redraw() { stage.redraw() }

  func close() {
    stage.remains += faults
    faults = []
    stage.close()
  }

  /// Before the next trial the last one stays shown.
  private func paused(_ state: ShownState) -> PausedStage {
    let reason = state.reason.flatMap { PauseReason(rawValue: $0) }
    return switch reason {
    case .key: PausedStage("", answered: stage.session.last)
    case .asked, .idleHand, nil: PausedStage(localized("Paused."))
    case .panic: PausedStage(localized("Silenced."))
    case .unconnected:
      PausedStage(localized("Nothing connected; o chooses an output."), isAudible: false)
    case .stalled, .history: PausedStage(state.line ?? "", canGoOn: false)
    }
  }

  /// The session is over, and its answers with it.
  private func forgetAnswer() {
    stage.session.hasLast = false
    stage.session.last = nil
    stage.session.canUndo = false
  }
}

import Console
import Foundation
import Music
import Settings
import Training

/// Runs `peach compare`: the one place where the link to the server, the history, the hands and the view
/// of a comparison training meet. Main thread.
final class ComparisonHost {
  private let surroundings: Surroundings
  private let settings: FileUserSettings
  private let history: TrainingHistory
  private let view: any ComparisonView
  private let terminal: Terminal?
  private let trialLimit: Int?
  private let random: SharedRandom

  private let link: ServerLink
  private var session: ComparisonSession?
  private var hands: Hands?
  private(set) var results = 0

  /// Why the run ends, once it does; the first reason counts.
  private var ending: Ending?
  private var whenEnded: CheckedContinuation<Int32, Never>?

  /// Reads settings and history. Throws ``Fault`` and `SettingsError`.
  init(
    surroundings: Surroundings, overrides: [SettingKey: String], trialLimit: Int?,
    random: any RandomNumberGenerator
  ) throws {
    self.surroundings = surroundings
    self.trialLimit = trialLimit
    self.random = SharedRandom(random)
    let problems = SettingsProblems()
    let settings = try FileUserSettings(
      file: surroundings.settingsFile, overrides: try SettingsOverrides(overrides),
      onProblem: { problems.report?($0) })
    self.settings = settings
    history = try TrainingHistory(path: surroundings.historyPath)
    terminal = surroundings.terminal
    view = surroundings.comparisonView(
      isOnTerminal: terminal != nil, settings: settings,
      isStored: { [history] in history.isStored($0) })
    link = ServerLink(global: surroundings.global, settings: settings, view: view)
    link.delegate = self
    problems.report = { [view] in view.showNotice(.settings(problem: Fault($0).message)) }
    history.onFailure = { [view] in view.showNotice(.saveFailed(reason: $0.words)) }
  }

  /// Trains until there is a reason to end, and returns the exit status.
  func run() async -> Int32 {
    do {
      try await link.launch()
    } catch {
      // Nothing has begun: one line, and no event.
      surroundings.messages.writeLine("peach: \(error.message)")
      return error.status.rawValue
    }
    let status = await withCheckedContinuation { continuation in
      whenEnded = continuation
      hands = Hands(terminal: terminal) { [weak self] in self?.take($0) }
      terminal?.enterKeyMode()
      link.begin()
    }
    terminal?.restore()
    return status
  }

  // MARK: Hands

  private func take(_ input: Hands.Input) {
    guard ending == nil else { return }
    switch input {
    case .intent(let intent): take(intent)
    case .unknown(let text): view.showNotice(.unknownCommand(text))
    case .endOfInput: end(.endOfInput)
    case .signal(let number): end(.signal(number))
    case .suspend: Task { await link.suspend(on: terminal) }
    case .unfitting(let command): ignore(command)
    case .otherKey: _ = link.start()
    }
    checkOutput()
  }

  private func take(_ intent: Intent) {
    // On a terminal any key goes on.
    if terminal != nil, intent != .quit, link.start() { return }
    switch intent {
    case .answer(let higher):
      if session?.answer(higher: higher) != true { ignore(higher ? "higher" : "lower") }
    case .start: if !link.start() { ignore("start") }
    case .help: view.showHelp()
    case .quit: end(.quit)
    }
  }

  private func ignore(_ command: String) { view.showNotice(.ignored(command: command)) }

  // MARK: Endings

  private func end(_ reason: Ending) {
    guard ending == nil else { return }
    ending = reason
    guard let session, !session.isIdle else { return finish() }
    // The session's last event, `comparisonSessionStopped`, finishes.
    session.stop()
  }

  private func finish() {
    guard let ending, let continuation = whenEnded else { return }
    whenEnded = nil
    hands?.stop()
    if case .error(let fault) = ending { view.showFault(fault) }
    view.showStopped(ending, trials: results)
    view.close()
    // Input that ends while there is no server: the run could not be brought to its end.
    let status =
      ending == .endOfInput && link.isAway ? ExitStatus.unavailable.rawValue : ending.status
    let closing = link.close()
    Task {
      await closing?.value
      history.close()
      continuation.resume(returning: status)
    }
  }

  private func checkOutput() {
    if let reason = surroundings.output.failure { end(.error(.output(reason: reason))) }
  }
}

extension ComparisonHost: ServerLinkDelegate {
  func train(on stage: AudioStage) {
    let session = ComparisonSession(
      player: stage.player, settings: settings, profile: history.profile,
      observers: history.comparisonObservers + [self], firstIndex: results + 1, random: random)
    session.sessionObserver = self
    self.session = session
    settings.refresh()
    view.showMapping(of: settings.intervals, in: settings.tuningSystem)
    session.start()
  }

  func interruptTraining() -> Bool {
    guard let session else { return false }
    self.session = nil
    session.stop()
    return true
  }

  func serverLinkFailed(_ fault: Fault) { end(.error(fault)) }
}

extension ComparisonHost: ComparisonObserver, ComparisonSessionObserver {
  func comparisonPosed(_ challenge: PosedComparison) { view.comparisonPosed(challenge) }

  func comparisonStateChanged(to state: ComparisonState) {
    view.comparisonStateChanged(to: state)
    checkOutput()
  }

  func comparisonCompleted(_ completed: CompletedComparison) {
    view.comparisonCompleted(completed)
    results += 1
    if results == trialLimit { end(.trials) }
  }

  func comparisonSessionStopped(_ reason: StopReason) {
    view.comparisonSessionStopped(reason)
    // That there is no engine any more is the link's to tell; it has a way back.
    if case .audioError(let error) = reason, error != .engineUnavailable, ending == nil {
      ending = .error(Fault(error))
    }
    if ending != nil { finish() }
  }
}

import Console
import Foundation
import Music
import Settings
import Training

/// Runs `peach compare`: the one place where the server, the history, the hands and the view of a
/// comparison training meet. Main thread.
final class ComparisonHost {
  private let surroundings: Surroundings
  private let settings: FileUserSettings
  private let history: TrainingHistory
  private let view: any ComparisonView
  private let terminal: Terminal?
  private let trialLimit: Int?
  private let random: SharedRandom

  private var stage: AudioStage?
  private var session: ComparisonSession?
  private var hands: Hands?
  private var results = 0

  /// Why the run ends, once it does; the first reason counts.
  private var ending: Ending?
  private var isWaitingForKey = false
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
    problems.report = { [view] in view.showNotice(.settings(problem: Fault($0).message)) }
    history.onFailure = { [view] in view.showNotice(.saveFailed(reason: $0.words)) }
  }

  /// Trains until there is a reason to end, and returns the exit status.
  func run() async -> Int32 {
    do {
      try openStage()
    } catch {
      // Nothing has begun: one line, and no event.
      surroundings.messages.writeLine("peach: \(error.message)")
      return error.status.rawValue
    }
    let status = await withCheckedContinuation { continuation in
      whenEnded = continuation
      hands = Hands(terminal: terminal) { [weak self] in self?.take($0) }
      terminal?.enterKeyMode()
      announceReady()
      session?.start()
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
    case .suspend: Task { await suspend() }
    case .unfitting(let command): ignore(command)
    case .otherKey: if isWaitingForKey { take(.start) }
    }
    checkOutput()
  }

  private func take(_ intent: Intent) {
    if isWaitingForKey, terminal != nil, intent != .quit { return goOn() }
    switch intent {
    case .answer(let higher):
      if session?.answer(higher: higher) != true { ignore(higher ? "higher" : "lower") }
    case .start: if isWaitingForKey { goOn() } else { ignore("start") }
    case .help: view.showHelp()
    case .quit: end(.quit)
    }
  }

  private func ignore(_ command: String) { view.showNotice(.ignored(command: command)) }

  private func goOn() {
    isWaitingForKey = false
    session?.start()
  }

  // MARK: The stage

  private func openStage() throws(Fault) {
    let stage = try AudioStage(global: surroundings.global, settings: settings)
    stage.engine.onFault = { [weak self] in self?.interrupt(Fault($0)) }
    stage.engine.onXruns = { [weak self] in self?.view.showNotice(.xrun(count: $0)) }
    stage.engine.onBufferSizeChange = { [weak self] in
      self?.view.showNotice(.bufferSize(frames: $0))
    }
    stage.player.onNotice = { [weak self] notice in
      guard case .soundMissing(let sound) = notice else { return }
      self?.view.showNotice(
        .soundMissing(sound.description, fallback: SoundSourceID.default.description))
    }
    let session = ComparisonSession(
      player: stage.player, settings: settings, profile: history.profile,
      observers: history.comparisonObservers + [self], firstIndex: results + 1, random: random)
    session.sessionObserver = self
    self.stage = stage
    self.session = session
  }

  private func announceReady() {
    guard let stage else { return }
    let description = stage.description(soundSource: settings.soundSource)
    view.showReady(description)
    let asked = surroundings.global.clientName
    if description.client != asked {
      view.showNotice(.clientName(asked: asked, granted: description.client))
    }
  }

  private func closeStage() async {
    let closing = stage
    stage = nil
    session = nil
    await closing?.close()
  }

  // MARK: Endings

  private func end(_ reason: Ending) {
    guard ending == nil else { return }
    ending = reason
    guard let session, !session.isIdle else { return finish() }
    // The session's last event, `comparisonSessionStopped`, finishes.
    session.stop()
  }

  private func interrupt(_ fault: Fault) {
    guard ending == nil else { return }
    view.showFault(fault)
    exitStatus = fault.status.rawValue
    end(.interrupted)
  }

  private var exitStatus: Int32?

  private func finish() {
    guard let ending, let continuation = whenEnded else { return }
    whenEnded = nil
    hands?.stop()
    if case .error(let fault) = ending { view.showFault(fault) }
    view.showStopped(ending, trials: results)
    view.close()
    Task {
      await closeStage()
      history.close()
      continuation.resume(returning: exitStatus ?? ending.status)
    }
  }

  private func checkOutput() {
    if let reason = surroundings.output.failure { end(.error(.output(reason: reason))) }
  }

  // MARK: Suspension

  /// Leaves the server, stops the process as Ctrl-Z asks, and comes back waiting for the user.
  private func suspend() async {
    guard ending == nil, stage != nil else { return }
    session?.stop()
    await closeStage()
    // While the sound faded out the user may have asked for the end.
    guard ending == nil else { return }
    view.showStopped(.interrupted, trials: results)
    view.close()
    terminal?.restore()
    // To this very thread: a signal to the process could be taken by another one, and this one would
    // run on for a while before it stops.
    pthread_kill(pthread_self(), SIGSTOP)
    do {
      try openStage()
    } catch {
      return interrupt(error)
    }
    terminal?.enterKeyMode()
    announceReady()
    isWaitingForKey = true
    view.showNotice(.waitingForStart)
  }
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
    if case .audioError(let error) = reason, ending == nil { ending = .error(Fault(error)) }
    if ending != nil { finish() }
  }
}

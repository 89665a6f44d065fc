import Console
import Foundation
import Realtime
import Settings
import Training

/// Runs a training from its launch to its end, whichever training it is: the one place where the link to
/// the server, the history, the inputs and the output meet. Main thread.
final class TrainingRun<Face: TrainingFace> {
  private let face: Face
  private let services: TrainingServices
  private let mode: any OutputMode
  private let remote: OSCMode?
  private let trialLimit: Int?

  /// Goes on where it was from session to session.
  private let random: SharedRandom

  private var session: TrainingDriver<Face.Machine>?

  /// Shows the whole run as one session, whatever becomes of its clients.
  private lazy var display = TrainingDisplay(
    face, in: modes, services, count: { [weak self] in self?.limit },
    run: { [weak self] in self?.session?.run },
    unstored: { [recording] in recording.unstored },
    onState: { [weak self] in self?.controls.stateBegins($0) })

  /// Whether there was a session since the link began or resumed training.
  private var hasTrained = false

  /// Whether the run ends as soon as its training is interrupted.
  private var endsWhenInterrupted: Bool

  private let waits: TrainingWaits<Face.Machine>
  private lazy var controls = TrainingControls(
    face, with: ControlDoors(services), waits, mode: mode, remote: remote,
    end: { [weak self] in self?.end($0) })

  /// Passes results on to the history unless nobody hears what is asked.
  private let recording: RunRecording

  /// How many results of this run count.
  private(set) var results = 0

  /// The number of the next trial. An answer that is taken back keeps its number.
  private var nextIndex = 1

  /// Why the run ends, once it does; the first reason counts.
  private var ending: Ending?
  private var whenEnded: CheckedContinuation<TrainingEnd, Never>?

  init(
    _ face: Face, with services: TrainingServices, trialLimit: Int?, seed: UInt64?
  ) {
    self.face = face
    self.services = services
    self.trialLimit = trialLimit
    endsWhenInterrupted = !services.waitsForServer
    random = SharedRandom(seed.map { SeededGenerator(seed: $0) } ?? SystemRandomNumberGenerator())
    let mode = services.mode(of: face.name)
    self.mode = mode
    recording = RunRecording(services.history, seed: seed)
    waits = TrainingWaits(
      waitsForConnection: services.terminal != nil, recording: recording,
      discardsOnXrun: { [settings = services.settings] in settings.discardsOnXrun },
      notify: { [context = services.context] notice in
        mode.showNotice(notice)
        context.showLines(of: notice)
      })
    remote = services.remote.map { OSCMode(face.name, $0) }
  }

  private var settings: FileUserSettings { services.settings }
  private var link: ServerLink { services.link }

  /// All that show the training.
  private var modes: [any OutputMode] {
    guard let remote else { return [mode] }
    return [mode, remote]
  }

  /// Trains until there is a reason to end. Throws ``Fault`` if there is no server to begin with, or if the
  /// history cannot be opened.
  func run() async throws(Fault) -> TrainingEnd {
    // The closures hold this weakly, and nobody else has to.
    defer { withExtendedLifetime(self) {} }
    link.view = mode
    link.delegate = self
    services.onSettingsProblem = { [mode] in mode.showNotice(.settings(problem: $0)) }
    try await launch()
    // `ready` says what is true now. The client may have been opened long before.
    await link.askForOutputs()
    services.history.onNotice = { [weak self] in self?.show($0) }
    let end = await withCheckedContinuation { continuation in
      whenEnded = continuation
      services.listen { [weak self] in self?.handle($0) }
      link.train()
    }
    services.history.onNotice = nil
    return end
  }

  /// Opens the client, if there is none yet. The history is read beside it, and its fault comes first.
  private func launch() async throws(Fault) {
    do {
      if link.isClosed { try await link.launch() }
    } catch {
      try await services.waitForHistory()
      throw error
    }
    do {
      try await waitForHistory()
    } catch {
      await link.close()?.value
      throw error
    }
  }

  /// A user at a terminal is told if that takes longer.
  private func waitForHistory() async throws(Fault) {
    var telling: Task<Void, Never>?
    if services.terminal != nil, services.history.extent != .hearing {
      telling = Task { [mode] in
        guard (try? await Task.sleep(for: PendingAction.patience)) != nil, !Task.isCancelled else {
          return
        }
        mode.showNotice(.historyReading)
      }
    }
    defer { telling?.cancel() }
    try await services.waitForHistory()
  }

  // MARK: Inputs

  private func handle(_ input: InputSource.Input) {
    guard ending == nil else { return handleInFeedback(input) }
    switch input {
    case .key(let key): controls.handle(key)
    case .heldKey(let key): controls.handleHeld(key)
    case .line(let line): controls.handle(line)
    case .overlongLine: mode.showNotice(.lineTooLong())
    // In a session others say when it ends.
    case .endOfInput: if services.context.session == nil { end(.endOfInput) }
    case .signal(let number): end(.signal(number))
    case .suspend: suspend()
    case .resized: mode.redraw()
    case .remote(let command): controls.handle(command)
    case .save: services.save()
    }
    endUnlessConfirming()
    checkOutput()
  }

  private func handle(_ intent: ControlIntent, sliderAt value: Double) {
    guard ending == nil else { return controls.skipFeedback(from: .midi) }
    controls.handle(intent, sliderAt: value)
    endUnlessConfirming()
    checkOutput()
  }

  /// While the last result is shown or heard, a key ends the replay and a signal everything.
  private func handleInFeedback(_ input: InputSource.Input) {
    switch input {
    case .key: controls.skipFeedback(from: .keyboard)
    case .signal: session?.stop()
    case .resized: mode.redraw()
    case .save: services.save()
    default: break
    }
  }

  // MARK: Endings

  private func end(_ reason: Ending) {
    guard ending == nil else { return }
    ending = reason
    guard let session, !session.isIdle else { return finish() }
    // An answer was given before the end, and is about to be confirmed: it counts.
    if session.isConfirming, !reason.isImmediate { return }
    // The session's last event finishes.
    session.stop()
  }

  /// A run that has ended waits for the confirmation of an answer only. If a pause has made that answer
  /// void, or has followed it, it waits for nothing.
  private func endUnlessConfirming() {
    if ending != nil, session?.isPaused == true { session?.stop() }
  }

  /// How many results the run should have; `nil` if it has no end.
  private var limit: Int? { trialLimit ?? settings.sessionTrials(of: face.name) }

  /// The run has as many results as it should have; `nil` if it has not.
  private var endingByCount: Ending? {
    guard let limit, results >= limit else { return nil }
    return trialLimit == nil ? .sessionEnd : .trials
  }

  /// Ends with the result that is being shown. A person gets the time to read it; a script goes on at once.
  private func endWithLastResult(_ reason: Ending) {
    guard services.terminal != nil, let session, !session.isIdle else { return end(reason) }
    ending = ending ?? reason
    session.stopAfterTrial()
  }

  private func finish() {
    guard let ending, let continuation = whenEnded else { return }
    whenEnded = nil
    services.listen(nil)
    controls.finish()
    services.history.flush()
    if case .error(let fault) = ending {
      mode.showFault(fault)
      // An event that tells that events cannot be written does not arrive.
      if case .output = fault, services.context.global.json {
        services.context.messages.writeMessage(fault.message)
      }
    }
    for mode in modes { mode.showStopped(ending, trials: results) }
    // Input that ends while there is no server: the run could not be brought to its end.
    let status =
      ending == .endOfInput && link.isAway ? ExitStatus.unavailable.rawValue : ending.status
    services.trainingHasEnded()
    continuation.resume(returning: TrainingEnd(ending: ending, status: status))
  }

  /// Ctrl-Z. Of several trainings of a run this one is over then; a single one goes on at a key. If nothing
  /// could continue the process, the training waits: whoever wanted to leave does not answer.
  private func suspend() {
    guard JobControl.canStop else {
      if services.terminal != nil, waits.reason == nil { _ = waits.togglePause() }
      return mode.showNotice(.cannotStop)
    }
    endsWhenInterrupted = services.idleMode != nil
    Task {
      await controls.leaveOutputs()
      await link.suspend(on: services.terminal)
      if services.idleMode != nil { end(.interrupted) }
    }
  }

  private func show(_ notice: Notice) {
    mode.showNotice(notice)
    services.context.showLines(of: notice)
  }

  private func checkOutput() {
    if let reason = services.context.output.failure { end(.error(.output(reason: reason))) }
  }
}

extension TrainingRun: ServerLinkDelegate {
  func train(on stage: PlayerClient) {
    let session = TrainingDriver<Face.Machine>(
      player: stage.player, settings: settings, chooser: face.chooser(services.history),
      resultObservers: [recording], observers: [display, self],
      runID: recording.begin(on: stage.engine.description, outputs: link.outputConnections ?? []),
      firstIndex: nextIndex,
      willPose: { [history = services.history] in history.refresh() }, random: random)
    self.session = session
    hasTrained = true
    settings.refresh()
    display.begin()
    controls.session = session
    controls.begin(on: stage)
    stage.player.onIntent = { [weak self] in self?.handle($0, sliderAt: $1) }
    services.showOpeningNotices { mode.showNotice($0) }
    mode.showMapping(of: settings.intervals, in: settings.tuningSystem)
    waits.start(session, isStalled: stage.engine.isStalled, isConnected: link.isConnected)
  }

  func outputsChanged() {
    waits.connectionChanged(isConnected: link.isConnected)
    endUnlessConfirming()
  }

  func serverStalled(_ isStalled: Bool) {
    waits.serverStalled(isStalled)
    endUnlessConfirming()
  }

  func soundBrokeOff() { waits.soundBrokeOff(in: nextIndex) }

  func interruptTraining() -> Bool {
    guard hasTrained else { return false }
    hasTrained = false
    if endsWhenInterrupted, ending == nil { ending = .interrupted }
    let goesOn = ending == nil
    session?.stop()
    // An end is told when it is reached.
    if goesOn { remote?.showStopped(.interrupted, trials: results) }
    return true
  }

  func serverLinkFailed(_ fault: Fault) { end(.error(fault)) }
}

extension TrainingRun: TrainingObserver {
  func receive(_ event: TrainingEvent<Face.Machine>) {
    switch event {
    case .fewNotes(let notes):
      guard let sound = link.stage?.player.soundingSource else { return }
      mode.showNotice(
        .fewNotes(
          sound.description, named: sound.knownName(in: link.library), count: notes.count,
          of: notes.possibleCount))
    case .trial: services.stint.train(at: .now)
    case .state, .replaying: checkOutput()
    case .paused(let reason):
      waits.paused(reason)
      checkOutput()
      endUnlessConfirming()
    case .result:
      services.stint.train(at: .now)
      results += 1
      nextIndex += 1
      if ending != nil {
        session?.stop()
      } else if let reason = endingByCount {
        endWithLastResult(reason)
      }
    case .stopped(let reason): stopped(reason)
    case .withdrawn: results -= 1
    // An end that waited for the answer of this trial waits no more.
    case .discarded: if ending != nil { session?.stop() }
    case .heardAgain, .replayed: break
    }
  }

  private func stopped(_ reason: StopReason) {
    // It holds the player, whose client may be about to go.
    session = nil
    waits.end()
    // That there is no engine any more is the link's to tell; it has a way back.
    if case .audioError(let error) = reason, error != .engineUnavailable, ending == nil {
      ending = .error(Fault(error))
    }
    if ending != nil { finish() }
  }
}

/// A source of chance that goes on where it was, across the sessions of one run.
private final nonisolated class SharedRandom: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  init(_ generator: any RandomNumberGenerator) { self.generator = generator }

  func next() -> UInt64 { generator.next() }
}

import Client
import Console
import Foundation
import MainThread
import Program
import Realtime
import Settings
import SoundFonts
import Training

/// Runs a training from its launch to its end. The link to the server, the history, the inputs and
/// the output meet here. Main thread.
final class TrainingRun {
  private let face: any TrainingFace
  private let services: TrainingServices
  private let progress: RunProgress
  private let display: TrainingDisplay
  private let pauses: TrainingPauses
  private lazy var controls = TrainingControls(
    face, of: self, pauses, mode: mode, remote: display.remote)

  /// The block of a plan that is run; `nil` without a plan.
  private let step: PlanStep?

  private let random: SharedRandom

  private var session: TrainingDriver? {
    didSet { (ending.session, display.session, controls.session) = (session, session, session) }
  }

  /// The audio input, while a session listens to the user's notes.
  private var input: PlayedInput?

  /// True if there was a session since the link began or resumed training.
  private var hasTrained = false

  /// True if the run ends as soon as its training is interrupted.
  private var endsWhenInterrupted: Bool

  /// Stores the results unless nobody hears the trials.
  private let recording: RunRecording

  /// The client for the next session, until the history is there and the former session has ended.
  private var nextClient: PlayerClient?

  /// True if the history holds what the first trial is chosen by.
  private var knowsHistory = false

  /// True if the session that ends is interrupted, and others follow.
  private var isInterrupted = false

  private let ending = RunEnding()
  private var whenEnded: CheckedContinuation<TrainingEnd, Never>?
  private var whenOfferAnswered: CheckedContinuation<Bool, Never>?

  init(
    _ training: TrainingName, with services: TrainingServices, trialLimit: Int?, seed: UInt64?,
    step: PlanStep?
  ) {
    self.step = step
    face = training.face
    self.services = services
    endsWhenInterrupted = !services.waitsForServer
    random = SharedRandom(seed: seed)
    recording = RunRecording(
      services.history, seed: seed, audio: services.keptAudio,
      continuesRun: step.map { !$0.isFirst } ?? false)
    progress = RunProgress(
      training, length: step?.left ?? trialLimit.map { .trials($0) },
      sessionTrials: { [settings = services.settings] in settings.sessionTrials(of: training) })
    let display = TrainingDisplay(face, services, progress, recording)
    self.display = display
    pauses = TrainingPauses(
      waitsForConnection: services.terminal != nil, recording: recording,
      discardsOnXrun: { [settings = services.settings] in settings.discardsOnXrun },
      notify: { display.show($0) })
    ending.onEnd = { [weak self] in self?.finish() }
    display.onState = { [weak self] in self?.controls.stateBegins($0) }
  }

  private var link: ServerLink { services.link }
  private var mode: any OutputMode { display.mode }

  /// Trains until there is a reason to end. Throws ``Fault`` if there is no server at the
  /// beginning, or if the history cannot be opened.
  func run() async throws(Fault) -> TrainingEnd {
    // The closures hold this weakly.
    defer { withExtendedLifetime(self) {} }
    link.view = mode
    link.delegate = self
    services.onHistoryFault = { [weak self] in self?.historyFailed($0) }
    // Faults after the run are for the next one.
    defer { services.onHistoryFault = nil }
    services.onSettingsProblem = { [mode] in mode.showNotice(.settings(problem: $0)) }
    if let signal = try await services.launch(showing: mode) { ending.note(.signal(signal)) }
    if ending.reason == nil { await offerSound() }
    if let reason = ending.reason {
      services.listen(nil)
      services.trainingHasEnded()
      if case .error(let fault) = reason { throw fault }
      return TrainingEnd(reason)
    }
    settings.soundOfRun = services.soundOffer.sound(for: face.name, settings)
    defer { settings.soundOfRun = nil }
    services.history.onNotice = { [display] in display.show($0) }
    services.keptAudio?.onNotice = { [display] in display.show($0) }
    let end = await withCheckedContinuation { continuation in
      whenEnded = continuation
      // Lines wait for the training.
      services.keepsLines = true
      services.listen { [weak self] in self?.handle($0) }
      link.train()
      Task { await waitForHistory() }
    }
    services.history.onNotice = nil
    return end
  }

  /// Begins training when the history is there.
  private func waitForHistory() async {
    do throws(Fault) {
      try await services.waitForHistory(.training, showing: mode)
      knowsHistory = true
      trainOnNextClient()
      services.keepsLines = false
    } catch {
      historyFailed(error)
    }
  }

  private func trainOnNextClient() {
    guard let client = nextClient, ending.reason == nil else { return }
    nextClient = nil
    train(on: client)
  }

  /// Asks a user at a terminal to try another sound, if that shows more of the training.
  private func offerSound() async {
    guard services.terminal != nil, services.soundOffer.isDue(before: face.name, settings) else {
      return
    }
    mode.show(.question(SoundOffer.question))
    let takes = await withCheckedContinuation { continuation in
      whenOfferAnswered = continuation
      services.listen { [weak self] in self?.handleWhileOffering($0) }
    }
    services.listen(nil)
    if ending.reason == nil { services.soundOffer.answer(takes: takes) }
  }

  private func handleWhileOffering(_ input: InputSource.Input) {
    var answer: Bool?
    switch input {
    case .key(let key): answer = SoundOffer.answer(of: key)
    case .signal(let number):
      ending.note(.signal(number))
      answer = false
    case .endOfInput:
      ending.note(.endOfInput)
      answer = false
    case .resized: mode.redraw()
    case .save: services.save()
    case .heldKey, .line, .overlongLine, .suspend, .remote: break
    }
    guard let answer, let waiting = whenOfferAnswered else { return }
    whenOfferAnswered = nil
    waiting.resume(returning: answer)
  }

  // MARK: Inputs

  private func handle(_ input: InputSource.Input) {
    guard ending.reason == nil else { return handleInFeedback(input) }
    switch input {
    case .key(let key): controls.handle(key)
    case .heldKey(let key): controls.handleHeld(key)
    case .line(let line): controls.handle(line)
    case .overlongLine: mode.showNotice(.lineTooLong())
    // In a session of a manager, the manager ends the run.
    case .endOfInput: if services.context.session == nil { ending.end(.endOfInput) }
    case .signal(let number): ending.end(.signal(number))
    case .suspend: suspend()
    case .resized: mode.redraw()
    case .remote(let intent): controls.handle(intent, from: .osc)
    case .save: services.save()
    }
    ending.endUnlessConfirming()
    checkOutput()
  }

  private func handle(_ intent: ControlIntent, sliderAt value: Double) {
    guard ending.reason == nil else { return controls.skipFeedback(from: .midi) }
    controls.handle(intent.intent(sliderAt: value), from: .midi)
    ending.endUnlessConfirming()
    checkOutput()
  }

  /// Silences everything, as the MIDI input has asked.
  private func silence() {
    guard ending.reason == nil else { return ending.silence() }
    controls.silence()
    checkOutput()
  }

  /// Handles an input while the last result is shown or heard: a key ends the replay, and a panic
  /// or a signal ends everything.
  private func handleInFeedback(_ input: InputSource.Input) {
    switch input {
    case .key(.panic), .remote(.panic): ending.silence()
    case .key: controls.skipFeedback(from: .keyboard)
    case .signal: session?.stop()
    case .resized: mode.redraw()
    case .save: services.save()
    default: break
    }
  }

  // MARK: Endings

  /// Ends the run because of the history. A run that ends already shows the fault.
  private func historyFailed(_ fault: Fault) {
    if ending.reason == nil { ending.end(.error(fault)) } else { mode.showFault(fault) }
  }

  private func finish() {
    guard let reason = ending.reason, let continuation = whenEnded else { return }
    whenEnded = nil
    services.listen(nil)
    services.keepsLines = false
    controls.finish()
    recording.storeHeard(progress.time)
    services.history.flush { [self] in finish(reason, continuation) }
  }

  private func finish(
    _ reason: Ending, _ continuation: CheckedContinuation<TrainingEnd, Never>
  ) {
    display.show(reason)
    services.keepKeys()
    if services.history.isHanging { mode.showFault(.historyHangs) }
    // The input has ended while there was no server, so the run was not completed.
    let status: ExitStatus? =
      services.history.isHanging
      ? .inputOutput : reason == .endOfInput && link.isAway ? .unavailable : nil
    services.trainingHasEnded()
    continuation.resume(
      returning: TrainingEnd(reason, status: status?.rawValue, progress: progress))
  }

  /// Suspends the process, as Ctrl-Z asks. The training is over then if the start screen can
  /// follow; otherwise a key continues it. If nothing could continue the process, the training only
  /// waits, as the user does not answer.
  private func suspend() {
    guard JobControl.canStop else {
      if services.terminal != nil, pauses.reason == nil { _ = pauses.togglePause() }
      return mode.showNotice(.cannotStop)
    }
    endsWhenInterrupted = services.idleMode != nil
    Task {
      await controls.leaveOutputs()
      await link.suspend(on: services.terminal)
      if services.idleMode != nil { ending.end(.interrupted) }
    }
  }

  private func checkOutput() {
    if let reason = services.context.output.failure { ending.end(.error(.output(reason: reason))) }
  }
}

extension TrainingRun: ControlledRun {
  var settings: FileUserSettings { services.settings }
  var isOnTerminal: Bool { services.terminal != nil }
  var client: PlayerClient? { link.client }

  func resumeAfterInterruption() -> Bool { link.start() }

  func time(of device: InputDevice) -> SoundTime? {
    device == .midi ? client?.player.eventTime : client?.player.now
  }

  func fontSearch(_ paths: SoundFontPaths) -> SoundFontSearch {
    services.context.soundFontSearch(paths)
  }

  func makeOutputChooser(onMessage: @escaping (String) -> Void) -> OutputChooser {
    let preview = SettingPreview(link, settings: settings)
    preview.onMessage = onMessage
    let chooser = OutputChooser(
      services.context, link, settings,
      editor: SettingEditor(services.context, settings, link.library), preview: preview)
    chooser.onMessage = onMessage
    return chooser
  }

  func end(_ reason: Ending) { ending.end(reason) }
}

extension TrainingRun: ServerLinkDelegate {
  var results: Int { progress.results }

  func train(on client: PlayerClient) {
    guard session == nil, knowsHistory else {
      nextClient = client
      return
    }
    if face.name.traits.listens { input = openInput(of: client) }
    let session = TrainingDriver(
      face.name.machine, player: client.player, settings: settings,
      chooser: TrainingChooser(
        face.name, hearing: { [history = services.history] in history.hearing },
        course: step?.course),
      listener: input,
      resultObservers: [recording], observers: [progress, display, self],
      runID: recording.begin(on: client.engine.description, outputs: link.outputConnections ?? []),
      place: step?.place, firstIndex: progress.nextIndex,
      willPose: { [services, step] in
        services.history.refresh()
        step?.prepare(services.settings)
      }, random: random)
    self.session = session
    hasTrained = true
    settings.refresh()
    display.begin()
    progress.begin(at: ProgramClock.now)
    controls.begin(on: client)
    services.feedback.begin()
    client.player.onIntent = { [weak self] in self?.handle($0, sliderAt: $1) }
    client.player.onPanic = { [weak self] in self?.silence() }
    services.showOpeningNotices { mode.showNotice($0) }
    display.showPeculiarities()
    pauses.start(session, isStalled: client.engine.isStalled, isConnected: link.isConnected)
  }

  private func openInput(of client: PlayerClient) -> PlayedInput {
    let input = PlayedInput(
      sampleRate: client.engine.sampleRate,
      referencePitch: { [settings] in settings.referencePitch },
      inputDelay: { [settings] in settings.inputDelay },
      showsPitch: { [settings, progress] in
        settings.livePitch.isSeen(place: progress.place, of: progress.limit)
      })
    input.onMeter = { [weak self] meter in
      self?.display.receive(meter)
      self?.controls.receive(meter)
    }
    input.onNotice = { [display] in display.show($0) }
    input.open(on: client, services) { [ending] in ending.end(.error($0)) }
    return input
  }

  func outputsChanged() {
    pauses.connectionChanged(isConnected: link.isConnected)
    ending.endUnlessConfirming()
  }

  func serverStalled(_ isStalled: Bool) {
    pauses.serverStalled(isStalled)
    ending.endUnlessConfirming()
  }

  func soundBrokeOff() { pauses.soundBrokeOff(in: progress.nextIndex) }

  func interruptTraining() -> Bool {
    nextClient = nil
    guard hasTrained else { return false }
    hasTrained = false
    if endsWhenInterrupted { ending.note(.interrupted) }
    // The display shows an ending when it is reached.
    isInterrupted = ending.reason == nil
    if let session { session.stop() } else { showInterruption() }
    return true
  }

  func serverLinkFailed(_ fault: Fault) { ending.end(.error(fault)) }
}

extension TrainingRun: TrainingObserver {
  func receive(_ event: TrainingEvent) {
    switch event {
    case .trial: services.practice.train(at: ProgramClock.now)
    case .state, .replaying:
      checkOutput()
      // The last result may not be stored yet. Lines that come now are for the next training.
      if ending.reason != nil, session?.isIdle == true { services.keepsLines = true }
    case .paused(let reason):
      if reason == .history { display.show(.historyStalled) }
      pauses.paused(reason)
      checkOutput()
      ending.endUnlessConfirming()
    // An end that waited for this answer waits for its save, as the session does.
    case .answered: if ending.reason != nil { session?.stop() }
    case .result(let result):
      services.practice.train(at: ProgramClock.now)
      step?.course.add(result)
      if ending.reason != nil {
        session?.stop()
      } else if step?.course.isOver == true {
        ending.end(.trials, withLastResultFor: services.terminal)
      } else if let reason = progress.ending {
        ending.end(reason, withLastResultFor: services.terminal)
      }
    case .stopped(let reason): stopped(reason)
    case .withdrawn(_, let result): step?.course.withdraw(result)
    // The end need not wait for the answer of this trial.
    case .discarded, .missed: if ending.reason != nil { session?.stop() }
    case .fewNotes, .heardAgain, .replayed: break
    }
  }

  private func stopped(_ reason: StopReason) {
    // The session holds the player, whose client may be about to close.
    session = nil
    input?.close()
    input = nil
    pauses.end()
    // The link reports the loss of the engine, and may find another one.
    if case .audioError(let error) = reason, error != .engineUnavailable {
      ending.note(.error(Fault(error)))
    }
    showInterruption()
    if ending.reason != nil { finish() } else { trainOnNextClient() }
  }

  private func showInterruption() {
    if isInterrupted { display.showInterruption() }
    isInterrupted = false
  }
}

/// The reason for which a run of training ends, and the time: an answer that was given before is
/// waited for, and a last result is shown to its end. Main thread.
final class RunEnding {
  /// Called when the run ends without a session that has to stop first.
  var onEnd: (() -> Void)?

  /// The session of the run, while there is one. It sends its last event when it has stopped.
  weak var session: TrainingDriver?

  /// The first reason that was given; `nil` until the run ends.
  private(set) var reason: Ending?

  /// Notes the reason, without stopping the session.
  func note(_ reason: Ending) { self.reason = self.reason ?? reason }

  /// Ends the run, unless it ends already. Its session stops at once, or with the confirmation of
  /// an answer if the reason leaves time for it.
  func end(_ reason: Ending) {
    guard self.reason == nil else { return }
    self.reason = reason
    guard let session, !session.isIdle || session.isStoring else {
      onEnd?()
      return
    }
    // An answer that was given before the end counts, and is about to be confirmed.
    if session.isConfirming, !reason.isImmediate { return }
    // The last event of the session ends the run.
    session.stop()
  }

  /// Ends the run with the result that is being shown. A person gets time to read it; a script,
  /// which has no terminal, continues at once.
  func end(_ reason: Ending, withLastResultFor terminal: Terminal?) {
    guard terminal != nil, let session, !session.isIdle else { return end(reason) }
    note(reason)
    session.stopAfterTrial()
  }

  /// Stops a session that waits, if the run ends. A pause has made the answer void that the end
  /// waited for, or has followed it.
  func endUnlessConfirming() {
    if reason != nil, session?.isPaused == true { session?.stop() }
  }

  /// Stops the session at once, unless an answer is about to be confirmed.
  func silence() { if session?.isConfirming != true { session?.stop() } }
}

/// The end of a run of training.
struct TrainingEnd {
  let ending: Ending

  /// The exit status of a run that ends with this training.
  let status: Int32

  /// `nil` if the run was not begun.
  let progress: RunProgress?

  /// - Parameter status: `nil` for the usual one of the ending.
  init(_ ending: Ending, status: Int32? = nil, progress: RunProgress? = nil) {
    (self.ending, self.status, self.progress) = (ending, status ?? ending.status, progress)
  }
}

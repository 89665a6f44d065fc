import Foundation
import Music
import OSC
import Realtime
import Settings
import Training

/// How a run of training ended.
struct TrainingEnd {
  let ending: Ending

  /// The exit status of a run that ends with this training.
  let status: Int32
}

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

  /// Whether there was a session since the link began or resumed training.
  private var hasTrained = false
  private var trial: Face.Machine.Trial?

  /// What is known of the session since its last result.
  private var lastRun: Face.Machine.Run?

  /// Passes changed settings on to the client.
  private let stageSettings: StageSettings

  private let waits: TrainingWaits<Face.Machine>

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
    random = SharedRandom(seed.map { SeededGenerator(seed: $0) } ?? SystemRandomNumberGenerator())
    let isOnTerminal = services.terminal != nil
    let mode = services.mode(of: face.name)
    self.mode = mode
    recording = RunRecording(services.history, seed: seed)
    waits = TrainingWaits(
      waitsForConnection: isOnTerminal, recording: recording,
      discardsOnXrun: { [settings = services.settings] in
        settings.discardsOnXrun(isOnTerminal: isOnTerminal)
      },
      notify: { [context = services.context] notice in
        mode.showNotice(notice)
        context.showLines(of: notice)
      })
    stageSettings = StageSettings(
      services.settings, controls: face.controls,
      fontSearch: { [context = services.context] in context.soundFontSearch($0) })
    remote = services.remote.map { OSCMode(face.name, $0) }
  }

  private var settings: FileUserSettings { services.settings }
  private var link: ServerLink { services.link }

  /// All that show the training.
  private var modes: [any OutputMode] {
    guard let remote else { return [mode] }
    return [mode, remote]
  }

  /// Trains until there is a reason to end. Throws ``Fault`` if there is no server to begin with.
  func run() async throws(Fault) -> TrainingEnd {
    // The closures hold this weakly, and nobody else has to.
    defer { withExtendedLifetime(self) {} }
    link.view = mode
    link.delegate = self
    services.onSettingsProblem = { [mode] in mode.showNotice(.settings(problem: $0)) }
    if link.isClosed { try await link.launch() }
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

  // MARK: Inputs

  private func handle(_ input: InputSource.Input) {
    // While the last result is shown, only a signal ends the wait.
    if ending != nil, case .signal = input { session?.stop() }
    guard ending == nil else { return }
    switch input {
    case .key(.enter) where waits.reason != nil: _ = waits.goOn()
    case .key(let key):
      if let intent = face.command(for: key) {
        handle(intent, from: .keyboard)
      } else {
        _ = link.start()
      }
    case .line(let line): handle(line)
    case .overlongLine: mode.showNotice(.lineTooLong())
    // In a session others say when it ends.
    case .endOfInput: if services.context.session == nil { end(.endOfInput) }
    case .signal(let number): end(.signal(number))
    case .suspend: suspend()
    case .resized: mode.redraw()
    case .remote(let command): handle(command)
    case .save: services.save()
    }
    endUnlessConfirming()
    checkOutput()
  }

  private func handle(_ line: String) {
    switch LineCommands.parse(line, for: face.name) {
    case .intent(let intent): handle(intent, from: .line)
    case .badValue(let command, let value, let allowed):
      mode.showNotice(.badValue(command: command, value: value, allowed: allowed))
    case .unknown(let text): mode.showNotice(.unknownCommand(text, face.name))
    case .unfitting(let command): ignore(command)
    case .nothing: break
    }
  }

  private func handle(_ intent: Intent, from device: InputDevice) {
    // On a terminal any key goes on.
    if services.terminal != nil, intent != .quit, link.start() { return }
    switch intent {
    case .start: if !link.start(), !waits.goOn() { ignore(intent.command) }
    case .pause: if !waits.togglePause() { ignore(intent.command) }
    case .help: mode.showHelp()
    case .quit: end(.quit)
    case .undo: if session?.undo() != true { ignore(intent.command) }
    case .training(let wanted): if !send(wanted, from: device) { ignore(intent.command) }
    }
  }

  /// Passes an intent to the session; `false` if it does not fit.
  private func send(
    _ intent: TrainingIntent, from device: InputDevice, at time: SoundTime? = nil
  ) -> Bool {
    session?.handle(intent, from: device, at: time) ?? false
  }

  /// Does what a key, a pad or a pedal asks for. One that does not fit is no news: keys are there to be
  /// played.
  private func handle(_ intent: ControlIntent, sliderAt value: Double) {
    guard ending == nil else { return }
    // While the user pauses, any pad goes on.
    if waits.reason == .asked, intent != .stop, waits.goOn() { return checkOutput() }
    let time = link.stage?.player.eventTime
    switch intent {
    case .higher: _ = send(.answer(higher: true), from: .midi, at: time)
    case .lower: _ = send(.answer(higher: false), from: .midi, at: time)
    case .commit: _ = send(.commitAt(value), from: .midi, at: time)
    case .stop: end(.quit)
    }
    checkOutput()
  }

  /// Does what Open Sound Control asks for. As with a pad, what does not fit is no news.
  private func handle(_ command: RemoteCommand) {
    switch command {
    case .higher: _ = send(.answer(higher: true), from: .osc)
    case .lower: _ = send(.answer(higher: false), from: .osc)
    case .slider(let value): _ = send(.sliderFromStart(value), from: .osc)
    case .nudge(let cents): _ = send(.nudge(Cents(cents)), from: .osc)
    case .commit: _ = send(.commit, from: .osc)
    case .undo: session?.undo()
    case .start(let name):
      guard name == nil || name.flatMap(NamedTraining.init)?.name == face.name else { return }
      _ = link.start()
    case .stop: end(.quit)
    case .subscribe, .unsubscribe, .confirm: break
    }
  }

  private func ignore(_ command: String) { mode.showNotice(.ignored(command: command)) }

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
  /// void, it waits for nothing.
  private func endUnlessConfirming() {
    if ending != nil, session?.isPaused == true { session?.stop() }
  }

  /// Ends with the result that is being shown. A person gets the time to read it; a script goes on at once.
  private func endWithLastResult() {
    guard services.terminal != nil, let session, !session.isIdle else { return end(.trials) }
    ending = ending ?? .trials
    session.stopAfterFeedback()
  }

  private func finish() {
    guard let ending, let continuation = whenEnded else { return }
    whenEnded = nil
    services.listen(nil)
    link.stage?.player.onIntent = nil
    link.stage?.player.onPrepare = nil
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

  /// Ctrl-Z. Of several trainings of a run this one is over then; a single one goes on at a key.
  private func suspend() {
    Task {
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
      resultObservers: [recording], observers: [self],
      runID: recording.begin(on: stage.engine.description, outputs: link.outputConnections ?? []),
      firstIndex: nextIndex,
      willPose: { [history = services.history] in history.refresh() }, random: random)
    self.session = session
    hasTrained = true
    settings.refresh()
    stageSettings.begin(on: stage)
    stage.player.onIntent = { [weak self] in self?.handle($0, sliderAt: $1) }
    stage.player.onPrepare = { [weak self] in self?.prepareForTrial() }
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

  private func prepareForTrial() {
    if let stage = link.stage { stageSettings.updateFonts(on: stage) }
  }

  func interruptTraining() -> Bool {
    guard hasTrained else { return false }
    hasTrained = false
    if services.idleMode != nil, ending == nil { ending = .interrupted }
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
        .fewNotes(sound.description, count: notes.count, of: notes.possibleCount))
    case .trial(let trial):
      self.trial = trial
      let shown = face.shown(trial)
      for mode in modes { mode.show(shown) }
    case .state(let state):
      guard let trial else { return }
      let shown = face.shown(state, of: trial)
      for mode in modes { mode.show(shown) }
      if let stage = link.stage { stageSettings.bindControls(on: stage) }
      checkOutput()
    case .result(let outcome):
      guard let trial else { return }
      lastRun = session?.run
      let shown = face.shown(outcome, of: trial)
      for mode in modes { mode.show(shown) }
      results += 1
      nextIndex += 1
      if ending != nil { session?.stop() } else if results == trialLimit { endWithLastResult() }
    case .withdrawn(let trial, let outcome):
      lastRun = session?.run
      results -= 1
      let shown = face.withdrawn(outcome, of: trial)
      for mode in modes { mode.show(shown) }
    case .paused(let reason):
      let shown = face.shown(reason)
      for mode in modes { mode.show(shown) }
      checkOutput()
    case .discarded(let trial, let reason):
      let shown = face.shown(reason, of: trial)
      for mode in modes { mode.show(shown) }
    case .stopped(let reason):
      let lines = lastRun.map { face.summary(of: $0, services.history.hearing) } ?? []
      for line in lines { mode.showSummary(line) }
      lastRun = nil
      stopped(reason)
    }
  }

  private func stopped(_ reason: StopReason) {
    // It holds the player, whose client may be about to go.
    session = nil
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

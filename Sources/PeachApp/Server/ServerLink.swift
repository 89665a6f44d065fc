import Console
import Foundation
import MainThread
import Sound
import SoundFonts
import Training

/// The connection to the JACK server during a whole run. It opens the client, notices when the
/// server goes away or changes, reconnects, and decides when training may continue. Main thread.
///
/// It drives a ``ServerLinkMachine`` and shows the messages that all trainings share.
final class ServerLink {
  weak var delegate: (any ServerLinkDelegate)?

  /// Shows the messages. It may change from training to training.
  var view: any OutputMode
  var machine = ServerLinkMachine()
  let global: GlobalOptions
  let settings: any UserSettings
  let library: SoundFontLibrary
  private let clock: any Clock<Duration>

  /// The client name that a session prescribes. No other name is accepted.
  var sessionName: String?

  /// Called with each client that has been opened.
  var onStage: ((PlayerClient) -> Void)?

  /// The inputs of controllers with which the MIDI output should be connected.
  var controllers: () -> [MIDISourcePattern] = { [] }

  /// The ports that are connected to the MIDI output, by their full names.
  var controllerPorts: [String] = []

  /// The target of the audio input, if the input is to be there all the time.
  var keptInput: () -> OutputTarget? = { nil }

  /// Called when the audio input has other connections.
  var onAudioSources: (() -> Void)?

  /// A task that ends when the last user of that engine's audio input has finished with it.
  var inputClosing: (engine: ObjectIdentifier, end: Task<Void, Never>)?

  /// The task to wait for before the audio input of this engine is used; `nil` for none.
  func closingInput(of engine: JackEngine) -> Task<Void, Never>? {
    inputClosing?.engine == ObjectIdentifier(engine) ? inputClosing?.end : nil
  }

  /// Called when the MIDI output has other connections.
  var onControllers: (() -> Void)?

  var stage: PlayerClient?

  /// Ends when the last opening has finished, whether or not its client was still wanted.
  var opening: Task<Void, Never>?

  /// The client of that opening, once the server has it and as long as something is still being done with it.
  var openingEngine: JackEngine?

  /// Ends when the last client has been closed, or its closing was left to libjack.
  var closing: Task<Void, Never>?

  // Values that a later client takes over from the first one.
  var grantedName: String?
  var connections = JackConnections()
  var formerOutputs: OutputWatch?
  var formerInput: OutputWatch?
  var portIdentities: PortIdentities?

  /// The ports to which the outputs should be connected.
  let outputs: () -> OutputTarget

  /// The connections that the client started with, until they are reported.
  var wired: PlayerClientWiring.Outcome?

  /// The ports to which the outputs were connected when the server was last asked, or said it by
  /// itself; `nil` without an answer.
  var outputPeers: [String]? { outputConnections.map(Self.peers) }

  /// The same with the ports of Peach.
  var outputConnections: [JackConnections.Connection]?

  /// The ports that are connected to the MIDI input, by their full names.
  var inputs: [String] = []

  /// Called when ``status`` may have changed.
  var onChange: (() -> Void)?

  /// Whether the user knows of the client.
  var isAnnounced = false

  /// Whether something is connected to the outputs. A server that does not answer is not believed to
  /// have nothing connected: that it hangs is noticed in another way.
  var isConnected: Bool { outputPeers?.isEmpty != true }

  private let lockMemory: () -> MemoryLock.Outcome
  let environment: [String: String]

  /// Whether memory could be locked; `nil` before a launch has tried.
  private var memoryLock: MemoryLock.Outcome?

  private var pause: Task<Void, Never>?
  private var launching: Task<Fault?, Never>?
  private var whenLaunched: CheckedContinuation<Fault?, Never>?

  /// - Parameters:
  ///   - outputs: the ports to which the outputs should be connected.
  ///   - environment: where the measurements of sounds are kept.
  ///   - lockMemory: called at each launch, while the server is asked for a client.
  init(
    global: GlobalOptions, settings: any UserSettings, library: SoundFontLibrary,
    outputs: @escaping () -> OutputTarget, view: any OutputMode,
    clock: any Clock<Duration> = ProgramClock(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    lockMemory: @escaping () -> MemoryLock.Outcome = { MemoryLock.lockAll() }
  ) {
    self.global = global
    self.settings = settings
    self.library = library
    self.outputs = outputs
    self.view = view
    self.clock = clock
    self.environment = environment
    self.lockMemory = lockMemory
  }

  // MARK: Requests of the run

  /// Opens the first client, if none has been opened; whoever else asks for it meanwhile waits for the same.
  /// Returns without a client if the link is closed meanwhile.
  ///
  /// - Throws: ``Fault`` if there is no server. A server that does not answer in time counts as
  ///   none.
  func launch() async throws(Fault) {
    guard isClosed || launching != nil else { return }
    let task =
      launching
      ?? Task {
        defer { launching = nil }
        guard !Task.isCancelled else { return nil }
        memoryLock = nil
        return await withCheckedContinuation { continuation in
          whenLaunched = continuation
          perform(machine.launch())
        }
      }
    launching = task
    if let fault = await task.value { throw fault }
  }

  /// Locks the memory before the first client of a launch runs. It takes some milliseconds, in which the server
  /// opens the client.
  func lockMemoryAtLaunch() { memoryLock = memoryLock ?? lockMemory() }

  /// Reports that Peach is ready and begins the training.
  private func begin() { perform(machine.begin()) }

  /// Whether no client has been opened yet.
  var isClosed: Bool { machine.state == .closed }

  /// Trains on the current client, after ``launch()`` or in a later training of the run. If the
  /// server is away, training waits for the user, as it does after a loss.
  func train() {
    switch machine.state {
    case .launched: begin()
    case .training: trainOnStage()
    case .waitingForStart: _ = start()
    default: notifyWhyItWaits()
    }
  }

  /// Whether a training that is requested now can begin at once.
  var isReadyToTrain: Bool {
    switch machine.state {
    case .launched, .training, .waitingForStart: true
    case .closed, .suspended, .launching, .freewheeling, .leaving, .pausing, .reopening: false
    }
  }

  /// Reports what a training has to wait for.
  func notifyWhyItWaits() {
    if machine.state == .freewheeling {
      view.showFault(.freewheeling)
    } else {
      view.showNotice(.reconnecting(wait: .zero))
    }
  }

  /// The user wants to continue. Returns `false` if that does not fit the state.
  func start() -> Bool {
    let action = machine.start()
    perform(action)
    return action != nil
  }

  /// Whether a server is wanted but missing.
  var isAway: Bool { machine.state.isAway }

  /// Fades out the sound and leaves the server for good. Nothing is reported any more, and whoever waits for
  /// a launch waits no longer. The task ends when the client is closed, which is soon even if the server
  /// hangs.
  func close() -> Task<Void, Never>? {
    machine.end()
    pause?.cancel()
    launching?.cancel()
    finishLaunch(nil)
    closeStage()
    return closing
  }

  // MARK: Actions

  func perform(_ action: ServerLinkMachine.Action?) {
    defer { onChange?() }
    switch action {
    case .open(let step): open(step)
    case .launched: finishLaunch(nil)
    case .announceAndTrain:
      announce()
      if case .refused(let bytes) = memoryLock {
        view.showNotice(.memoryNotLocked(limitBytes: bytes))
      }
      trainOnStage()
    case .announceAndOfferStart:
      announce()
      view.showNotice(delegate?.isIdle == true ? .idle : .waitingForStart)
    case .train: trainOnStage()
    case .interrupt(let fault): interrupt(fault)
    case .leave(let fault, let step):
      interrupt(fault)
      closeStage()
      let closing = closing
      Task { [weak self] in
        await closing?.value
        guard let self else { return }
        perform(machine.hasLeft(step))
      }
    case .retry(let wait, let fault, let step):
      if let fault { view.showNotice(.cannotReconnect(fault)) }
      view.showNotice(.reconnecting(wait: wait))
      pause = after(wait) { $0.machine.waited(step) }
    case .complain(let fault): view.showNotice(.cannotReconnect(fault))
    case .giveUp(let fault):
      if !finishLaunch(fault) { delegate?.serverLinkFailed(fault) }
    case .close:
      pause?.cancel()
      closeStage()
    case nil: break
    }
  }

  private func trainOnStage() {
    if let stage { delegate?.train(on: stage) }
  }

  private func interrupt(_ fault: Fault) {
    view.showFault(fault)
    if let delegate, delegate.interruptTraining() {
      view.showStopped(.interrupted, trials: delegate.results)
    }
  }

  /// Sends an input to the machine after a wait, and performs its action.
  func after(
    _ wait: Duration,
    _ input: @escaping (ServerLink) -> ServerLinkMachine.Action?
  ) -> Task<Void, Never> {
    Task { [weak self, clock] in
      guard (try? await clock.sleep(for: wait)) != nil, let self else { return }
      perform(input(self))
    }
  }

  @discardableResult
  private func finishLaunch(_ fault: Fault?) -> Bool {
    guard let continuation = whenLaunched else { return false }
    whenLaunched = nil
    continuation.resume(returning: fault)
    return true
  }
}

extension ServerLink {
  /// Leaves the server and stops the process, as Ctrl-Z requests. When the process continues, it
  /// looks for the server as it does after a loss. Returns at once if the run is ending, or if nothing could
  /// continue the process.
  func suspend(on terminal: Terminal?) async {
    guard JobControl.canStop else { return view.showNotice(.cannotStop) }
    guard let action = machine.suspend() else { return }
    let wasTraining = delegate?.interruptTraining() ?? false
    perform(action)
    // A client that is still being opened is too late. If that takes long, as with a large font, it is closed now, and
    // otherwise as soon as it is open.
    await openingHasEnded()
    await openingEngine?.close()
    await closing?.value
    // The user may have ended the run while the sound faded out.
    guard machine.state == .suspended else { return }
    if wasTraining { view.showStopped(.interrupted, trials: delegate?.results ?? 0) }
    view.close()
    terminal?.restore()
    JobControl.stop(on: terminal)
    terminal?.enterKeyMode()
    perform(machine.resume())
  }

  /// Waits for an opening in progress, but not for a server that hangs.
  func openingHasEnded() async {
    if let opening { await waitForEnd(of: opening, within: .seconds(1)) }
  }
}

import Console
import Foundation
import Sound
import SoundFonts
import Training

/// The way to the JACK server over a whole run: opens the client, notices when the server goes or
/// changes, gets it back, and says when training may go on. Main thread.
///
/// It drives a ``ServerLinkMachine`` and does the telling that every training shares.
final class ServerLink {
  weak var delegate: (any ServerLinkDelegate)?

  /// What is told goes here; it may change from training to training.
  var view: any OutputMode
  var machine = ServerLinkMachine()
  let global: GlobalOptions
  let settings: any UserSettings
  let library: SoundFontLibrary
  private let clock: any Clock<Duration>

  /// The name that a session prescribes; no other one will do.
  var sessionName: String?

  /// Told of each client that has come.
  var onStage: ((PlayerClient) -> Void)?

  var stage: PlayerClient?

  /// Ends when the last opening has come to its end, whether or not its client was still wanted.
  var opening: Task<Void, Never>?

  /// Ends when the last stage is closed, or libjack was left to itself with it.
  var closing: Task<Void, Never>?

  // What a client after the first one takes over.
  var grantedName: String?
  var connections = JackConnections()
  var formerOutputs: OutputWatch?
  var portIdentities: PortIdentities?

  /// With what the outputs are to be connected.
  let outputs: () -> OutputTarget

  /// The connections with which the client began, until they are told.
  var wired: PlayerClientWiring.Outcome?

  /// Whether memory could be locked.
  private var memoryLock: MemoryLock.Outcome?

  private var pause: Task<Void, Never>?
  private var whenLaunched: CheckedContinuation<Fault?, Never>?

  init(
    global: GlobalOptions, settings: any UserSettings, library: SoundFontLibrary,
    outputs: @escaping () -> OutputTarget, view: any OutputMode,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.global = global
    self.settings = settings
    self.library = library
    self.outputs = outputs
    self.view = view
    self.clock = clock
  }

  // MARK: What the run wants

  /// Opens the first client.
  ///
  /// - Throws: ``Fault`` where there is no server; one that does not answer in time counts as none.
  func launch() async throws(Fault) {
    memoryLock = MemoryLock.lockAll()
    let fault = await withCheckedContinuation { continuation in
      whenLaunched = continuation
      perform(machine.launch())
    }
    if let fault { throw fault }
  }

  /// Tells that Peach is ready and lets the training begin.
  private func begin() { perform(machine.begin()) }

  /// Whether no client was opened yet.
  var isClosed: Bool { machine.state == .closed }

  /// Trains on the client that there is, after ``launch()`` or in a later training of the run. While the
  /// server is away training waits for the user, as after a loss.
  func train() {
    switch machine.state {
    case .launched: begin()
    case .training: trainOnStage()
    case .waitingForStart: _ = start()
    default: tellWhyItWaits()
    }
  }

  /// Whether a training that is wanted now begins now.
  var isReadyToTrain: Bool {
    switch machine.state {
    case .launched, .training, .waitingForStart: true
    case .closed, .suspended, .launching, .freewheeling, .leaving, .pausing, .reopening: false
    }
  }

  /// Tells what a training has to wait for.
  func tellWhyItWaits() {
    if machine.state == .freewheeling {
      view.showFault(.freewheeling)
    } else {
      view.showNotice(.reconnecting(wait: .zero))
    }
  }

  /// The user wants to go on; false where that does not fit.
  func start() -> Bool {
    let action = machine.start()
    perform(action)
    return action != nil
  }

  /// Whether training goes on when the user says so.
  var isWaitingForStart: Bool { machine.state == .waitingForStart }

  /// Whether there should be a server and is none.
  var isAway: Bool { machine.state.isAway }

  /// Lets what sounds fade out and leaves the server for good. Nothing is told any more; the task ends
  /// when the client is closed, soon even where the server hangs.
  func close() -> Task<Void, Never>? {
    machine.end()
    pause?.cancel()
    closeStage()
    return closing
  }

  // MARK: Acting

  func perform(_ action: ServerLinkMachine.Action?) {
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
      view.showNotice(.waitingForStart)
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

  /// Does to the machine what is due after a while.
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

/// A training, as the link to the server sees it. Main thread.
protocol ServerLinkDelegate: AnyObject {
  /// The results of this run so far.
  var results: Int { get }

  /// Training begins, or goes on, on this stage.
  func train(on stage: PlayerClient)

  /// Training stops at once; what is unfinished is discarded. Returns whether there was any.
  func interruptTraining() -> Bool

  /// There will be no server any more.
  func serverLinkFailed(_ fault: Fault)
}

extension ServerLink {
  /// Leaves the server, stops the process as Ctrl-Z asks, and when it goes on looks for the server as
  /// after a loss. Returns at once where the run is ending.
  func suspend(on terminal: Terminal?) async {
    guard let action = machine.suspend() else { return }
    let wasTraining = delegate?.interruptTraining() ?? false
    perform(action)
    // A client that is just being opened comes too late, and is closed as soon as it is there.
    await openingHasEnded()
    await closing?.value
    // While the sound faded out the user may have asked for the end.
    guard machine.state == .suspended else { return }
    if wasTraining { view.showStopped(.interrupted, trials: delegate?.results ?? 0) }
    view.close()
    terminal?.restore()
    // To this very thread: a signal to the process could be taken by another one, and this one would
    // run on for a while before it stops.
    pthread_kill(pthread_self(), SIGSTOP)
    terminal?.enterKeyMode()
    perform(machine.resume())
  }

  /// Waits for an opening that is under way, but not for a server that hangs.
  private func openingHasEnded() async {
    guard let opening else { return }
    let (outcomes, first) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let limit = Task {
      try? await Task.sleep(for: .seconds(1))
      first.yield()
    }
    Task {
      await opening.value
      first.yield()
    }
    for await _ in outcomes { break }
    limit.cancel()
  }
}

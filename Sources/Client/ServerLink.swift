import Console
import Foundation
import Intonation
import MainThread
import Music
import Program
import Sound
import SoundFonts
import Training

/// The connection to the JACK server during a whole run. It opens the client, notices when the
/// server goes away or changes, reconnects, and decides when training may continue. Main thread.
///
/// It drives a ``ServerLinkMachine`` and shows the messages that all trainings share.
package final class ServerLink {
  package weak var delegate: (any ServerLinkDelegate)?

  /// Shows the messages. It may change from training to training.
  package var view: any LinkView
  private var machine = ServerLinkMachine()
  private let global: GlobalOptions
  private let settings: any UserSettings
  package let library: SoundFontLibrary
  private let clock: any Clock<Duration>

  /// The client name that a session prescribes. No other name is accepted.
  package var sessionName: String?

  /// Called with each client that has been opened.
  package var onStage: ((PlayerClient) -> Void)?

  /// The inputs of controllers with which the MIDI output should be connected.
  package var controllers: () -> [MIDISourcePattern] = { [] }

  /// The ports that are connected to the MIDI output, by their full names.
  private var controllerPorts: [String] = []

  /// The target of the audio input, if the input is to be there all the time.
  package var keptInput: () -> PortTarget? = { nil }

  /// Whether the client has a trigger output.
  package var hasTrigger: () -> Bool = { false }

  /// Called when the audio input has other connections.
  package var onAudioSources: (() -> Void)?

  /// A task that ends when the last user of that engine's audio input has finished with it.
  package var inputClosing: (engine: ObjectIdentifier, end: Task<Void, Never>)?

  /// The task to wait for before the audio input of this engine is used; `nil` for none.
  package func closingInput(of engine: JackEngine) -> Task<Void, Never>? {
    inputClosing?.engine == ObjectIdentifier(engine) ? inputClosing?.end : nil
  }

  /// Called when the MIDI output has other connections.
  package var onControllers: (() -> Void)?

  package private(set) var stage: PlayerClient?

  /// Ends when the last opening has finished, whether or not its client was still wanted.
  private var opening: Task<Void, Never>?

  /// The client of that opening, once the server has it and as long as something is still being done with it.
  private var openingEngine: JackEngine?

  /// Ends when the last client has been closed, or its closing was left to libjack.
  private var closing: Task<Void, Never>?

  // Values that a later client takes over from the first one.
  private var grantedName: String?
  private var connections = JackConnections()
  private var formerOutputs: PortRule?
  private var formerInput: PortRule?
  private var portIdentities: PortIdentities?

  /// The ports to which the outputs should be connected.
  package let outputs: () -> PortTarget

  /// The connections that the client started with, until they are reported.
  private var wired: PlayerClientWiring.Outcome?

  /// The ports to which the outputs were connected when the server was last asked, or said it by
  /// itself; `nil` without an answer.
  private var outputPeers: [String]? { outputConnections.map(Self.peers) }

  /// The same with the ports of Peach.
  package private(set) var outputConnections: [JackConnections.Connection]?

  /// The ports that are connected to the MIDI input, by their full names.
  package private(set) var inputs: [String] = []

  /// Called when ``status`` may have changed.
  package var onChange: (() -> Void)?

  /// Whether the user knows of the client.
  private var isAnnounced = false

  /// Whether something is connected to the outputs. A server that does not answer is not believed to
  /// have nothing connected: that it hangs is noticed in another way.
  package var isConnected: Bool { outputPeers?.isEmpty != true }

  private let lockMemory: () -> MemoryLock.Outcome
  private let environment: [String: String]

  /// Whether memory could be locked; `nil` before a launch has tried.
  private var memoryLock: MemoryLock.Outcome?

  private var pause: Task<Void, Never>?
  private var launching: Task<Fault?, Never>?
  private var whenLaunched: CheckedContinuation<Fault?, Never>?

  /// - Parameters:
  ///   - outputs: the ports to which the outputs should be connected.
  ///   - environment: where the measurements of sounds are kept.
  ///   - lockMemory: called at each launch, while the server is asked for a client.
  package init(
    global: GlobalOptions, settings: any UserSettings, library: SoundFontLibrary,
    outputs: @escaping () -> PortTarget, view: any LinkView,
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
  package func launch() async throws(Fault) {
    guard isClosed || launching != nil else { return }
    let task =
      launching
      ?? Task {
        defer { launching = nil }
        guard !Task.isCancelled else { return nil }
        memoryLock = nil
        return await withCheckedContinuation { continuation in
          invariant(whenLaunched == nil, "one launch is under way at a time")
          whenLaunched = continuation
          perform(machine.launch())
        }
      }
    launching = task
    if let fault = await task.value { throw fault }
  }

  /// Locks the memory before the first client of a launch runs. It takes some milliseconds, in which the server
  /// opens the client.
  private func lockMemoryAtLaunch() { memoryLock = memoryLock ?? lockMemory() }

  /// Reports that Peach is ready and begins the training.
  private func begin() { perform(machine.begin()) }

  /// Whether there is no client, and none is being opened.
  package var isClosed: Bool { machine.state == .closed }

  /// Trains on the current client, after ``launch()`` or in a later training of the run. If the
  /// server is away, training waits for the user, as it does after a loss.
  package func train() {
    switch machine.state {
    case .launched: begin()
    case .training: trainOnStage()
    case .waitingForStart: _ = start()
    default: notifyWhyItWaits()
    }
  }

  /// Whether a training that is requested now can begin at once.
  package var isReadyToTrain: Bool {
    switch machine.state {
    case .launched, .training, .waitingForStart: true
    case .closed, .suspended, .launching, .freewheeling, .leaving, .pausing, .reopening: false
    }
  }

  /// Reports what a training has to wait for.
  package func notifyWhyItWaits() {
    if machine.state == .freewheeling {
      view.showFault(.freewheeling)
    } else {
      view.showNotice(.reconnecting(wait: .zero))
    }
  }

  /// The user wants to continue. Returns `false` if that does not fit the state.
  package func start() -> Bool {
    let action = machine.start()
    perform(action)
    return action != nil
  }

  /// Whether the process is stopped, or about to be.
  package var isSuspended: Bool { machine.state == .suspended }

  /// Whether a server is wanted but missing.
  package var isAway: Bool { machine.state.isAway }

  /// Fades out the sound and leaves the server for good. Nothing is reported any more, and whoever waits for
  /// a launch waits no longer. The task ends when the client is closed, which is soon even if the server
  /// hangs.
  package func close() -> Task<Void, Never>? {
    machine.end()
    pause?.cancel()
    launching?.cancel()
    finishLaunch(nil)
    closeStage()
    return closing
  }

  // MARK: Actions

  private func perform(_ action: ServerLinkMachine.Action?) {
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
      pause = after(wait) { $0.perform($0.machine.waited(step)) }
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
    invariant(stage != nil, "a training has a client")
    if let stage { delegate?.train(on: stage) }
  }

  private func interrupt(_ fault: Fault) {
    view.showFault(fault)
    if let delegate, delegate.interruptTraining() {
      view.showStopped(.interrupted, trials: delegate.results)
    }
  }

  /// Calls `body` after a wait, unless the task is cancelled or this is gone by then.
  @discardableResult
  private func after(
    _ wait: Duration, _ body: @escaping (ServerLink) -> Void
  ) -> Task<Void, Never> {
    Task { [weak self, clock] in
      guard (try? await clock.sleep(for: wait)) != nil, let self else { return }
      body(self)
    }
  }

  @discardableResult
  private func finishLaunch(_ fault: Fault?) -> Bool {
    guard let continuation = whenLaunched else { return false }
    whenLaunched = nil
    continuation.resume(returning: fault)
    return true
  }

  // MARK: Suspension

  /// Leaves the server and stops the process, as Ctrl-Z requests. When the process continues, it
  /// looks for the server as it does after a loss. Returns at once if the run is ending, or if nothing could
  /// continue the process.
  package func suspend(on terminal: Terminal?) async {
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
  package func openingHasEnded() async {
    if let opening { await waitForEnd(of: opening, within: .seconds(1)) }
  }

  // MARK: Clients

  /// How long opening a client may take before the server counts as hanging.
  private static let timeout = Duration.seconds(3)

  private func open(_ step: ServerLinkMachine.Step) {
    let timeout = after(Self.timeout) { [server = global.server] in
      $0.perform($0.machine.openingIsSlow(step, server: server))
    }
    opening = Task {
      var engine: JackEngine?
      defer {
        timeout.cancel()
        if openingEngine === engine { openingEngine = nil }
      }
      do {
        let stage = try await PlayerClient.open(
          name: grantedName ?? sessionName ?? global.clientName,
          isExact: (grantedName ?? sessionName) != nil || global.exactName,
          server: global.server, identities: portIdentities, library: library, settings: settings,
          tables: IntonationCache(environment: environment),
          meanwhile: { lockMemoryAtLaunch() },
          whenOpened: {
            timeout.cancel()
            engine = $0
            openingEngine = $0
          },
          whenSlow: { [weak self] in
            guard let self, machine.isOpening(step) else { return }
            view.showNotice(.soundLoading(settings.soundSource.description))
          },
          whenLoading: { [weak self] share in
            guard let self, machine.isOpening(step) else { return }
            view.showNotice(.soundLoading(settings.soundSource.description, progress: share))
          })
        if hasTrigger() { try await stage.engine.openTrigger() }
        // What comes until somebody listens counts, too.
        let wired = WiringOutcome()
        await stage.connect(
          PlayerClientWiring(
            former: connections, outputs: outputRule, sources: global.midiPatterns,
            controllers: controllers()), outcome: wired)
        // Nobody reads it yet, so its lack is no reason not to train.
        if let target = keptInput() { _ = try? await stage.openInput(inputRule(target)) }
        let outputs = await stage.engine.askForOutputs(
          after: wired.value.outputs + wired.value.restored)
        receive(stage, wired.value, outputs, step)
      } catch {
        let fault = Fault(any: error)
        perform(machine.openingFailed(step, fault, isLasting: !(error is JackError)))
      }
    }
  }

  /// The ports to which the outputs should be connected. Connections that the user has removed are
  /// not made again on a later server.
  private var outputRule: PortRule {
    let target = outputs()
    if let formerOutputs, formerOutputs.target == target { return formerOutputs.onNextServer }
    return PortRule(.outputs, target)
  }

  /// The port to which the audio input should be connected, likewise.
  package func inputRule(_ target: PortTarget) -> PortRule {
    if let formerInput, formerInput.target == target { return formerInput.onNextServer }
    return PortRule(.input, target)
  }

  /// A client has been opened. It may be too late, or its server may have gone away meanwhile.
  private func receive(
    _ stage: PlayerClient, _ wired: PlayerClientWiring.Outcome,
    _ outputs: [JackConnections.Connection]?, _ step: ServerLinkMachine.Step
  ) {
    guard stage.engine.isRunning else { return receiveLost(stage, step) }
    guard let action = machine.opened(step) else {
      closing = stage.closing()
      return
    }
    self.stage = stage
    self.wired = wired
    outputConnections = outputs
    inputs = stage.engine.inputs
    listen(to: stage)
    onStage?(stage)
    perform(action)
    if stage.engine.isFreewheeling { perform(machine.freewheels(true)) }
  }

  /// The client can no longer play before it was used: its server has gone away, or has forgotten
  /// the client and is ready for another one.
  private func receiveLost(_ stage: PlayerClient, _ step: ServerLinkMachine.Step) {
    let closing = stage.closing()
    self.closing = closing
    guard stage.engine.fault == .openedInFreewheel else {
      return perform(machine.openingFailed(step, .noServer(name: global.server), isLasting: false))
    }
    portIdentities = stage.engine.portIdentities
    opening = Task {
      await closing.value
      if machine.isOpening(step) { open(step) }
    }
  }

  /// Begins to close the client, if there is one. `closing` ends when that is done.
  private func closeStage() {
    guard let stage else { return }
    self.stage = nil
    isAnnounced = false
    outputConnections = nil
    inputs = []
    controllerPorts = []
    connections = stage.engine.connections
    formerOutputs = stage.engine.outputRule
    formerInput = stage.engine.inputRule
    portIdentities = stage.engine.portIdentities
    closing = stage.closing()
  }

  // MARK: News of a client

  /// Reports the events of a client.
  private func listen(to stage: PlayerClient) {
    stage.engine.onNews = { [weak self] in self?.handle($0) }
    stage.player.onNotice = { [weak self, library] notice in
      self?.view.showNotice(Notice(notice) { $0.knownName(in: library) })
    }
  }

  private func handle(_ news: JackEngine.News) {
    defer { onChange?() }
    switch news {
    case .fault(let fault): perform(machine.lost(Fault(fault)))
    case .freewheel(let isOn):
      perform(machine.freewheels(isOn))
    case .xruns(let count):
      // An xrun does not matter while nothing sounds. Opening a client can cause some.
      guard machine.state == .training else { break }
      view.showNotice(.xrun(count: count))
      delegate?.soundBrokeOff()
    case .stalled(let isStalled):
      // Until Peach is announced there is nothing that could wait.
      if isAnnounced { view.showNotice(isStalled ? .serverStalled : .serverResumed) }
      delegate?.serverStalled(isStalled)
    case .outputs(let connections): handle(outputs: connections)
    case .inputs(let ports): update(inputs: ports)
    case .controllers:
      update(controllers: stage?.engine.controllers ?? [])
      onControllers?()
    case .audioSources(let sources):
      // An input that moves is connected to nothing in between.
      after(sources.isEmpty ? .milliseconds(250) : .zero) { $0.onAudioSources?() }
    case .bufferSize(let frames): view.showNotice(.bufferSize(frames: frames))
    case .connected(.restored(let connection)):
      view.showNotice(.connectionRestored(port: connection.port, peer: connection.peer))
    case .connected(.outputs(let connections)): notifyOfOutputs(connections)
    case .connected(.input(let connection)):
      view.showNotice(.inputConnected(source: connection.peer))
    case .connected(.source(let name)): view.showNotice(.midiConnected(source: name))
    }
  }

  /// The full names of the ports to which outputs are connected, each once.
  private static func peers(_ connections: [JackConnections.Connection]) -> [String] {
    var seen: Set<String> = []
    return connections.map(\.peer).filter { seen.insert($0).inserted }
  }

  /// The outputs have other connections. That nothing is connected any more is believed when the
  /// server still says so a moment later: in between ports are replaced, and a server that shuts
  /// down removes them before it says so.
  private func handle(outputs: [JackConnections.Connection]) {
    guard outputs.isEmpty, outputPeers?.isEmpty != true else { return update(outputs) }
    after(.milliseconds(250)) { [weak stage] link in
      guard let stage, stage === link.stage else { return }
      Task { await link.askForOutputs() }
    }
  }

  /// Asks the server what the outputs are connected to, and reports it if it has changed.
  package func askForOutputs() async {
    guard let stage else { return }
    let granted = wired.map { $0.outputs + $0.restored } ?? []
    let outputs = await stage.engine.askForOutputs(after: granted)
    guard let outputs, stage === self.stage else { return }
    update(outputs)
  }

  private func update(_ outputs: [JackConnections.Connection]) {
    let peers = Self.peers(outputs)
    let former = outputPeers
    outputConnections = outputs
    guard peers != former else { return }
    onChange?()
    // Until Peach is announced, `ready` will say it.
    guard isAnnounced else { return }
    view.showConnections(peers)
    if peers.isEmpty { view.showNotice(.unconnected) }
    delegate?.outputsChanged()
  }

  /// The MIDI input has other connections. A port that was renamed is none that has gone.
  private func update(inputs ports: [String]) {
    let gone = inputs.filter { !ports.contains($0) }
    let isFewer = ports.allSatisfy(inputs.contains)
    inputs = ports
    guard isAnnounced, isFewer else { return }
    for port in gone { view.showNotice(.midiDisconnected(source: port)) }
  }

  /// What sounds, where and how loud.
  private func opening(on stage: PlayerClient) -> String {
    var facts = StatusFacts()
    facts.link = status
    facts.sound = stage.player.soundingSource.name(in: library)
    facts.level = settings.outputLevel.decibels
    return facts.spoken
  }

  /// Reports that Peach is ready. For a client after the first one, also reports what it took over.
  private func announce() {
    guard let stage else { return }
    var description = stage.description(isConnected: isConnected)
    description.opening = opening(on: stage)
    let wired = wired
    self.wired = nil
    isAnnounced = true
    if grantedName != nil, let wired { notifyOfRestored(wired.restored, on: stage) }
    view.showReady(description)
    if grantedName == nil, sessionName == nil, description.client != global.clientName {
      view.showNotice(.clientName(asked: global.clientName, granted: description.client))
    }
    if let wired {
      // One that was made when the client was opened may be gone by now.
      let outputs = wired.outputs.filter { outputPeers?.contains($0.peer) ?? true }
      if !outputs.isEmpty {
        notifyOfOutputs(outputs)
      } else if grantedName == nil {
        notifyOfMissingOutputs(on: stage)
      }
      notifyOfSources(wired.sources, on: stage)
      notifyOfControllers(on: stage)
    }
    if !isConnected { view.showNotice(.unconnected) }
    if stage.engine.isStalled { view.showNotice(.serverStalled) }
    grantedName = description.client
  }

  private func notifyOfOutputs(_ connections: [JackConnections.Connection]) {
    view.showNotice(.connected(connections))
  }

  /// Reports why Peach has not connected the outputs. A server that has just started accepts clients before
  /// it has ports, so this waits for a moment.
  private func notifyOfMissingOutputs(on stage: PlayerClient) {
    guard stage.engine.outputRule.target != .nothing else { return }
    after(.milliseconds(500)) { [weak stage] link in
      guard let stage, stage === link.stage else { return }
      Task { await link.notifyOfOthers(on: stage) }
    }
  }

  /// Reports that there is no port to which the outputs could be connected, or to what another program has
  /// connected them. Asks the server for both.
  private func notifyOfOthers(on stage: PlayerClient) async {
    guard let ports = await stage.engine.audioPorts(for: .outputs),
      let outputs = await stage.engine.askForOutputs(), stage === self.stage,
      !stage.engine.outputRule.holdsAny
    else { return }
    let target = stage.engine.outputRule.target
    let wanted = target.fitting(ports)
    let heard = (wanted + ports.filter(\.isPhysical)).map(\.name)
    if wanted.isEmpty {
      view.showNotice(.noOutput(pattern: target.pattern))
    } else if outputs.contains(where: { heard.contains($0.peer) }) {
      notifyOfOutputs(outputs)
    } else if !outputs.isEmpty {
      view.showNotice(.connectedElsewhere(outputs))
    }
  }

  private func notifyOfSources(_ sources: [String], on stage: PlayerClient) {
    for source in sources { view.showNotice(.midiConnected(source: source)) }
    // A source that is about to be connected is reported when it is connected.
    if sources.isEmpty, !global.connectMidi.isEmpty, !stage.engine.hasSource {
      view.showNotice(.noMIDISource(pattern: global.connectMidi.joined(separator: ", ")))
    }
  }

  private func notifyOfRestored(
    _ restored: [JackConnections.Connection], on stage: PlayerClient
  ) {
    view.showNotice(.reconnected(client: stage.engine.description.clientName))
    for connection in restored {
      view.showNotice(.connectionRestored(port: connection.port, peer: connection.peer))
    }
    for connection in stage.engine.connections.missing {
      view.showNotice(.connectionMissing(port: connection.port, peer: connection.peer))
    }
  }

  // MARK: Controllers

  /// A moment in which a server that has just started can get ports, and in which it is known which
  /// connections have been made.
  private static let arrivalTime = Duration.milliseconds(500)

  /// The MIDI output has other connections. A port that was renamed is none that has come.
  private func update(controllers ports: [String]) {
    let new = ports.filter { !controllerPorts.contains($0) }
    let isMore = controllerPorts.allSatisfy(ports.contains)
    controllerPorts = ports
    // Those of a client that is not announced yet are reported with it, and connections that only the user
    // makes need no report.
    guard isAnnounced, isMore, !controllers().isEmpty else { return }
    for port in new { view.showNotice(.midiOutputConnected(input: port)) }
  }

  /// Reports which controllers are connected to a client that is announced now, or a moment later that none
  /// is.
  private func notifyOfControllers(on stage: PlayerClient) {
    let patterns = controllers()
    guard !patterns.isEmpty else { return }
    controllerPorts = []
    update(controllers: stage.engine.controllers)
    after(Self.arrivalTime) { [weak stage] link in
      // One that is about to be connected is reported when it is connected.
      guard let stage, stage === link.stage, !stage.engine.hasController,
        stage.engine.controllers.isEmpty
      else { return }
      link.view.showNotice(
        .noMIDIInput(pattern: patterns.map(\.text).joined(separator: ", ")))
    }
  }

  /// As it is now: a status that was asked for earlier may no longer be true.
  package var status: LinkStatus {
    guard let stage else { return LinkStatus(server: isAway ? .away : .unasked) }
    let server: LinkStatus.Server =
      stage.engine.isStalled ? .stalled : stage.engine.isFreewheeling ? .freewheeling : .running
    return LinkStatus(server: server, outputs: outputPeers, inputs: inputs)
  }
}

extension ServerLink: OutputLink {
  package var player: SoundFontNotePlayer? { stage?.player }

  package func audioPorts(for role: PortRole) async -> [ServerPort]? {
    guard let engine = stage?.engine else { return nil }
    // Peach is not to hear itself.
    return await engine.audioPorts(for: role)?
      .filter { !$0.name.hasPrefix("\(engine.description.clientName):") }
  }

  package func tryConnecting(_ rule: PortRule) async {
    await move { _ = await $0.tryConnecting(rule) }
  }
  package func endTrying() async { await move { await $0.endTrying() } }
  package func move(to rule: PortRule) async { await move { _ = await $0.move(to: rule) } }
  package func leave(_ role: PortRole) async { await move { await $0.leave(role) } }

  /// Returns when the ports of the client do not move any more, or when it is clear that the server hangs.
  package func movesHaveEnded() async {
    if let last = stage?.moves.last { await waitForEnd(of: last, within: .seconds(3)) }
  }

  private func move(_ work: @escaping @MainActor (JackEngine) async -> Void) async {
    guard let stage else { return }
    await stage.moves.perform { [engine = stage.engine] in await work(engine) }
  }
}

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

  /// Shows the messages. Another training may set another one.
  package var view: any LinkView
  private var machine = ServerLinkMachine()
  private let global: GlobalOptions
  private let settings: any UserSettings
  package let library: SoundFontLibrary
  private let clock: any Clock<Duration>

  /// The client name that a session prescribes. No other name is accepted.
  package var sessionName: String?

  /// Called with each client that is opened.
  package var onClient: ((PlayerClient) -> Void)?

  /// The inputs of controllers with which the MIDI output should be connected.
  package var controllers: () -> [MIDISourcePattern] = { [] }

  /// The ports that are connected to the MIDI output, by their full names.
  private var controllerPorts: [String] = []

  /// The target of the audio input, if the input is open all the time.
  package var keptInput: () -> PortTarget? = { nil }

  package var hasTrigger: () -> Bool = { false }

  /// Called when the audio input has other connections.
  package var onAudioSources: (() -> Void)?

  /// Called when the MIDI output has other connections.
  package var onControllers: (() -> Void)?

  package private(set) var client: PlayerClient?

  /// Ends when the last opening has finished, even if its client is no longer wanted.
  private var opening: Task<Void, Never>?

  /// The client of that opening, from its activation to the end of the opening.
  private var openingEngine: JackEngine?

  /// Ends when the last client has been closed, or its closing was left to libjack.
  private var closing: Task<Void, Never>?

  // Values that a later client takes over from an earlier one.
  private var grantedName: String?
  private var connections = JackConnections()
  private var formerOutputs: PortRule?
  private var formerInput: PortRule?
  private var portIdentities: PortIdentities?

  /// The ports to which the outputs should be connected.
  package let outputs: () -> PortTarget

  /// The connections that the client started with, until they are reported.
  private var wired: MadeConnections?

  /// The connections of the outputs when the server last answered or reported them; `nil` if it has
  /// not.
  package private(set) var outputConnections: [JackConnections.Connection]?

  /// The full names of the ports of ``outputConnections``, each once.
  private var outputPeers: [String]? { outputConnections.map(Self.peers) }

  /// The ports that are connected to the MIDI input, by their full names.
  package private(set) var inputs: [String] = []

  /// Called when ``status`` may have changed.
  package var onChange: (() -> Void)?

  /// True once the client has been reported to the user.
  private var isAnnounced = false

  /// True if something is connected to the outputs, or if that is not known. A server that hangs is
  /// reported as such.
  package var isConnected: Bool { outputPeers?.isEmpty != true }

  private let lockMemory: () -> MemoryLock.Outcome
  private let environment: [String: String]

  /// The outcome of locking memory; `nil` before a launch has tried.
  private var memoryLock: MemoryLock.Outcome?

  private var pause: Task<Void, Never>?
  private var launching: Task<Fault?, Never>?
  private var whenLaunched: CheckedContinuation<Fault?, Never>?

  /// - Parameters:
  ///   - outputs: the ports to which the outputs should be connected.
  ///   - environment: determines the folder of the measurements of sounds.
  ///   - lockMemory: called at each launch, while the server opens the client. It takes some
  ///     milliseconds.
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

  /// Opens the first client, if none has been opened. Calls during an opening wait for it. Returns
  /// without a client if the link is closed meanwhile.
  ///
  /// - Throws: ``Fault`` if no server answers in time.
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

  package var isClosed: Bool { machine.state == .closed }

  /// Trains on the current client, after ``launch()`` or in a later training of the run. If the
  /// server is away, training waits for the user, as it does after a loss.
  package func train() {
    switch machine.state {
    case .launched: perform(machine.begin())
    case .training: trainOnClient()
    case .waitingForStart: _ = start()
    default: notifyWhyItWaits()
    }
  }

  /// True if a training that is requested now can begin at once.
  package var isReadyToTrain: Bool {
    switch machine.state {
    case .launched, .training, .waitingForStart: true
    case .closed, .suspended, .launching, .freewheeling, .leaving, .pausing, .reopening: false
    }
  }

  /// Reports why a training has to wait.
  package func notifyWhyItWaits() {
    if machine.state == .freewheeling {
      view.showFault(.freewheeling)
    } else {
      view.showNotice(.reconnecting(wait: .zero))
    }
  }

  /// Starts a training that waits for the user. Returns `false` if none does.
  package func start() -> Bool {
    let action = machine.start()
    perform(action)
    return action != nil
  }

  /// True while the process is stopped, or about to be.
  package var isSuspended: Bool { machine.state == .suspended }

  /// True if a server is wanted but missing.
  package var isAway: Bool { machine.state.isAway }

  /// Fades out the sound and leaves the server for good. Ends all reports and a ``launch()`` in
  /// progress. The task ends when the client is closed, which is soon even if the server hangs.
  package func close() -> Task<Void, Never>? {
    machine.end()
    pause?.cancel()
    launching?.cancel()
    finishLaunch(nil)
    closeClient()
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
      trainOnClient()
    case .announceAndOfferStart:
      announce()
      view.showNotice(delegate?.isIdle == true ? .idle : .waitingForStart)
    case .train: trainOnClient()
    case .interrupt(let fault): interrupt(fault)
    case .leave(let fault, let step):
      interrupt(fault)
      closeClient()
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
      closeClient()
    case nil: break
    }
  }

  private func trainOnClient() {
    invariant(client != nil, "a training has a client")
    if let client { delegate?.train(on: client) }
  }

  private func interrupt(_ fault: Fault) {
    view.showFault(fault)
    if let delegate, delegate.interruptTraining() {
      view.showStopped(.interrupted, trials: delegate.results)
    }
  }

  /// Calls `body` after a wait, unless the task is cancelled or the link released by then.
  @discardableResult
  private func after(
    _ wait: Duration, _ body: @escaping (ServerLink) async -> Void
  ) -> Task<Void, Never> {
    Task { [weak self, clock] in
      guard (try? await clock.sleep(for: wait)) != nil, let self else { return }
      await body(self)
    }
  }

  /// Ends the launch in progress; `false` if there is none.
  @discardableResult
  private func finishLaunch(_ fault: Fault?) -> Bool {
    guard let continuation = whenLaunched else { return false }
    whenLaunched = nil
    continuation.resume(returning: fault)
    return true
  }

  // MARK: Suspension

  /// Leaves the server and stops the process, as Ctrl-Z requests. When the process continues, looks
  /// for the server as after a loss. Returns at once if the run is ending, or if nothing could
  /// continue the process.
  package func suspend(on terminal: Terminal?) async {
    guard JobControl.canStop else { return view.showNotice(.cannotStop) }
    guard let action = machine.suspend() else { return }
    let wasTraining = delegate?.interruptTraining() ?? false
    perform(action)
    // A client that is still being opened is no longer wanted. It is closed when it is open, or now
    // if that takes long, as with a large font.
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
    if let opening { await withDeadline(.seconds(1)) { await opening.value } }
  }

  // MARK: Clients

  /// The time after which a server that has not opened the client counts as hanging.
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
        let client = try await PlayerClient.open(
          name: grantedName ?? sessionName ?? global.clientName,
          isExact: (grantedName ?? sessionName) != nil || global.exactName,
          server: global.server, identities: portIdentities, library: library, settings: settings,
          tables: IntonationCache(environment: environment),
          meanwhile: { memoryLock = memoryLock ?? lockMemory() },
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
        if hasTrigger() { try await client.engine.openTrigger() }
        let wired = await client.connect(
          former: connections, outputs: outputRule, sources: global.midiPatterns,
          controllers: controllers())
        // Nothing reads it yet, so training does not depend on it.
        if let target = keptInput() { _ = try? await client.openInput(inputRule(target)) }
        let outputs = await client.engine.askForOutputs(after: wired.outputs + wired.restored)
        receive(client, wired, outputs, step)
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

  /// The port to which the audio input should be connected, with the same exception.
  package func inputRule(_ target: PortTarget) -> PortRule {
    if let formerInput, formerInput.target == target { return formerInput.onNextServer }
    return PortRule(.input, target)
  }

  /// Uses a client that has been opened, unless it is no longer wanted or its server has gone away
  /// meanwhile.
  private func receive(
    _ client: PlayerClient, _ wired: MadeConnections,
    _ outputs: [JackConnections.Connection]?, _ step: ServerLinkMachine.Step
  ) {
    guard client.engine.isRunning else { return receiveLost(client, step) }
    guard let action = machine.opened(step) else {
      closing = client.closing()
      return
    }
    self.client = client
    self.wired = wired
    outputConnections = outputs
    inputs = client.engine.inputs
    listen(to: client)
    onClient?(client)
    perform(action)
    if client.engine.isFreewheeling { perform(machine.freewheels(true)) }
  }

  /// Closes a client that was lost before it was used: its server has gone away, or has forgotten
  /// the client and is ready for another one.
  private func receiveLost(_ client: PlayerClient, _ step: ServerLinkMachine.Step) {
    let closing = client.closing()
    self.closing = closing
    guard client.engine.fault == .openedInFreewheel else {
      return perform(machine.openingFailed(step, .noServer(name: global.server), isLasting: false))
    }
    portIdentities = client.engine.portIdentities
    opening = Task {
      await closing.value
      if machine.isOpening(step) { open(step) }
    }
  }

  /// Begins to close the client, if there is one.
  private func closeClient() {
    guard let client else { return }
    self.client = nil
    isAnnounced = false
    outputConnections = nil
    inputs = []
    controllerPorts = []
    connections = client.engine.connections
    formerOutputs = client.engine.outputRule
    formerInput = client.engine.inputRule
    portIdentities = client.engine.portIdentities
    closing = client.closing()
  }

  // MARK: News of a client

  /// Reports the events of a client.
  private func listen(to client: PlayerClient) {
    client.engine.onNews = { [weak self] in self?.handle($0) }
    client.player.onNotice = { [weak self, library] notice in
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
      // Until Peach is announced no training could wait.
      if isAnnounced { view.showNotice(isStalled ? .serverStalled : .serverResumed) }
      delegate?.serverStalled(isStalled)
    case .outputs(let connections): handle(outputs: connections)
    case .inputs(let ports): update(inputs: ports)
    case .controllers:
      update(controllers: client?.engine.controllers ?? [])
      onControllers?()
    case .audioSources(let sources):
      // An input that moves is connected to nothing in between.
      after(sources.isEmpty ? .milliseconds(250) : .zero) { $0.onAudioSources?() }
    case .bufferSize(let frames): view.showNotice(.bufferSize(frames: frames))
    case .connected(.restored(let connection)):
      view.showNotice(.connectionRestored(port: connection.port, peer: connection.peer))
    case .connected(.outputs(let connections)): view.showNotice(.connected(connections))
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

  /// Notes other connections of the outputs. If there are none left, asks the server again a moment
  /// later: in between ports are replaced, and a server that shuts down removes them before it
  /// reports that.
  private func handle(outputs: [JackConnections.Connection]) {
    guard outputs.isEmpty, outputPeers?.isEmpty != true else { return update(outputs) }
    after(.milliseconds(250)) { [weak client] link in
      guard let client, client === link.client else { return }
      await link.askForOutputs()
    }
  }

  /// Asks the server what the outputs are connected to, and reports it if it has changed.
  package func askForOutputs() async {
    guard let client else { return }
    let granted = wired.map { $0.outputs + $0.restored } ?? []
    let outputs = await client.engine.askForOutputs(after: granted)
    guard let outputs, client === self.client else { return }
    update(outputs)
  }

  private func update(_ outputs: [JackConnections.Connection]) {
    let peers = Self.peers(outputs)
    let former = outputPeers
    outputConnections = outputs
    guard peers != former else { return }
    onChange?()
    // Before that, `ready` reports it.
    guard isAnnounced else { return }
    view.showConnections(peers)
    if peers.isEmpty { view.showNotice(.unconnected) }
    delegate?.outputsChanged()
  }

  /// Notes other connections of the MIDI input, and reports ports that have gone. Ignores renamed
  /// ports.
  private func update(inputs ports: [String]) {
    let gone = inputs.filter { !ports.contains($0) }
    let isFewer = ports.allSatisfy(inputs.contains)
    inputs = ports
    guard isAnnounced, isFewer else { return }
    for port in gone { view.showNotice(.midiDisconnected(source: port)) }
  }

  /// The sound, its outputs and its level in a sentence.
  private func opening(on client: PlayerClient) -> String {
    var facts = StatusFacts()
    facts.link = status
    facts.sound = client.player.soundingSource.name(in: library)
    facts.level = settings.outputLevel.decibels
    return facts.spoken
  }

  /// Reports that Peach is ready. For a client after the first one, also reports the connections
  /// that are restored.
  private func announce() {
    guard let client else { return }
    var description = client.description(isConnected: isConnected)
    description.opening = opening(on: client)
    let wired = wired
    self.wired = nil
    isAnnounced = true
    if grantedName != nil, let wired { notifyOfRestored(wired.restored, on: client) }
    view.showReady(description)
    if grantedName == nil, sessionName == nil, description.client != global.clientName {
      view.showNotice(.clientName(asked: global.clientName, granted: description.client))
    }
    if let wired {
      // Some that were made when the client was opened may be gone by now.
      let outputs = wired.outputs.filter { outputPeers?.contains($0.peer) ?? true }
      if !outputs.isEmpty {
        view.showNotice(.connected(outputs))
      } else if grantedName == nil {
        notifyOfMissingOutputs(on: client)
      }
      notifyOfSources(wired.sources, on: client)
      notifyOfControllers(on: client)
    }
    if !isConnected { view.showNotice(.unconnected) }
    if client.engine.isStalled { view.showNotice(.serverStalled) }
    grantedName = description.client
  }

  /// The time after which a server that has just started has its ports, and it is known which
  /// connections were made.
  private static let arrivalTime = Duration.milliseconds(500)

  /// Reports a moment later why Peach has not connected the outputs.
  private func notifyOfMissingOutputs(on client: PlayerClient) {
    guard client.engine.outputRule.target != .nothing else { return }
    after(Self.arrivalTime) { [weak client] link in
      guard let client, client === link.client else { return }
      await link.notifyOfOthers(on: client)
    }
  }

  /// Reports that there is no port to which the outputs could be connected, or to what another
  /// program has connected them. Asks the server for both.
  private func notifyOfOthers(on client: PlayerClient) async {
    guard let ports = await client.engine.audioPorts(for: .outputs),
      let outputs = await client.engine.askForOutputs(), client === self.client,
      !client.engine.outputRule.holdsAny
    else { return }
    let target = client.engine.outputRule.target
    let wanted = target.fitting(ports)
    let heard = (wanted + ports.filter(\.isPhysical)).map(\.name)
    if wanted.isEmpty {
      view.showNotice(.noOutput(pattern: target.pattern))
    } else if outputs.contains(where: { heard.contains($0.peer) }) {
      view.showNotice(.connected(outputs))
    } else if !outputs.isEmpty {
      view.showNotice(.connectedElsewhere(outputs))
    }
  }

  private func notifyOfSources(_ sources: [String], on client: PlayerClient) {
    for source in sources { view.showNotice(.midiConnected(source: source)) }
    // A source that is about to be connected is reported when it is connected.
    if sources.isEmpty, !global.connectMidi.isEmpty, !client.engine.hasSource {
      view.showNotice(.noMIDISource(pattern: global.connectMidi.joined(separator: ", ")))
    }
  }

  private func notifyOfRestored(
    _ restored: [JackConnections.Connection], on client: PlayerClient
  ) {
    view.showNotice(.reconnected(client: client.engine.description.clientName))
    for connection in restored {
      view.showNotice(.connectionRestored(port: connection.port, peer: connection.peer))
    }
    for connection in client.engine.connections.missing {
      view.showNotice(.connectionMissing(port: connection.port, peer: connection.peer))
    }
  }

  // MARK: Controllers

  /// Notes other connections of the MIDI output, and reports new ports. Ignores renamed ports.
  private func update(controllers ports: [String]) {
    let new = ports.filter { !controllerPorts.contains($0) }
    let isMore = controllerPorts.allSatisfy(ports.contains)
    controllerPorts = ports
    // `announce` reports earlier ones, and connections that only the user makes need no report.
    guard isAnnounced, isMore, !controllers().isEmpty else { return }
    for port in new { view.showNotice(.midiOutputConnected(input: port)) }
  }

  /// Reports the controllers that are connected, or a moment later that none is.
  private func notifyOfControllers(on client: PlayerClient) {
    let patterns = controllers()
    guard !patterns.isEmpty else { return }
    controllerPorts = []
    update(controllers: client.engine.controllers)
    after(Self.arrivalTime) { [weak client] link in
      // A controller that is about to be connected is reported then.
      guard let client, client === link.client, !client.engine.hasController,
        client.engine.controllers.isEmpty
      else { return }
      link.view.showNotice(
        .noMIDIInput(pattern: patterns.map(\.text).joined(separator: ", ")))
    }
  }

  /// The status at this moment.
  package var status: LinkStatus {
    guard let client else { return LinkStatus(server: isAway ? .away : .unasked) }
    let server: LinkStatus.Server =
      client.engine.isStalled ? .stalled : client.engine.isFreewheeling ? .freewheeling : .running
    return LinkStatus(server: server, outputs: outputPeers, inputs: inputs)
  }
}

extension ServerLink: OutputLink {
  package var player: SoundFontNotePlayer? { client?.player }

  package func audioPorts(for role: PortRole) async -> [ServerPort]? {
    guard let engine = client?.engine else { return nil }
    // Without Peach's own ports, so that it does not hear itself.
    return await engine.audioPorts(for: role)?
      .filter { !$0.name.hasPrefix("\(engine.description.clientName):") }
  }

  package func tryConnecting(_ rule: PortRule) async {
    await move { _ = await $0.tryConnecting(rule) }
  }
  package func endTrying() async { await move { await $0.endTrying() } }
  package func move(to rule: PortRule) async { await move { _ = await $0.move(to: rule) } }
  package func leave(_ role: PortRole) async { await move { await $0.leave(role) } }

  /// Waits until the ports of the client no longer move, or until it is clear that the server
  /// hangs.
  package func movesHaveEnded() async {
    if let last = client?.moves.last { await withDeadline(.seconds(3)) { await last.value } }
  }

  private func move(_ work: @escaping @MainActor (JackEngine) async -> Void) async {
    guard let client else { return }
    await client.moves.perform { [engine = client.engine] in await work(engine) }
  }
}

import CJack
import MainThread
import Realtime
import Training

/// A JACK client with two audio outputs, a MIDI input, a MIDI output and, when it is asked for, an audio input
/// (`JackEngine+Input.swift`); the state that its process callback uses, and the news that comes back from JACK's
/// threads. Main thread.
@MainActor
public final class JackEngine: CommandSink {
  /// Called with what happens until the engine ends.
  public var onNews: ((News) -> Void)?

  /// What a patchbay shows, with the period as it is now.
  public private(set) var description: Description

  /// Whether the server renders faster or slower than real time.
  public var isFreewheeling: Bool { reports.isFreewheeling }

  /// Whether the server does not run the process callback.
  public var isStalled: Bool { heartbeat.hasStopped }

  /// Why the engine can no longer play, once that is so.
  public private(set) var fault: EngineFault?

  public let sampleRate: Double
  public var isRunning: Bool { phase == .running }
  public var isFadingOut: Bool { phase == .fadingOut }

  public var now: FrameTime? { isRunning ? FrameTime(jack_frame_time(client.handle)) : nil }

  /// Called with the events of the process callback.
  var onEvent: ((Event) -> Void)?

  /// Called when no note can begin any more. Events still come while ``isFadingOut``; then this is
  /// called again.
  var onEnd: (() -> Void)?

  /// An object that the callback uses until the client is closed: the player's voices.
  var heldForCallback: AnyObject? {
    get { memory.held }
    set { memory.held = newValue }
  }

  private enum Phase: Int {
    /// Not activated yet.
    case opened
    case running
    /// Nothing begins any more; what sounds fades out.
    case fadingOut
    case ended
  }

  private var phase = Phase.opened {
    didSet { invariant(oldValue.rawValue <= phase.rawValue, "an engine does not begin again") }
  }

  let openClient: OpenClient<CallbackMemory>
  var memory: CallbackMemory { openClient.memory }
  var keeper: ConnectionKeeper { openClient.keeper }
  let outputMoves: PortMoves
  let inputMoves: PortMoves
  var client: JackClient { memory.client }

  private var commands = CommandQueue()
  private var reports: EngineReports
  private var handledMIDIDisconnections = 0

  /// What was sent to controllers lately, and when it is sent again.
  var recentMessages = RecentMessages()
  let repetition = MainTimer()

  /// The titles of the ports, once they have any.
  private(set) var titles: PortTitles?

  /// The audio input comes and goes in the order in which that was asked for.
  let inputWork = WorkInOrder()

  private let heartbeat = HeartbeatWatch()
  private let server: String?

  /// Opens the client; it does not run, and has no ports, before ``activate()``.
  ///
  /// - Parameters:
  ///   - isExact: whether another name than `name` is an error rather than the server's choice.
  ///   - server: the server's name; `nil` is the default one.
  ///   - waits: whether to wait for however long the server takes. Otherwise a server that does not answer
  ///     within three seconds is an error.
  ///   - identities: what an engine before this one knew of the same server's ports.
  ///   - meanwhile: what is done while the server is asked.
  /// - Throws: ``JackError``
  public static func open(
    name: String, isExact: Bool = false, server: String?, waits: Bool = true,
    identities: PortIdentities? = nil, meanwhile: () -> Void = {}
  ) async throws -> JackEngine {
    let memory = try await JackRequests.open(
      on: server, within: waits ? nil : JackRequests.answerLimit, meanwhile: meanwhile,
      close: { $0.client.close() }
    ) { () throws(JackError) in
      CallbackMemory(
        client: try JackClient(
          name: name, isExact: isExact, server: server, identities: identities ?? PortIdentities()))
    }
    return JackEngine(memory, server: server)
  }

  private init(_ memory: CallbackMemory, server: String?) {
    self.server = server
    let openClient = OpenClient(memory)
    self.openClient = openClient
    outputMoves = PortMoves(.outputs, openClient.live, openClient.keeper)
    inputMoves = PortMoves(.input, openClient.live, openClient.keeper)
    sampleRate = Double(memory.client.sampleRate)
    description = Description(memory)
    reports = EngineReports(bufferSize: description.bufferSize)
    keeper.onNews = { [weak self] in self?.onNews?(.connected($0)) }
    keeper.onPresent = { [weak self] in self?.report($1, of: $0) }
  }

  private func report(_ present: [JackConnections.Connection], of role: PortRole) {
    let peers = present.map(\.peer)
    switch role {
    case .outputs: onNews?(.outputs(present))
    case .input: onNews?(.audioSources(peers))
    case .sources: onNews?(.inputs(peers))
    case .controllers:
      onNews?(.controllers(peers))
      repeatMessages()
    }
  }

  /// Lets the server call, and registers the ports.
  ///
  /// - Throws: ``JackError/notActivated``, ``JackError/noPort(_:)``
  public func activate() async throws {
    try await openClient.activate { [weak self] in self?.handleWakeUp() }
    phase = .running
    heartbeat.begin { [weak self] in
      guard let self, isRunning else { return nil }
      return memory.messages.pointee.counters.callCount
    } onChange: { [weak self] hasStopped in
      self?.onNews?(.stalled(hasStopped))
      if hasStopped { self?.lookForServer() }
    }
    handleWakeUp()
  }

  /// Ends as with the server if that has gone: libjack does not always report the end of a server that was killed.
  private func lookForServer() {
    Task { [weak self, server] in
      guard await ServerProbe.isServerAbsent(server), let self, isRunning, isStalled else { return }
      memory.client.signals.pointee.hasShutDown.store(true, ordering: .releasing)
      handleWakeUp()
    }
  }

  /// Gives the ports their titles and the client its icon, without waiting: a server may not
  /// support such properties, and playing does not depend on them.
  public func describe(_ titles: PortTitles) {
    guard isRunning, let ports = memory.ports else { return }
    self.titles = titles
    openClient.describe([
      .init(port: ports.left, title: titles.left, order: 1, group: titles.group, signal: .audio),
      .init(port: ports.right, title: titles.right, order: 2, group: titles.group, signal: .audio),
      .init(port: ports.midiIn, title: titles.midiIn, order: 3),
      .init(port: ports.midiOut, title: titles.midiOut, order: 4),
    ])
    describeInput()
  }

  /// Registers the trigger output `trigger_out`, unless it is there: one cycle of 1 kHz from the frame in which each
  /// marked note begins (``Passage/Note/isMarked``).
  ///
  /// - Throws: ``JackError/noPort(_:)``, also if the engine has ended.
  public func openTrigger() async throws {
    let memory = memory
    let outcome = await openClient.live.ask { _ in
      Result { () throws(JackError) in try memory.openTrigger() }
    }
    guard let outcome else { throw JackError.noPort(CallbackMemory.triggerName) }
    try outcome.get()
  }

  /// Leaves the server and frees the memory of the callbacks. Returns whether libjack let go in
  /// time: it can hang with the server, and the memory is then freed when it returns.
  @discardableResult
  public func close() async -> Bool {
    if !openClient.isClosed { end() }
    return await openClient.close()
  }

  // MARK: The process callback

  @discardableResult
  public func send(_ command: Command) -> Bool {
    guard isRunning || isFadingOut else { return false }
    commands.send(command, to: memory.messages.pointee.commands)
    return true
  }

  /// The callback has run, and may have made room.
  private func sendWaitingCommands() { commands.flush(to: memory.messages.pointee.commands) }

  /// Periods in which more MIDI came than is read.
  public var periodsWithLostMIDI: Int { memory.messages.pointee.counters.periodsWithLostMIDI }

  /// Events that found no room. Any is a defect.
  public var lostEvents: Int { memory.messages.pointee.counters.lostEvents }

  private func deliverEvents() {
    while let event = memory.messages.pointee.events.pop() { onEvent?(event) }
  }

  // MARK: News

  /// Reports what JACK's threads have recorded.
  private func handleWakeUp() {
    guard isRunning else { return handleWakeUpInFadeOut() }
    sendWaitingCommands()
    // Events that come while the server freewheels count for nothing: the training ends before
    // them.
    if reports.hasBegunToFreewheel(client.signals) { reportNews() }
    deliverEvents()
    resetControlsAfterDisconnection()
    reportNews()
    if let fault = presentFault {
      self.fault = fault
      if fault == .openedInFreewheel { revertConnections() }
      let report = onNews
      // The server still calls: sounding notes are faded out before the client is closed.
      if case .sampleRateChanged = fault { beginFadeOut() } else { end() }
      report?(.fault(fault))
    } else {
      keeper.scan()
    }
  }

  private func reportNews() {
    for news in reports.news(of: client.signals) {
      if case .bufferSize(let frames) = news { description.bufferSize = frames }
      if case .xruns = news { repeatMessages() }
      onNews?(news)
    }
  }

  /// Ends all news and lets nothing begin any more, until ``close()``.
  private func beginFadeOut() {
    phase = .fadingOut
    onNews = nil
    openClient.live.stop()
    send(Command(.stopAll))
    onEnd?()
  }

  /// Delivers the events of what is fading out, unless the server goes meanwhile.
  private func handleWakeUpInFadeOut() {
    guard isFadingOut else { return }
    sendWaitingCommands()
    if openClient.fault == nil { deliverEvents() } else { end() }
  }

  /// Ends all news and events; notes that are waited for end with an error.
  private func end() {
    phase = .ended
    heartbeat.end()
    onNews = nil
    openClient.stop()
    deliverEvents()
    let report = onEnd
    onEvent = nil
    onEnd = nil
    report?()
  }

  /// A wheel or a pedal of a device that has gone is no longer held.
  private func resetControlsAfterDisconnection() {
    let count = client.signals.pointee.midiDisconnections.load(ordering: .relaxed)
    guard count != handledMIDIDisconnections else { return }
    send(Command(.resetControls))
    handledMIDIDisconnections = count
  }

  private var presentFault: EngineFault? {
    let rate = Int(client.signals.pointee.sampleRate.load(ordering: .relaxed))
    let hasOtherRate = rate != 0 && rate != Int(sampleRate)
    return openClient.fault ?? (hasOtherRate ? .sampleRateChanged(hertz: rate) : nil)
  }
}

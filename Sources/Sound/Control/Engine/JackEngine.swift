import CJack
import Realtime

/// Why the engine can no longer play. Training stops; what was recorded stays.
public enum EngineFault: Error, Hashable, Sendable {
  /// The server shut down, was killed, or removed the client.
  case serverGone

  /// The server, a jackd 1.9, freewheeled when the client came, and no longer calls it now that
  /// this is over.
  case openedInFreewheel

  /// The server runs at another sample rate now; the sounds are made for the old one.
  case sampleRateChanged(hertz: Int)
}

/// A JACK client with two audio outputs and a MIDI input, the state that its process callback uses,
/// and the news that come back from JACK's threads. Main thread.
@MainActor
public final class JackEngine: CommandSink {
  /// What happens to the engine.
  public enum News: Hashable, Sendable {
    /// The engine can no longer play, and is to be closed. The last news.
    case fault(EngineFault)

    /// The server begins or ends to render faster or slower than real time. Meanwhile notes sound,
    /// but not for as long as they should.
    case freewheel(Bool)

    /// The number of xruns since the last news of them.
    case xruns(Int)

    /// The number of scheduled commands since the last news of them that came after their frame.
    case lateCommands(Int)

    /// The server has not run the process callback for a while, or runs it again.
    case stalled(Bool)

    /// The connections of the outputs have changed, to these.
    case outputs([JackConnections.Connection])

    /// The MIDI input is connected to other ports than before: to these, by their full names.
    case inputs([String])

    /// The period changed, to that many frames.
    case bufferSize(Int)

    /// A connection was made after the call that asked for it.
    case connected(ConnectionNews)
  }

  /// What a patchbay shows.
  public struct Description: Hashable, Sendable {
    public let clientName: String
    public let sampleRate: Int
    public fileprivate(set) var bufferSize: Int
    public let audioPorts: [String]
    public let midiPort: String
  }

  /// Called with what happens until the engine ends.
  public var onNews: ((News) -> Void)?

  /// What a patchbay shows, with the period as it is now.
  public private(set) var description: Description

  /// Whether the server renders faster or slower than real time.
  public private(set) var isFreewheeling = false

  /// Whether the server does not run the process callback.
  public private(set) var isStalled = false

  /// Why the engine can no longer play, once that is so.
  public private(set) var fault: EngineFault?

  public let sampleRate: Double
  public private(set) var isRunning = false
  public private(set) var isFadingOut = false

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

  private let openClient: OpenClient<CallbackMemory>
  private var memory: CallbackMemory { openClient.memory }
  private var keeper: ConnectionKeeper { openClient.keeper }
  private let moves: OutputMoves
  var client: JackClient { memory.client }

  // How much of the counters in `JackSignals` was reported.
  private var reportedXruns = 0
  private var reportedFreewheels = 0
  private var handledMIDIDisconnections = 0
  private var reportedLateCommands = 0

  /// Watches whether the server runs the process callback.
  private var heartbeat: Task<Void, Never>?

  /// Opens the client, however long the server takes; it does not run before ``activate()``.
  ///
  /// - Parameters:
  ///   - isExact: whether another name than `name` is an error rather than the server's choice.
  ///   - server: the server's name; `nil` is the default one.
  ///   - identities: what an engine before this one knew of the same server's ports.
  /// - Throws: ``JackError``
  public static func open(
    name: String, isExact: Bool = false, server: String?, identities: PortIdentities? = nil
  ) async throws -> JackEngine {
    let memory = await JackRequests.perform {
      Result { () throws(JackError) in
        try CallbackMemory(
          client: JackClient(
            name: name, isExact: isExact, server: server,
            identities: identities ?? PortIdentities()))
      }
    }
    return JackEngine(try memory.get())
  }

  private init(_ memory: CallbackMemory) {
    let openClient = OpenClient(memory, remembersConnections: true)
    self.openClient = openClient
    moves = OutputMoves(openClient.live, openClient.keeper)
    let client = memory.client
    sampleRate = Double(client.sampleRate)
    description = Description(
      clientName: client.name, sampleRate: client.sampleRate, bufferSize: client.bufferSize,
      audioPorts: [client.fullName(of: memory.left), client.fullName(of: memory.right)],
      midiPort: client.fullName(of: memory.midiIn))
    keeper.onNews = { [weak self] in self?.onNews?(.connected($0)) }
    keeper.onOutputs = { [weak self] in self?.onNews?(.outputs($0)) }
    keeper.onInputs = { [weak self] in self?.onNews?(.inputs($0)) }
  }

  /// Lets the server call.
  ///
  /// - Throws: ``JackError/notActivated``
  public func activate() async throws {
    try await openClient.activate { [weak self] in self?.handleWakeUp() }
    isRunning = true
    watchHeartbeat()
    handleWakeUp()
  }

  /// Gives the ports their titles and the client its icon, without waiting: a server may not
  /// support such properties, and playing does not depend on them.
  public func describe(_ titles: PortTitles) {
    guard isRunning else { return }
    openClient.describe([
      .init(port: memory.left, title: titles.left, order: 1, group: titles.group),
      .init(port: memory.right, title: titles.right, order: 2, group: titles.group),
      .init(port: memory.midiIn, title: titles.midiIn, order: 3),
    ])
  }

  /// Leaves the server and frees the memory of the callbacks. Returns whether libjack let go in
  /// time: it can hang with the server, and the memory is then freed when it returns.
  @discardableResult
  public func close() async -> Bool {
    if !openClient.isClosed { end() }
    return await openClient.close()
  }

  // MARK: Connections

  /// The connections of the ports; once the engine has ended, the connections that they had. Those of
  /// outputs that are tried are the ones before the first try.
  public var connections: JackConnections { moves.connections }

  /// What the outputs are to be connected with as ports come, whatever is tried.
  public var outputWatch: OutputWatch { moves.watch }

  /// The connections that the outputs have at this moment; `nil` if the server does not answer.
  ///
  /// - Parameter granted: connections that the server has just granted. It may need a few periods to
  ///   show them, and has half a second for that.
  public func askForOutputs(
    after granted: [JackConnections.Connection] = []
  ) async -> [JackConnections.Connection]? {
    let client = client
    let deadline = ContinuousClock.now + .milliseconds(500)
    while isRunning {
      let present = await JackRequests.perform(within: JackRequests.outputsLimit) {
        ConnectionKeeper.outputs(among: client.connections)
      }
      guard let present else { return nil }
      let isSettled = granted.allSatisfy(present.contains) || ContinuousClock.now >= deadline
      if isSettled { return present }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return nil
  }

  /// The full names of the ports that were connected to the MIDI input when the server was last asked.
  public var inputs: [String] { keeper.presentInputs }

  /// Whether a source of ``connectSources(matching:)`` is connected, or about to be.
  public var hasSource: Bool { keeper.hasSource }

  /// What the next client of the same server should know of its ports; `nil` if the server has
  /// gone.
  public var portIdentities: PortIdentities? {
    client.signals.pointee.hasShutDown.load(ordering: .acquiring)
      ? nil : client.signals.pointee.ports
  }

  /// Connects the ports as they were on the server before this one. A connection whose other port
  /// does not exist yet is made when that registers, and reported to ``onNews``.
  ///
  /// - Returns: the connections that were made.
  public func restore(_ former: JackConnections) async -> [JackConnections.Connection] {
    await keeper.restore(former)
  }

  /// Connects the outputs as `watch` decides, now and as ports come, which ``onNews`` reports. To
  /// be called after ``restore(_:)``: the connections on the server before this one win.
  ///
  /// - Returns: the connections that were made.
  public func connectOutputs(_ watch: OutputWatch) async -> [JackConnections.Connection] {
    await keeper.connectOutputs(watch)
  }

  /// All ports to which sound can be sent, in the server's order; `nil` if the server does not answer.
  public func audioDestinations() async -> [ServerPort]? {
    guard isRunning else { return nil }
    let client = client
    return await JackRequests.perform(within: JackRequests.outputsLimit) { client.destinations }
  }

  /// Disconnects the outputs from everything, and connects them as `watch` decides until
  /// ``endTrying()``. If the engine ends meanwhile, ``connections`` and ``outputWatch`` are those from
  /// before.
  ///
  /// - Returns: the connections that were made.
  public func tryOutputs(_ watch: OutputWatch) async -> [JackConnections.Connection] {
    await moves.tryOutputs(watch)
  }

  /// Gives the outputs back the connections that they had before the first try, if there was one.
  public func endTrying() async { await moves.endTrying() }

  /// Disconnects the outputs from everything, and connects them as `watch` decides, now and as ports
  /// come. What was tried before does not count any more.
  ///
  /// - Returns: the connections that were made.
  public func moveOutputs(to watch: OutputWatch) async -> [JackConnections.Connection] {
    await moves.move(to: watch)
  }

  /// Leaves the outputs to the user, connected as they were before anything was tried.
  public func leaveOutputs() async { await moves.leave() }

  /// Connects the MIDI sources that match one of the patterns with the MIDI input, now and whenever
  /// one comes, which ``onNews`` reports.
  ///
  /// - Returns: the names of the sources that are connected now.
  public func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    await keeper.connectSources(matching: patterns)
  }

  // MARK: The process callback

  public func send(_ command: Command, isStop: Bool) -> Bool {
    guard isRunning || isFadingOut && isStop else { return false }
    return memory.messages.pointee.commands.push(command, isStop: isStop)
  }

  /// Scheduled commands that came after their frame.
  public var lateCommands: Int { memory.messages.pointee.counters.lateCommands }

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
    deliverEvents()
    resetControlsAfterDisconnection()
    reportXruns()
    reportLateCommands()
    reportBufferSize()
    reportFreewheel()
    if let fault = presentFault {
      self.fault = fault
      if fault == .openedInFreewheel { moves.revert() }
      let report = onNews
      // The server still calls: what sounds is faded out before the client is closed.
      if case .sampleRateChanged = fault { beginFadeOut() } else { end() }
      report?(.fault(fault))
    } else {
      keeper.scan()
    }
  }

  /// Ends all news and lets nothing begin any more, until ``close()``.
  private func beginFadeOut() {
    isFadingOut = true
    isRunning = false
    onNews = nil
    openClient.live.stop()
    _ = send(Command(.stopAll), isStop: true)
    onEnd?()
  }

  /// Delivers the events of what is fading out, unless the server goes meanwhile.
  private func handleWakeUpInFadeOut() {
    guard isFadingOut else { return }
    if openClient.fault == nil { deliverEvents() } else { end() }
  }

  /// Ends all news and events; notes that are waited for end with an error.
  private func end() {
    isRunning = false
    isFadingOut = false
    heartbeat?.cancel()
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
    // A full ring lets the next wake-up try again.
    guard count != handledMIDIDisconnections, send(Command(.resetControls), isStop: false) else {
      return
    }
    handledMIDIDisconnections = count
  }

  private func reportXruns() {
    let xruns = client.signals.pointee.xruns.load(ordering: .relaxed)
    guard xruns > reportedXruns else { return }
    let count = xruns - reportedXruns
    reportedXruns = xruns
    onNews?(.xruns(count))
  }

  private func reportLateCommands() {
    let count = lateCommands - reportedLateCommands
    guard count > 0 else { return }
    reportedLateCommands += count
    onNews?(.lateCommands(count))
  }

  /// Looks now and then whether the process callback runs. Nothing else tells it of a server that
  /// hangs: its notifications hang with it.
  private func watchHeartbeat() {
    heartbeat = Task { [weak self] in
      var beat = Heartbeat()
      while (try? await Task.sleep(for: Heartbeat.interval)) != nil, let self, isRunning {
        let hasStalled = beat.observe(memory.messages.pointee.counters.callCount)
        guard hasStalled != isStalled else { continue }
        isStalled = hasStalled
        onNews?(.stalled(hasStalled))
      }
    }
  }

  private func reportBufferSize() {
    let frames = Int(client.signals.pointee.bufferSize.load(ordering: .relaxed))
    guard frames != 0, frames != description.bufferSize else { return }
    description.bufferSize = frames
    onNews?(.bufferSize(frames))
  }

  /// Reports beginnings and ends in turn, also of a freewheel that was over before it was seen.
  private func reportFreewheel() {
    let count = client.signals.pointee.freewheels.load(ordering: .relaxed)
    let isOn = client.signals.pointee.isFreewheeling.load(ordering: .relaxed)
    if count != reportedFreewheels, !isFreewheeling {
      isFreewheeling = true
      onNews?(.freewheel(true))
    }
    reportedFreewheels = count
    if isFreewheeling, !isOn {
      isFreewheeling = false
      onNews?(.freewheel(false))
    }
  }

  private var presentFault: EngineFault? {
    if let fault = openClient.fault { return fault }
    let rate = Int(client.signals.pointee.sampleRate.load(ordering: .relaxed))
    if rate != 0, rate != Int(sampleRate) { return .sampleRateChanged(hertz: rate) }
    return nil
  }
}

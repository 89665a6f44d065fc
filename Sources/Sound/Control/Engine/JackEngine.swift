import CJack
import Intonation
import MainThread
import Realtime
import Training

/// A JACK client with two audio outputs, a MIDI input, a MIDI output and, on request, an audio
/// input, with the state of its process callback and the news of JACK's threads. Main thread.
@MainActor
public final class JackEngine: CommandSink {
  /// Called with the news until the engine ends.
  public var onNews: ((News) -> Void)?

  /// The client and its ports, with the present period.
  public private(set) var description: Description

  /// True if the server renders faster or slower than real time.
  public var isFreewheeling: Bool { reports.isFreewheeling }

  /// True if the server does not run the process callback.
  public var isStalled: Bool { heartbeat.hasStopped }

  /// The reason why the engine can no longer play; `nil` if it can.
  public private(set) var fault: EngineFault?

  public let sampleRate: Double
  public var isRunning: Bool { phase == .running }
  public var isFadingOut: Bool { phase == .fadingOut }

  public var now: FrameTime? { isRunning ? FrameTime(jack_frame_time(client.handle)) : nil }

  /// Called with the events of the process callback.
  var onEvent: ((Event) -> Void)?

  /// Called when no note can begin from now on. Events still come while ``isFadingOut``; then this is
  /// called again.
  var onEnd: (() -> Void)?

  /// The owners of the player's memory, which the callback uses until the client is closed.
  var heldForCallback: [AnyObject] {
    get { memory.held }
    set { memory.held = newValue }
  }

  private enum Phase: Int {
    /// Not activated yet.
    case opened
    case running
    /// No note can begin, and the sounding notes fade out.
    case fadingOut
    case ended
  }

  private var phase = Phase.opened {
    didSet { invariant(oldValue.rawValue <= phase.rawValue, "an engine does not begin again") }
  }

  let openClient: OpenClient<CallbackMemory>
  var memory: CallbackMemory { openClient.memory }
  var keeper: ConnectionKeeper { openClient.keeper }
  private let outputMoves: PortMoves
  private let inputMoves: PortMoves
  var client: JackClient { memory.client }

  private var commands = CommandQueue()
  private var reports: EngineReports
  private var handledMIDIDisconnections = 0

  /// The messages that were sent to controllers lately, and the timer to send them again.
  private var recentMessages = RecentMessages()
  private let repetition = MainTimer()

  /// The titles of the ports, once they have any.
  private var titles: PortTitles?

  /// Opens and closes the audio input, in the order of the requests.
  private let inputWork = WorkInOrder()

  private let heartbeat = HeartbeatWatch()
  private let server: String?

  /// Opens the client; it does not run, and has no ports, before ``activate()``.
  ///
  /// - Parameters:
  ///   - isExact: true if another name than `name` is an error rather than the server's choice.
  ///   - server: the server's name; `nil` is the default one.
  ///   - waits: true to wait for as long as the server takes. Otherwise a server that does not
  ///     answer within three seconds is an error.
  ///   - identities: the identities of the same server's ports that an earlier engine knew.
  ///   - meanwhile: called while the server is asked.
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

  /// Ends the engine if the server has gone: libjack does not always report the end of a server
  /// that was killed.
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

  /// Registers the trigger output `trigger_out`, unless it is there: one cycle of 1 kHz from the
  /// frame in which each marked note begins (``Passage/Note/isMarked``).
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

  /// Leaves the server and frees the memory of the callbacks. Returns true if libjack released the
  /// client in time: it can hang with the server, and the memory is then freed when it returns.
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

  private func sendWaitingCommands() { commands.flush(to: memory.messages.pointee.commands) }

  /// The number of periods in which MIDI was lost, as there was too much.
  public var periodsWithLostMIDI: Int { memory.messages.pointee.counters.periodsWithLostMIDI }

  /// The number of events that found no room. Any is a defect.
  public var lostEvents: Int { memory.messages.pointee.counters.lostEvents }

  private func deliverEvents() {
    while let event = memory.messages.pointee.events.pop() { onEvent?(event) }
  }

  // MARK: News

  /// Reports the events and the news of JACK's threads.
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

  /// Ends all news, and lets no note begin until ``close()``.
  private func beginFadeOut() {
    phase = .fadingOut
    onNews = nil
    openClient.live.stop()
    send(Command(.stopAll))
    onEnd?()
  }

  /// Delivers the events of the notes that fade out, unless the server goes meanwhile.
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

  /// Releases the wheels and pedals when a device has gone.
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

/// The connections of the ports. A ``ConnectionKeeper`` makes them as ports come, and ``PortMoves``
/// moves the outputs and the audio input.
extension JackEngine {
  /// The connections of the ports, or their last ones once the engine has ended. For ports that are
  /// tried elsewhere, the connections before the first try.
  public var connections: JackConnections {
    var connections = keeper.connections
    outputMoves.restoreLasting(in: &connections)
    inputMoves.restoreLasting(in: &connections)
    return connections
  }

  /// The rule by which the outputs are connected, without the rule of a try.
  public var outputRule: PortRule { outputMoves.rule }

  /// The connections that the outputs have at this moment; `nil` if the server does not answer.
  ///
  /// - Parameter granted: connections that the server has just granted, for which it may need a few
  ///   periods.
  public func askForOutputs(
    after granted: [JackConnections.Connection] = []
  ) async -> [JackConnections.Connection]? {
    await openClient.live.readOutputs(after: granted)
  }

  /// The playback latency in frames, when the server was last asked.
  public var latencyFrames: Int { openClient.live.latency }

  /// The full names of the ports that were connected to the MIDI input when the server was last
  /// asked.
  public var inputs: [String] { keeper.peers(.sources) }

  /// True if a source of ``connectSources(matching:)`` is connected, or about to be.
  public var hasSource: Bool { keeper.rule(.sources).holdsAny }

  /// True if a controller of ``connectControllers(matching:)`` is connected, or about to be.
  public var hasController: Bool { keeper.rule(.controllers).holdsAny }

  /// The identities of ports for the next client of the same server; `nil` if the server has gone.
  public var portIdentities: PortIdentities? {
    client.signals.pointee.hasShutDown.load(ordering: .acquiring)
      ? nil : client.signals.pointee.ports
  }

  /// Restores the connections on the server before this one. A connection whose other port does not
  /// exist yet is made when that appears, and reported to ``onNews``.
  ///
  /// - Returns: the connections that were made.
  public func restore(_ former: JackConnections) async -> [JackConnections.Connection] {
    await keeper.restore(former)
  }

  /// Connects the outputs as `rule` decides, now and as ports come, which ``onNews`` reports. To be
  /// called after ``restore(_:)``, whose connections take precedence.
  ///
  /// - Returns: the connections that were made.
  public func connectOutputs(_ rule: PortRule) async -> [JackConnections.Connection] {
    await keeper.connect(rule)
  }

  /// The ports of others with which the outputs or the audio input can be connected, in the
  /// server's order; `nil` if the server does not answer, or if there is no audio input.
  public func audioPorts(for role: PortRole) async -> [ServerPort]? {
    role != .input || keeper.isInputOpen ? await openClient.live.readPorts(for: role) : nil
  }

  /// Disconnects the outputs, or the audio input, from everything, and connects them as `rule`
  /// decides until ``endTrying()``. If the engine ends meanwhile, ``connections`` and the rules are
  /// those from before.
  ///
  /// - Returns: the connections that were made.
  public func tryConnecting(_ rule: PortRule) async -> [JackConnections.Connection] {
    await moves(of: rule.role).tryConnecting(rule)
  }

  /// Restores the connections from before the first try, if there was one.
  public func endTrying() async {
    await outputMoves.endTrying()
    await inputMoves.endTrying()
  }

  /// Disconnects the outputs, or the audio input, from everything, and connects them as `rule`
  /// decides, now and as ports come. Ends a try.
  ///
  /// - Returns: the connections that were made.
  public func move(to rule: PortRule) async -> [JackConnections.Connection] {
    await moves(of: rule.role).move(to: rule)
  }

  /// Leaves the outputs, or the audio input, to the user, connected as they were before anything
  /// was tried.
  public func leave(_ role: PortRole) async { await moves(of: role).leave() }

  private func moves(of role: PortRole) -> PortMoves { role == .input ? inputMoves : outputMoves }

  /// Ignores what happened to the ports of a client that the server has forgotten.
  private func revertConnections() {
    outputMoves.revert()
    inputMoves.revert()
    keeper.revert()
  }

  /// Connects the MIDI sources that match one of the patterns with the MIDI input, now and whenever
  /// one comes, which ``onNews`` reports.
  ///
  /// - Returns: the names of the sources that are connected now.
  public func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    await keeper.connectSources(PortRule(.sources, matching: patterns))
  }
}

/// The audio input `in_1`, which comes and goes while the client runs. An ``InputAnalyst`` reads
/// it.
extension JackEngine {
  /// The full name of the audio input; `nil` while there is none.
  public var inputPort: String? {
    keeper.isInputOpen ? client.fullName(ofPort: JackConnections.audioInput) : nil
  }

  /// The full names of the ports that were connected to the audio input when the server was last
  /// asked.
  public var inputPeers: [String] { keeper.peers(.input) }

  /// The rule by which the audio input is connected.
  public var inputRule: PortRule { inputMoves.rule }

  /// Registers the audio input, unless it is there. Connections that it had before are made again.
  ///
  /// - Throws: ``JackError/noPort(_:)``, also if the engine has ended.
  public func openInput() async throws {
    let outcome = await inputWork.perform { [self] in
      let memory = memory
      let outcome = await openClient.live.ask { _ in
        Result { () throws(JackError) in try memory.openInput() }
      }
      if case .success = outcome { await handleOpenedInput() }
      return outcome
    }
    guard let outcome else { throw JackError.noPort(JackConnections.audioInput) }
    try outcome.get()
  }

  /// True if the server answers. A server that has gone refuses requests a moment before its end is
  /// reported.
  public func hasServer() async -> Bool { await openClient.live.ask { $0.isAnswered } ?? false }

  private func handleOpenedInput() async {
    describeInput()
    await keeper.openInput()
  }

  /// Connects the audio input as `rule` decides, now and as ports come, which ``onNews`` reports.
  /// To be called after ``openInput()``, which restores earlier connections that take precedence.
  ///
  /// - Returns: the connections that were made.
  public func connectInput(_ rule: PortRule) async -> [JackConnections.Connection] {
    await inputWork.perform { [self] in await keeper.connectInput(rule) }
  }

  /// Unregisters the audio input, if it is there. Its connections are kept for the next time.
  public func closeInput() async {
    await inputWork.perform { [self] in
      let slot = memory.input
      guard let port = slot.pointee.port.port else { return }
      keeper.closeInput()
      slot.pointee.port.empty()
      // The period that runs may still use the port. If the server hangs, it has ended long before
      // this does.
      await openClient.live.pass(periods: 2)
      let isDescribed = titles != nil
      // libjack accepts the handle on any thread.
      nonisolated(unsafe) let handle = port
      await openClient.live.ask { $0.unregister(handle, isDescribed: isDescribed) }
    }
  }

  /// Gives the audio input its title, if it is there and the other ports have theirs.
  private func describeInput() {
    guard isRunning, let titles, let port = memory.input.pointee.port.port else { return }
    openClient.describe([.init(port: port, title: titles.input, order: 5, signal: .audio)])
  }
}

/// The MIDI output. The main thread decides what is sent; the process callback only sends it.
extension JackEngine {
  /// The full names of the ports that were connected to the MIDI output when the server was last
  /// asked, without the engine's own MIDI input.
  public var controllers: [String] {
    keeper.peers(.controllers).filter { $0 != description.midiPort }
  }

  /// Sends a message in the next period that has room.
  ///
  /// - Parameter again: true to send it once more if it may have been lost, because of an xrun or
  ///   because the server did not use a new connection yet. Only for messages that show a state,
  ///   and not for a motor that the user may hold.
  /// - Returns: false without a client, or if too many messages wait.
  @discardableResult
  public func send(_ message: ShortMIDIMessage, again: Bool) -> Bool {
    guard isRunning, push(message) else { return false }
    if again { recentMessages.record(message, at: ProgramClock.now) }
    return true
  }

  private func push(_ message: ShortMIDIMessage) -> Bool {
    memory.midiOut.pointee.ring.push(message)
  }

  /// The time for a server to use a new connection, and between repetitions if one xrun follows
  /// another.
  private static let repetitionPause = Duration.milliseconds(100)

  /// Sends the recent messages soon again, as they may have been lost.
  private func repeatMessages() {
    guard !repetition.isRunning else { return }
    repetition.start(after: Self.repetitionPause) { [weak self] in self?.pushRecentMessages() }
  }

  private func pushRecentMessages() {
    guard isRunning else { return }
    for message in recentMessages.present(at: ProgramClock.now) where !push(message) { break }
  }

  /// The longest wait for messages to go out: a server may hang.
  private static let sendingLimit = Duration.milliseconds(500)

  /// Waits until the messages have gone out, or until it is clear that they do not.
  public func sendWaitingMessages() async {
    guard isRunning, !recentMessages.present(at: ProgramClock.now).isEmpty || !areMessagesSent
    else { return }
    let deadline = ProgramClock.now + Self.sendingLimit
    var xruns: Int
    repeat {
      xruns = xrunCount
      while isRunning, !areMessagesSent, ProgramClock.now < deadline {
        try? await ProgramClock.sleep(for: .milliseconds(2))
      }
      // The client that receives them may run later in the same period.
      let period = Duration.seconds(Double(description.bufferSize) / sampleRate)
      try? await ProgramClock.sleep(for: min(period, .milliseconds(50)))
      if xrunCount != xruns { pushRecentMessages() }
    } while isRunning && xrunCount != xruns && ProgramClock.now < deadline
  }

  private var areMessagesSent: Bool { memory.midiOut.pointee.ring.isEmpty }

  private var xrunCount: Int { client.signals.pointee.xruns.load(ordering: .relaxed) }

  /// The number of messages that found no room.
  public var droppedMIDI: Int { memory.midiOut.pointee.ring.droppedCount }

  /// Connects the inputs of controllers that match one of the patterns with the MIDI output, now
  /// and whenever one comes.
  public func connectControllers(matching patterns: [MIDISourcePattern]) async {
    _ = await keeper.connect(PortRule(.controllers, matching: patterns))
  }

  /// Announces that a motor begins to move the control that tunes: for a moment its messages are
  /// positions and not movements, and so is the first one after that.
  public func followMotor() { send(Command(.followMotor)) }
}

/// The delay from the outputs back into the audio input, and sounds that are played unchanged.
extension JackEngine {
  /// Plays samples once on the outputs, beside all other sound, and returns when they have ended.
  /// If the task is cancelled, they fade out.
  ///
  /// - Returns: true if they sounded to their end.
  public func play(left: [Float], right: [Float]) async -> Bool {
    guard isRunning, memory.loop.pointee.play(left: left, right: right) else { return false }
    let longest = Double(left.count) / sampleRate + Self.longestLoopSilence
    let deadline = ProgramClock.now + .seconds(longest)
    while isRunning, memory.loop.pointee.isPlaying, !Task.isCancelled, ProgramClock.now < deadline {
      await openClient.live.pass(periods: 1)
    }
    let hasEnded = !memory.loop.pointee.isPlaying && isRunning
    await endLoop()
    return hasEnded
  }

  /// The outcome of a measurement of the loop.
  public enum LoopOutcome: Hashable, Sendable {
    case measured(LoopDelay)
    case failed(LoopFault)

    /// A part of the sound was lost on its way out or in; another try may go better.
    case broken

    /// The server no longer ran the client.
    case stalled

    /// The task was cancelled.
    case cancelled
  }

  /// The interval at which the input is read, in milliseconds.
  private static let loopPause = 50

  /// The longest time without input, in seconds.
  private static let longestLoopSilence = 3.0

  /// Plays a ``LoopSignal`` on both outputs, and measures when it comes in at the audio input,
  /// which is open. That takes some five seconds. No ``InputAnalyst`` may read the input meanwhile.
  ///
  /// - Parameter gain: the linear gain of the output level.
  public func measureLoop(gain: Double) async -> LoopOutcome {
    let signal = LoopSignal(sampleRate: Int(sampleRate))
    let input = memory.input
    guard isRunning, let ring = input.pointee.ring else { return .stalled }
    let samples = await Task.detached { signal.samples(gain: gain) }.value
    guard !Task.isCancelled else { return .cancelled }
    input.pointee.setRead(true)
    defer { input.pointee.setRead(false) }
    ring.pointee.drop()
    let xruns = client.signals.pointee.xruns.load(ordering: .relaxed)
    guard memory.loop.pointee.play(left: samples, right: samples) else { return .stalled }
    var recording = LoopRecording(count: signal.recordedCount)
    let outcome = await record(&recording, from: ring)
    await endLoop()
    if let outcome { return outcome }
    guard client.signals.pointee.xruns.load(ordering: .relaxed) == xruns else { return .broken }
    let recorded = recording.samples
    return await Task.detached {
      do throws(LoopFault) {
        return .measured(try LoopMeter(signal, gain: gain).judge(recorded))
      } catch {
        return .failed(error)
      }
    }.value
  }

  /// Reads the input until there is enough of it; returns the outcome if there is not.
  private func record(
    _ recording: inout LoopRecording, from ring: UnsafeMutablePointer<SampleRing>
  ) async -> LoopOutcome? {
    var deadline = ProgramClock.now + .seconds(Self.longestLoopSilence)
    while true {
      let former = recording.samples.count
      // The input waits until it is known in which frame the sound began.
      while let start = memory.loop.pointee.start, ring.pointee.next != nil {
        guard recording.append(ring, from: start) else { return .broken }
        if recording.isComplete { return nil }
      }
      if recording.samples.count > former {
        deadline = ProgramClock.now + .seconds(Self.longestLoopSilence)
      }
      guard isRunning, ProgramClock.now < deadline else { return .stalled }
      guard (try? await ProgramClock.sleep(for: .milliseconds(Self.loopPause))) != nil else {
        return .cancelled
      }
    }
  }

  /// Lets the sound fade out, if it has not ended, and returns when it has.
  private func endLoop() async {
    memory.loop.pointee.stop()
    let deadline = ProgramClock.now + .seconds(1)
    while isRunning, memory.loop.pointee.isPlaying, ProgramClock.now < deadline {
      // Also in a task that was cancelled.
      await openClient.live.pass(periods: 1)
    }
  }

  /// The delay from the outputs back into the audio input as JACK knows it, in frames: the
  /// latencies of the ports that both are connected with. `nil` if the server does not answer.
  public func knownLoopLatency() async -> Int? {
    guard await openClient.live.readOutputs(after: []) != nil else { return nil }
    let peers = inputPeers
    let capture = await openClient.live.ask { $0.captureLatency(from: peers) }
    return capture.map { $0 + latencyFrames }
  }
}

/// A recording of the input from a frame on, without a gap.
private struct LoopRecording {
  private(set) var samples: [Float] = []
  private let count: Int
  private var next: FrameTime?

  private var chunk: [Float] = []

  /// - Parameter count: the number of samples to record.
  init(count: Int) {
    self.count = count
    samples.reserveCapacity(count + 8192)
  }

  var isComplete: Bool { samples.count >= count }

  /// Appends the oldest period in the ring, or removes it, if it came before `start`.
  ///
  /// - Parameter start: the first frame of the recording.
  /// - Returns: `false` if a part is missing.
  mutating func append(
    _ ring: UnsafeMutablePointer<SampleRing>, from start: FrameTime
  ) -> Bool {
    chunk.removeAll(keepingCapacity: true)
    guard let time = ring.pointee.pop(into: &chunk) else { return true }
    if let next, next != time { return false }
    next = time.advanced(by: chunk.count)
    let early = max(start.distance(since: time), 0)
    if early < chunk.count { samples += chunk[early...] }
    return true
  }
}

/// The messages of the last seconds, which may have to be sent again. JACK does not guarantee their
/// delivery: a server uses a new connection only from a later period on, and a message in a period
/// with an xrun may be lost.
struct RecentMessages {
  /// The time for which a message is kept: news of an xrun can come late on a busy machine.
  static let lifetime = Duration.seconds(5)

  private var messages: [(message: ShortMIDIMessage, time: ProgramClock.Instant)] = []

  /// Keeps a message that has been sent, and drops an earlier one for the same control.
  mutating func record(_ message: ShortMIDIMessage, at time: ProgramClock.Instant) {
    messages.removeAll { $0.message.control == message.control || time - $0.time > Self.lifetime }
    messages.append((message, time))
  }

  /// Returns the messages that are not older than ``lifetime``, in the order in which they were
  /// sent.
  mutating func present(at time: ProgramClock.Instant) -> [ShortMIDIMessage] {
    messages.removeAll { time - $0.time > Self.lifetime }
    return messages.map(\.message)
  }
}

extension ShortMIDIMessage {
  /// Equal for messages of which a later one replaces an earlier one: the same light, control,
  /// wheel or program.
  fileprivate var control: UInt16 {
    switch status & 0xF0 {
    case 0xC0, 0xE0: UInt16(status) << 8
    default: UInt16(status) << 8 | UInt16(first)
    }
  }
}

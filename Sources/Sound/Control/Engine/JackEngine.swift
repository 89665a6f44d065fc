import CJack
import Dispatch
import Realtime

/// The main thread's end of the way into the process callback: JACK's in the program, an offline one
/// in tests.
@MainActor
package protocol CommandSink: AnyObject {
  /// Frames per second.
  var sampleRate: Double { get }

  /// Whether somebody takes the commands.
  var isRunning: Bool { get }

  /// Hands a command over; false where the ring is full. Stops always have room.
  func send(_ command: Command, isStop: Bool) -> Bool
}

/// Why the engine can no longer play. Training stops; what was recorded stays.
public enum EngineFault: Error, Hashable, Sendable {
  /// The server shut down, was killed, or threw the client out.
  case serverGone

  /// The server, a jackd 1.9, freewheeled when the client came, and no longer calls it now that this is
  /// over.
  case openedInFreewheel

  /// The server runs at another sample rate now; the sounds are made for the old one.
  case sampleRateChanged(hertz: Int)
}

/// The open audio door: a JACK client, the state that its callback sees, and the wake-ups that come
/// back. Main thread.
@MainActor
public final class JackEngine: CommandSink {
  /// How long closing may take before it is left to itself.
  private static let closingLimit = DispatchTimeInterval.milliseconds(500)

  /// What a patchbay shows.
  public struct Description: Hashable, Sendable {
    public let clientName: String
    public let sampleRate: Int
    public internal(set) var bufferSize: Int
    public let audioPorts: [String]
    public let midiPort: String
  }

  /// Called once when the engine can no longer play. The engine is to be closed then.
  public var onFault: ((EngineFault) -> Void)?

  /// Called when the server begins and ends to render faster or slower than real time. Meanwhile notes
  /// sound, but not for as long as they should.
  public var onFreewheel: ((Bool) -> Void)?

  /// Called with the number of xruns since the last call.
  public var onXruns: ((Int) -> Void)?

  /// Called when the period changed, with its new length in frames.
  public var onBufferSizeChange: ((Int) -> Void)?

  /// Called for each connection of before that is made after ``restore(_:)`` has returned: its other
  /// port has come.
  public var onConnectionRestored: ((JackConnections.Connection) -> Void)?

  /// Called for each MIDI source of ``connectSources(matching:)`` that came later and is connected.
  public var onSourceConnected: ((String) -> Void)?

  /// Called with the connections of ``connectOutputs(_:)`` that were made later.
  public var onOutputsConnected: (([JackConnections.Connection]) -> Void)?

  /// What a patchbay shows, the period as it is now.
  public internal(set) var description: Description

  /// Whether the server renders faster or slower than real time.
  public internal(set) var isFreewheeling = false

  /// What the ports are connected with; once the engine has ended, what they were connected with.
  public internal(set) var connections = JackConnections()

  /// Why it can no longer play, once that is so.
  public internal(set) var fault: EngineFault?

  /// What the next client of the same server should know of its ports; `nil` where the server has gone.
  public var portHistory: PortHistory? {
    memory.signals.pointee.hasShutDown.load(ordering: .acquiring)
      ? nil : memory.signals.pointee.ports
  }

  /// Takes the events of the process callback.
  var onEvent: ((Event) -> Void)?

  /// Called when no event will come any more.
  var onEnd: (() -> Void)?

  package let sampleRate: Double
  package private(set) var isRunning = false

  /// What the callback still uses as long as the client is not closed: the player's voices.
  var heldForCallback: AnyObject? {
    get { memory.held }
    set { memory.held = newValue }
  }

  let memory: CallbackMemory
  private let wakeUps: WakeUpThread
  private var areWakeUpsRunning = false

  // What has been told of the counters in ``EngineSignals``.
  var reportedXruns = 0
  var reportedFreewheels = 0
  var seenGraphChanges = 0
  private var isClosed = false

  /// Whether the server has been told of the ports' titles.
  var isDescribed = false

  /// Which MIDI sources are to be connected as they come.
  var sourceWatch = MIDISourceWatch()

  /// With what the outputs are to be connected as it comes.
  public internal(set) var outputWatch = OutputWatch(.nothing)

  /// What the client was to be connected with when it came. That is all that counts of a client that the
  /// server has forgotten: what was seen of it since is nobody's doing.
  var broughtConnections = JackConnections()
  var broughtOutputs = OutputWatch(.nothing)

  /// What told the ports at the other ends of ``connections`` from others of their names when last looked.
  var peerIdentities: [String: UInt64] = [:]

  /// Whether connections that have gone are to be looked at once more in a moment, and whether that
  /// moment has come.
  var isWaitingForDoubts = false
  var shouldResolveDoubts = false

  /// Whether somebody looks at the connections at this moment.
  var isLooking = false

  /// Whether connections are being made at this moment.
  var isConnecting = false

  /// Whether ports changed meanwhile.
  var shouldLookAgain = false

  /// Opens the client, however long the server takes; it does not run before ``activate()``.
  ///
  /// - Parameters:
  ///   - isExact: whether another name than `name` is an error rather than the server's choice.
  ///   - server: the server's name; `nil` is the default one.
  ///   - history: what an engine before this one knew of the same server's ports.
  /// - Throws: ``JackError``
  public static func open(
    name: String, isExact: Bool = false, server: String?, history: PortHistory? = nil
  ) async throws -> JackEngine {
    let client = await JackRequests.perform {
      Result { () throws(JackError) in
        try JackClient(name: name, isExact: isExact, server: server)
      }
    }
    return JackEngine(client: try client.get(), history: history ?? PortHistory())
  }

  private init(client: JackClient, history: PortHistory) {
    sampleRate = Double(client.sampleRate)
    description = Description(
      clientName: client.name, sampleRate: client.sampleRate, bufferSize: client.bufferSize,
      audioPorts: [client.fullName(of: client.left), client.fullName(of: client.right)],
      midiPort: client.fullName(of: client.midiIn))
    memory = CallbackMemory(client: client, ports: history)
    wakeUps = WakeUpThread(waitingFor: memory.signals.pointee.wakeUp)
  }

  isolated deinit {
    guard !isClosed else { return }
    stopWakeUps()
    let memory = memory
    JackRequests.begin { memory.close() }
  }

  /// Lets the server call.
  ///
  /// - Throws: ``JackError/notActivated``
  public func activate() async throws {
    wakeUps.start { [weak self] in self?.takeNews() }
    areWakeUpsRunning = true
    let memory = memory
    guard await JackRequests.perform({ memory.client.activate(memory) }), !isClosed else {
      stopWakeUps()
      throw JackError.notActivated
    }
    isRunning = true
    takeNews()
  }

  /// Leaves the server and frees what the callbacks saw. Returns whether libjack let go in time: it can
  /// hang with the server, and what it holds is then freed when it comes back.
  @discardableResult
  public func close() async -> Bool {
    guard !isClosed else { return true }
    isClosed = true
    end()
    let memory = memory
    let isDescribed = isDescribed
    return await JackRequests.perform(within: Self.closingLimit) {
      if isDescribed, !memory.signals.pointee.hasShutDown.load(ordering: .acquiring) {
        memory.client.forgetDescription()
      }
      memory.close()
      return true
    } ?? false
  }

  /// Scheduled commands that came after their frame.
  package var lateCommands: Int { memory.messages.pointee.counters.lateCommands }

  /// Periods in which more MIDI came than is listened to.
  package var periodsWithLostMIDI: Int { memory.messages.pointee.counters.periodsWithLostMIDI }

  /// Events that found no room. Any is a fault.
  package var lostEvents: Int { memory.messages.pointee.counters.lostEvents }

  package func send(_ command: Command, isStop: Bool) -> Bool {
    guard isRunning else { return false }
    return memory.messages.pointee.commands.push(command, isStop: isStop)
  }

  /// Nothing is told any more, and whoever waits for a note learns that.
  func end() {
    isRunning = false
    onFault = nil
    stopWakeUps()
    drainEvents()
    let tell = onEnd
    onEvent = nil
    onEnd = nil
    tell?()
  }

  private func stopWakeUps() {
    if areWakeUpsRunning { wakeUps.stop() }
    areWakeUpsRunning = false
  }

  func drainEvents() {
    while let event = memory.messages.pointee.events.pop() { onEvent?(event) }
  }
}

extension JackEngine {
  /// Whether a server of that name (`nil`: the default one) takes clients. One that hangs does not.
  public static func serverAnswers(_ server: String?) async -> Bool {
    await JackRequests.perform(within: JackRequests.answerLimit) {
      JackMessages.silence()
      var status = jack_status_t(rawValue: 0)
      guard let client = jack_open("peach-probe", server, false, &status) else { return false }
      jack_client_close(client)
      return true
    } ?? false
  }
}

/// What JACK's threads have put down, told on the main thread.
extension JackEngine {
  /// Takes what there is, after a wake-up.
  func takeNews() {
    guard isRunning else { return }
    drainEvents()
    reportXruns()
    reportBufferSize()
    reportFreewheel()
    if let fault = presentFault {
      self.fault = fault
      if fault == .openedInFreewheel {
        connections = broughtConnections
        outputWatch = broughtOutputs
      }
      let report = onFault
      end()
      report?(fault)
    } else {
      followConnections()
    }
  }

  var signals: UnsafeMutablePointer<EngineSignals> { memory.signals }

  private func reportXruns() {
    let xruns = signals.pointee.xruns.load(ordering: .relaxed)
    guard xruns > reportedXruns else { return }
    let news = xruns - reportedXruns
    reportedXruns = xruns
    onXruns?(news)
  }

  private func reportBufferSize() {
    let frames = Int(signals.pointee.bufferSize.load(ordering: .relaxed))
    guard frames != 0, frames != description.bufferSize else { return }
    description.bufferSize = frames
    onBufferSizeChange?(frames)
  }

  /// Tells of beginnings and ends in turn, also of one that was over before anybody looked.
  private func reportFreewheel() {
    let count = signals.pointee.freewheels.load(ordering: .relaxed)
    let isOn = signals.pointee.isFreewheeling.load(ordering: .relaxed)
    if count != reportedFreewheels, !isFreewheeling {
      isFreewheeling = true
      onFreewheel?(true)
    }
    reportedFreewheels = count
    if isFreewheeling, !isOn {
      isFreewheeling = false
      onFreewheel?(false)
    }
  }

  private var presentFault: EngineFault? {
    if signals.pointee.hasShutDown.load(ordering: .acquiring) { return .serverGone }
    if signals.pointee.isForgotten.load(ordering: .relaxed) { return .openedInFreewheel }
    let rate = Int(signals.pointee.sampleRate.load(ordering: .relaxed))
    if rate != 0, rate != Int(sampleRate) { return .sampleRateChanged(hertz: rate) }
    return nil
  }
}

extension JackEngine {
  /// Gives the ports their titles and the client its icon, without waiting: a server may know nothing of
  /// such things, and nobody plays better for them.
  public func describe(_ titles: PortTitles) {
    guard isRunning else { return }
    isDescribed = true
    let client = memory.client
    JackRequests.begin {
      JackMetadata.describe(
        client.handle,
        ports: [
          .init(port: client.left, title: titles.left, order: 1, group: titles.group),
          .init(port: client.right, title: titles.right, order: 2, group: titles.group),
          .init(port: client.midiIn, title: titles.midiIn, order: 3),
        ])
    }
  }
}

import CJack
import Realtime

/// The open audio door: a JACK client, the state that its callback sees, and the wake-ups that come
/// back. Main thread.
@MainActor
public final class JackEngine: CommandSink {
  /// How many MIDI messages of a period are listened to: more than a port's buffer holds.
  private static let midiCapacity = 4096

  /// What a patchbay shows.
  public struct Description: Hashable, Sendable {
    public let clientName: String
    public let sampleRate: Int
    public let bufferSize: Int
    public let audioPorts: [String]
    public let midiPort: String
  }

  /// Called once when the engine can no longer play. The engine is to be closed then.
  public var onFault: ((EngineFault) -> Void)?

  /// Called with the number of xruns since the last call.
  public var onXruns: ((Int) -> Void)?

  /// Called when the period changed, with its new length in frames.
  public var onBufferSizeChange: ((Int) -> Void)?

  /// Takes the events of the process callback.
  var onEvent: ((Event) -> Void)?

  /// Called when no event will come any more.
  var onEnd: (() -> Void)?

  package let sampleRate: Double
  package private(set) var isRunning = false

  private let client: JackClient
  /// What the callback still uses as long as the client is not closed: the player's voices.
  var heldForCallback: AnyObject?

  private let messages: UnsafeMutablePointer<ProcessMessages>
  private let state: UnsafeMutablePointer<ProcessState>
  private let context: UnsafeMutablePointer<ProcessContext>
  private let midi: UnsafeMutableBufferPointer<TimedMIDIMessage>
  private let signals: UnsafeMutablePointer<EngineSignals>
  private let wakeUps: WakeUpThread
  private var reportedXruns = 0
  private var reportedBufferSize: Int
  private var isClosed = false

  /// Opens the client; it does not run before ``activate()``.
  ///
  /// - Parameters:
  ///   - isExact: whether another name than `name` is an error rather than the server's choice.
  ///   - server: the server's name; `nil` is the default one.
  /// - Throws: ``JackError``
  public init(name: String, isExact: Bool = false, server: String?) throws {
    client = try JackClient(name: name, isExact: isExact, server: server)
    sampleRate = Double(client.sampleRate)
    reportedBufferSize = client.bufferSize
    messages = .allocate(capacity: 1)
    messages.initialize(to: ProcessMessages())
    state = .allocate(capacity: 1)
    state.initialize(to: ProcessState(messages: messages, sampleRate: sampleRate))
    signals = .allocate(capacity: 1)
    signals.initialize(to: EngineSignals())
    midi = .allocate(capacity: Self.midiCapacity)
    context = .allocate(capacity: 1)
    context.initialize(
      to: ProcessContext(
        state: state, client: client.handle, left: client.left, right: client.right,
        midiIn: client.midiIn, midi: midi, wakeUp: signals.pointee.wakeUp))
    wakeUps = WakeUpThread(waitingFor: signals.pointee.wakeUp)
  }

  public var description: Description {
    Description(
      clientName: client.name, sampleRate: Int(sampleRate), bufferSize: client.bufferSize,
      audioPorts: [client.fullName(of: client.left), client.fullName(of: client.right)],
      midiPort: client.fullName(of: client.midiIn))
  }

  /// Lets the server call.
  ///
  /// - Throws: ``JackError/notActivated``
  public func activate() throws {
    wakeUps.start { [weak self] in self?.takeNews() }
    do {
      try client.activate(context: context, signals: signals)
    } catch {
      wakeUps.stop()
      throw error
    }
    isRunning = true
  }

  /// Leaves the server and frees what the callback saw. Returns whether libjack let go in time; what
  /// it still holds is then never freed.
  @discardableResult
  public func close() -> Bool {
    guard !isClosed else { return true }
    isClosed = true
    let wasRunning = isRunning
    isRunning = false
    guard client.close() else {
      // libjack may still call: nothing that the callbacks see is ever freed, the voices included.
      if let heldForCallback { _ = Unmanaged.passRetained(heldForCallback) }
      endEvents()
      return false
    }
    if wasRunning { wakeUps.stop() }
    drainEvents()
    endEvents()
    context.deinitialize(count: 1)
    context.deallocate()
    midi.deallocate()
    signals.deinitialize(count: 1)
    signals.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    messages.deinitialize(count: 1)
    messages.deallocate()
    heldForCallback = nil
    return true
  }

  package func send(_ command: Command, isStop: Bool) -> Bool {
    guard isRunning else { return false }
    return messages.pointee.commands.push(command, isStop: isStop)
  }

  private func takeNews() {
    guard isRunning else { return }
    drainEvents()
    let xruns = signals.pointee.xruns.load(ordering: .relaxed)
    if xruns > reportedXruns {
      onXruns?(xruns - reportedXruns)
      reportedXruns = xruns
    }
    let bufferSize = Int(signals.pointee.bufferSize.load(ordering: .relaxed))
    if bufferSize != 0, bufferSize != reportedBufferSize {
      reportedBufferSize = bufferSize
      onBufferSizeChange?(bufferSize)
    }
    if let fault { fail(fault) }
  }

  private var fault: EngineFault? {
    if signals.pointee.hasShutDown.load(ordering: .acquiring) { return .serverGone }
    let rate = Int(signals.pointee.sampleRate.load(ordering: .relaxed))
    if rate != 0, rate != Int(sampleRate) { return .sampleRateChanged(hertz: rate) }
    if signals.pointee.isFreewheeling.load(ordering: .relaxed) { return .freewheeling }
    return nil
  }

  private func fail(_ fault: EngineFault) {
    isRunning = false
    wakeUps.stop()
    drainEvents()
    let report = onFault
    onFault = nil
    report?(fault)
    endEvents()
  }

  private func endEvents() {
    let end = onEnd
    onEvent = nil
    onEnd = nil
    end?()
  }

  private func drainEvents() {
    while let event = messages.pointee.events.pop() { onEvent?(event) }
  }
}

extension JackEngine {
  /// Whether a server of that name (`nil`: the default one) takes clients.
  public static func serverAnswers(_ server: String?) -> Bool {
    JackMessages.silence()
    var status = jack_status_t(rawValue: 0)
    guard let client = jack_open("peach-probe", server, false, &status) else { return false }
    jack_client_close(client)
    return true
  }
}

extension JackEngine {
  /// The JACK library's own version; PipeWire's says so.
  public static var libraryVersion: String { String(cString: jack_get_version_string()) }
}

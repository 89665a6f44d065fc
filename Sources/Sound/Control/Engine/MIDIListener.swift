import CJack
import MainThread
import Realtime

/// A MIDI event that a listener received.
public struct HeardMIDI: Hashable, Sendable {
  /// The time in seconds since the first event.
  public let seconds: Double

  /// The first three bytes, or fewer.
  public let bytes: [UInt8]

  /// The number of all bytes.
  public let size: Int

  public init(seconds: Double, bytes: [UInt8], size: Int? = nil) {
    self.seconds = seconds
    self.bytes = Array(bytes.prefix(3))
    self.size = size ?? bytes.count
  }

  /// The event as Peach reads it; `nil` for events that Peach ignores.
  public var message: MIDIMessage? {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { MIDIMessage(bytes: $0, count: size) }
    }
  }
}

/// A JACK client with a MIDI input, which reports everything that it receives. Main thread.
@MainActor
public final class MIDIListener {
  /// Called with the events that came in, oldest first, and with the number of events that were
  /// dropped since the last call.
  public var onEvents: (([HeardMIDI], _ dropped: Int) -> Void)?

  /// Called with the name of a source of ``connectSources(matching:)`` that has come and is
  /// connected.
  public var onConnected: ((String) -> Void)?

  /// Called once when no further events can be received.
  public var onFault: ((EngineFault) -> Void)?

  /// The port's full name.
  public let portName: String

  /// Frames per second.
  public let sampleRate: Double

  private let openClient: OpenClient<ListenerMemory>
  private var memory: ListenerMemory { openClient.memory }
  private var reportedDrops = 0

  /// The time of the first event, in frames.
  private var origin: Int?

  /// Opens the client; it receives nothing before ``activate()``.
  ///
  /// - Parameters:
  ///   - name: the name to ask for; the server may grant another one unless `isExact`.
  ///   - server: the server's name, `nil` for the default one.
  /// - Throws: ``JackError``
  public static func open(
    name: String, isExact: Bool = false, server: String?
  ) async throws -> MIDIListener {
    let memory = try await JackRequests.open(
      on: server, within: JackRequests.answerLimit, close: { $0.client.close() }
    ) { () throws(JackError) in
      ListenerMemory(client: try JackClient(name: name, isExact: isExact, server: server))
    }
    return MIDIListener(memory)
  }

  private init(_ memory: ListenerMemory) {
    openClient = OpenClient(memory)
    portName = memory.client.fullName(ofPort: JackConnections.midiInput)
    sampleRate = Double(memory.client.sampleRate)
    openClient.keeper.onNews = { [weak self] in
      if case .source(let name) = $0 { self?.onConnected?(name) }
    }
  }

  /// Lets the server call.
  ///
  /// - Throws: ``JackError/notActivated``
  public func activate() async throws {
    try await openClient.activate { [weak self] in self?.handleWakeUp() }
  }

  /// True if a source of ``connectSources(matching:)`` is connected, or about to be.
  public var hasSource: Bool { openClient.keeper.rule(.sources).holdsAny }

  /// Connects the sources that match one of the patterns, now and whenever one comes.
  ///
  /// - Returns: the names of the sources that are connected now; ``onConnected`` reports those of a
  ///   server that takes longer.
  public func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    await openClient.keeper.connectSources(PortRule(.sources, matching: patterns))
  }

  /// Gives the port a title and the client its icon, without waiting.
  public func describe(_ title: String) {
    guard !openClient.isClosed, let port = memory.port else { return }
    openClient.describe([.init(port: port, title: title, order: 1)])
  }

  /// Leaves the server.
  public func close() async {
    onEvents = nil
    onConnected = nil
    onFault = nil
    await openClient.close()
  }

  private func handleWakeUp() {
    guard !openClient.isClosed else { return }
    deliverEvents()
    if let fault = openClient.fault {
      openClient.live.stop()
      let report = onFault
      onFault = nil
      report?(fault)
    } else {
      openClient.keeper.scan()
    }
  }

  private func deliverEvents() {
    var events: [HeardMIDI] = []
    while let message = memory.ring.pointee.pop() { events.append(event(of: message)) }
    let drops = memory.ring.pointee.droppedCount
    let newDrops = drops - reportedDrops
    invariant(newDrops >= 0, "a message is dropped once")
    reportedDrops = drops
    if !events.isEmpty || newDrops > 0 { onEvents?(events, newDrops) }
  }

  private func event(of message: RawMIDIMessage) -> HeardMIDI {
    let origin = origin ?? message.time
    self.origin = origin
    return HeardMIDI(
      seconds: Double(message.time - origin) / sampleRate,
      bytes: Array([message.first, message.second, message.third].prefix(message.size)),
      size: message.size)
  }
}

/// The memory that the process callback of a listener uses, and the client that calls it.
///
/// `@unchecked Sendable` because of the pointers, which never change; the types behind them
/// document how they are shared.
private final class ListenerMemory: ClientMemory, @unchecked Sendable {
  let client: JackClient
  let ring: UnsafeMutablePointer<RawMIDIRing>
  private let context: UnsafeMutablePointer<ListenerContext>

  init(client: JackClient) {
    self.client = client
    ring = .allocate(capacity: 1)
    ring.initialize(to: RawMIDIRing())
    context = .allocate(capacity: 1)
    context.initialize(
      to: ListenerContext(client: client.handle, ring: ring, signals: client.signals))
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    ring.deinitialize(count: 1)
    ring.deallocate()
  }

  func installCallback() { JackCallbacks.install(on: client.handle, listener: context) }

  func registerPorts() throws(JackError) {
    context.pointee.midiIn.fill(try client.registerMIDIInput())
  }

  /// The MIDI input; `nil` before it is registered.
  var port: OpaquePointer? { context.pointee.midiIn.port }
}

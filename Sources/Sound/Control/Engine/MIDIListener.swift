import CJack
import Dispatch
import Realtime

/// Hears whatever comes in at a MIDI port of its own. Main thread.
@MainActor
public final class MIDIListener {
  /// How long closing may take before it is left to itself.
  private static let closingLimit = DispatchTimeInterval.milliseconds(500)

  /// Called with what came in, oldest first, and with how many events since the last call were too many
  /// to be kept.
  public var onEvents: (([HeardMIDI], _ dropped: Int) -> Void)?

  /// Called when a source that was asked for has come and is connected, with its name.
  public var onConnected: ((String) -> Void)?

  /// Called once when nothing can be heard any more.
  public var onFault: ((EngineFault) -> Void)?

  /// The port's full name.
  public let portName: String

  /// Frames per second.
  public let sampleRate: Double

  private let memory: ListenerMemory
  private let wakeUps: WakeUpThread
  private var areWakeUpsRunning = false
  private var isClosed = false
  private var isDescribed = false
  private var watch = MIDISourceWatch()
  private var isLooking = false
  private var seenGraphChanges = 0
  private var reportedDrops = 0

  // The clock of the events: JACK's wraps around, this one goes on.
  private var lastTime: FrameTime?
  private var frames = 0

  /// Opens the client; nothing is heard before ``activate()``.
  ///
  /// - Parameters:
  ///   - name: the name to ask for; the server may grant another unless `isExact`.
  ///   - server: the server's name, `nil` for the default one.
  /// - Throws: ``JackError``
  public static func open(
    name: String, isExact: Bool = false, server: String?
  ) async throws -> MIDIListener {
    let client = await JackRequests.perform(within: JackRequests.answerLimit) {
      Result { () throws(JackError) in
        try ListenerClient(name: name, isExact: isExact, server: server)
      }
    }
    guard let client else { throw JackError.silent(name: server) }
    return MIDIListener(client: try client.get())
  }

  private init(client: ListenerClient) {
    memory = ListenerMemory(client: client)
    portName = client.portName
    sampleRate = client.sampleRate
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
  }

  /// Connects the sources that fit one of the patterns, now and whenever one comes.
  ///
  /// - Returns: the names of those that are connected now.
  public func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    guard !patterns.isEmpty else {
      watch = MIDISourceWatch()
      return []
    }
    let memory = memory
    let sources = await JackRequests.perform { memory.sources }
    // From here on news is followed, too; what is there already is this call's to connect and to tell.
    watch = MIDISourceWatch(patterns)
    let made = await connectNew(of: sources)
    // What has come between the look and the watch.
    return made
      + (await connectNew(of: JackRequests.perform { memory.sources }))
  }

  /// Gives the port a title and the client its icon, without waiting.
  public func describe(_ title: String) {
    guard !isClosed else { return }
    isDescribed = true
    let client = memory.client
    JackRequests.begin {
      JackMetadata.describe(
        client.handle, ports: [.init(port: client.midiIn, title: title, order: 1)])
    }
  }

  /// Leaves the server.
  public func close() async {
    guard !isClosed else { return }
    isClosed = true
    onEvents = nil
    onConnected = nil
    onFault = nil
    stopWakeUps()
    let memory = memory
    let isDescribed = isDescribed
    _ = await JackRequests.perform(within: Self.closingLimit) {
      if isDescribed, !memory.signals.pointee.hasShutDown.load(ordering: .acquiring) {
        JackMetadata.forget(memory.client.handle, ports: [memory.client.midiIn])
      }
      memory.close()
    }
  }

  private func stopWakeUps() {
    if areWakeUpsRunning { wakeUps.stop() }
    areWakeUpsRunning = false
  }

  private func takeNews() {
    guard !isClosed else { return }
    drain()
    if let fault {
      let tell = onFault
      onFault = nil
      tell?(fault)
    } else {
      followSources()
    }
  }

  private var fault: EngineFault? {
    if memory.signals.pointee.hasShutDown.load(ordering: .acquiring) { return .serverGone }
    return memory.signals.pointee.isForgotten.load(ordering: .relaxed)
      ? .openedInFreewheel : nil
  }

  private func drain() {
    var events: [HeardMIDI] = []
    while let message = memory.ring.pointee.pop() { events.append(heard(message)) }
    let drops = memory.ring.pointee.droppedCount
    let news = drops - reportedDrops
    reportedDrops = drops
    if !events.isEmpty || news > 0 { onEvents?(events, news) }
  }

  private func heard(_ message: RawMIDIMessage) -> HeardMIDI {
    if let lastTime { frames += message.time.distance(since: lastTime) }
    lastTime = message.time
    return HeardMIDI(
      seconds: Double(frames) / sampleRate,
      bytes: Array([message.first, message.second, message.third].prefix(message.size)),
      size: message.size)
  }

  private func followSources() {
    let changes = memory.signals.pointee.graphChanges.load(ordering: .relaxed)
    guard !watch.patterns.isEmpty, changes != seenGraphChanges, !isLooking,
      !memory.signals.pointee.isFreewheeling.load(ordering: .relaxed)
    else { return }
    seenGraphChanges = changes
    isLooking = true
    let memory = memory
    JackRequests.begin { [weak self] in
      let sources = memory.sources
      Task { @MainActor in await self?.take(sources) }
    }
  }

  private func take(_ sources: [ServerPort]) async {
    isLooking = false
    guard !isClosed else { return }
    for name in await connectNew(of: sources) { onConnected?(name) }
    if !isClosed { followSources() }
  }

  private func connectNew(of sources: [ServerPort]) async -> [String] {
    var made: [String] = []
    let memory = memory
    for name in watch.observe(sources) where !isClosed {
      if await JackRequests.perform({ memory.connect(name) }) {
        made.append(name)
      } else {
        watch.noteRefusal(of: name)
      }
    }
    return made
  }
}

/// A MIDI event that a listener heard.
public struct HeardMIDI: Hashable, Sendable {
  /// When it came, in seconds since the listener was opened.
  public let seconds: Double

  /// Its bytes, or the first three of more.
  public let bytes: [UInt8]

  /// How many bytes it has.
  public let size: Int

  public init(seconds: Double, bytes: [UInt8], size: Int? = nil) {
    self.seconds = seconds
    self.bytes = Array(bytes.prefix(3))
    self.size = size ?? bytes.count
  }

  /// The event as Peach reads it; `nil` for what Peach does not listen to.
  public var message: MIDIMessage? {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { MIDIMessage(bytes: $0, count: size) }
    }
  }
}

/// Everything that JACK's threads see of a listener, and the client by which they come.
///
/// It lives as long as libjack may call: whoever closes the client holds it until libjack has let go.
/// `@unchecked Sendable` because of the pointers, which never change; what they point at is shared as its
/// own types say.
final class ListenerMemory: @unchecked Sendable {
  let client: ListenerClient
  let ring: UnsafeMutablePointer<RawMIDIRing>
  let signals: UnsafeMutablePointer<EngineSignals>
  let context: UnsafeMutablePointer<ListenerContext>

  init(client: ListenerClient) {
    self.client = client
    ring = .allocate(capacity: 1)
    ring.initialize(to: RawMIDIRing())
    signals = .allocate(capacity: 1)
    signals.initialize(to: EngineSignals())
    context = .allocate(capacity: 1)
    context.initialize(
      to: ListenerContext(
        client: client.handle, midiIn: client.midiIn, ring: ring,
        wakeUp: signals.pointee.wakeUp))
  }

  /// All MIDI sources on the server. Asks the server.
  var sources: [ServerPort] {
    ServerPort.all(.midiSource, on: client.handle, history: signals.pointee.ports)
  }

  /// Asks for a connection of the input; false where it cannot be made now.
  func connect(_ source: String) -> Bool {
    JackConnecting.connect(source, with: client.portName, by: client.handle, signals)
  }

  /// Closes the client. Nothing may be called afterwards.
  func close() {
    if signals.pointee.isForgotten.load(ordering: .relaxed) { client.releasePort() }
    client.close()
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    signals.deinitialize(count: 1)
    signals.deallocate()
    ring.deinitialize(count: 1)
    ring.deallocate()
  }
}

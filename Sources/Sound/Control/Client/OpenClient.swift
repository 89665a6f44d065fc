import MainThread

/// The part of a client that JACK's threads use: its process callback with its memory, and the
/// client.
///
/// It lives as long as libjack may call: the closing holds it until libjack has released the
/// client, and if closing hangs, only this stays alive.
protocol ClientMemory: AnyObject, Sendable {
  var client: JackClient { get }

  /// Installs the process callback, which runs before there are ports.
  func installCallback()

  /// Registers the ports. Asks the server: must run in ``JackRequests``.
  ///
  /// - Throws: ``JackError/noPort(_:)``
  func registerPorts() throws(JackError)
}

/// A client from its opening to its end: activates it, wakes the main thread for the reports of
/// JACK's threads, and closes it. Main thread.
@MainActor
final class OpenClient<Memory: ClientMemory> {
  let memory: Memory
  let live: LiveClient
  let keeper: ConnectionKeeper
  private(set) var isClosed = false

  /// Calls the main thread for the reports of JACK's threads; `nil` unless the client is active.
  private var wakeUps: WaitingThread?

  /// True if the server knows the ports' titles.
  private var isDescribed = false

  init(_ memory: Memory) {
    self.memory = memory
    let live = LiveClient(memory.client)
    self.live = live
    keeper = ConnectionKeeper(live)
  }

  isolated deinit {
    guard !isClosed else { return }
    stop()
    let memory = memory
    JackRequests.begin { Self.close(memory, isDescribed: false) }
  }

  /// Lets the server call, and registers the ports, in this order, so that a visible port can be
  /// connected at once.
  ///
  /// - Throws: ``JackError/notActivated``, ``JackError/noPort(_:)``
  func activate(onWakeUp: @escaping @MainActor @Sendable () -> Void) async throws {
    let memory = memory
    let call = MainThreadCall(onWakeUp)
    wakeUps = WaitingThread(
      named: "peach-wake-up", .posts(memory.client.signals.pointee.semaphore)
    ) {
      // Not on the main thread, which may be busy for longer than the notifications have room.
      memory.client.signals.pointee.recordNotifications()
      call.request()
    }
    let outcome = await JackRequests.perform {
      Result { () throws(JackError) in
        memory.installCallback()
        guard memory.client.activate() else { throw .notActivated }
        try memory.registerPorts()
      }
    }
    do {
      try outcome.get()
      guard !isClosed else { throw JackError.notActivated }
    } catch {
      stop()
      throw error
    }
    live.start()
  }

  /// The reason why the server no longer calls the client; `nil` if it does.
  var fault: EngineFault? {
    let signals = memory.client.signals
    if signals.pointee.hasShutDown.load(ordering: .acquiring) { return .serverGone }
    return signals.pointee.isForgotten.load(ordering: .relaxed) ? .openedInFreewheel : nil
  }

  /// Gives the ports their titles and the client its icon, without waiting: a server may not
  /// support such properties, and nothing depends on them.
  func describe(_ ports: [JackMetadata.Port]) {
    invariant(!isClosed, "a client that is closed is not described")
    isDescribed = true
    let client = memory.client
    JackRequests.begin { JackMetadata.describe(client.handle, ports: ports) }
  }

  /// Ends the wake-ups and the keeper's requests.
  func stop() {
    live.stop()
    wakeUps?.stop()
    wakeUps = nil
  }

  /// Leaves the server. Returns true if libjack released the client in time: it can hang with the
  /// server, and the memory is then freed when it returns.
  @discardableResult
  func close() async -> Bool {
    guard !isClosed else { return true }
    isClosed = true
    stop()
    let memory = memory
    let isDescribed = isDescribed
    return await JackRequests.perform(within: JackRequests.closingLimit) {
      Self.close(memory, isDescribed: isDescribed)
      return true
    } ?? false
  }

  private nonisolated static func close(_ memory: Memory, isDescribed: Bool) {
    withExtendedLifetime(memory) { memory.client.close(isDescribed: isDescribed) }
  }
}

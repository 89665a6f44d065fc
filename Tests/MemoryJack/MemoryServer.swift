import CMemoryJack
import Foundation

/// A JACK server in memory, on which nothing happens unless a test lets it.
///
/// Every client that this process opens under the server's name is the server's, whoever opens it: the code under test,
/// and the clients with which tests play, record and patch. Programs that tests start do not see it. Any number of
/// servers can run at once; a new one takes the place of another one with its name.
@MainActor
public final class MemoryServer {
  /// The server that one in memory behaves like.
  public enum Kind: CaseIterable, Sendable {
    /// Notifies each client on a thread of its own, shows connections from the next period on, and forgets what comes
    /// while it freewheels.
    case jackd2

    /// Notifies clients on the process thread.
    case jackd1

    /// Shows connections at once, gives several clients the same name, and never gives a number of a port again.
    case pipeWire

    fileprivate var value: memory_kind {
      switch self {
      case .jackd2: MEMORY_JACKD2
      case .jackd1: MEMORY_JACKD1
      case .pipeWire: MEMORY_PIPEWIRE
      }
    }
  }

  /// What a client asks of a server.
  public enum Call: CaseIterable, Sendable {
    case open, activate, register, unregister, connect, disconnect, close

    /// Asking whether the server answers.
    case ask

    /// Setting and removing properties.
    case property

    /// Changing the period, freewheeling, renaming ports, computing latencies anew.
    case change

    fileprivate var value: memory_call {
      switch self {
      case .open: MEMORY_OPEN
      case .activate: MEMORY_ACTIVATE
      case .register: MEMORY_REGISTER
      case .unregister: MEMORY_UNREGISTER
      case .connect: MEMORY_CONNECT
      case .disconnect: MEMORY_DISCONNECT
      case .close: MEMORY_CLOSE
      case .ask: MEMORY_ASK
      case .property: MEMORY_PROPERTY
      case .change: MEMORY_CHANGE
      }
    }
  }

  /// What becomes of a call.
  public enum Outcome: Sendable {
    case refused

    /// The server hangs from this call on.
    case hangs

    /// The server ends instead of an answer.
    case ends

    fileprivate var value: memory_outcome {
      switch self {
      case .refused: MEMORY_REFUSES
      case .hangs: MEMORY_HANGS
      case .ends: MEMORY_ENDS
      }
    }
  }

  public nonisolated let name: String

  /// The server; it ends when nobody has it any more, not even the task that lets it run.
  private nonisolated final class Server: Sendable {
    // The functions may be called on any thread.
    nonisolated(unsafe) let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { memory_release(handle) }
  }

  private nonisolated let server: Server
  private nonisolated var handle: OpaquePointer { server.handle }
  private let rate: Double
  private var running: Task<Void, Never>?

  /// Starts a server. No period runs before ``step(periods:)`` or ``run(speed:)``.
  ///
  /// - Parameters:
  ///   - rate: in frames per second.
  ///   - period: in frames.
  ///   - waitsForClients: whether the server is synchronous, which halves the latency of its outputs.
  ///   - outputs: how many outputs the machine has; `inputs` likewise.
  public init(
    name: String, like kind: Kind = .jackd2, rate: Int = 48_000, period: Int = 64,
    waitsForClients: Bool = true, outputs: Int = 2, inputs: Int = 2
  ) {
    guard
      let handle = memory_start(
        name, kind.value, UInt32(rate), UInt32(period), waitsForClients, Int32(outputs),
        Int32(inputs))
    else { preconditionFailure("no memory for a server, or a name that is too long: \(name)") }
    self.name = name
    server = Server(handle)
    self.rate = Double(rate)
  }

  isolated deinit {
    running?.cancel()
    // Whoever still has clients on it hears of the end.
    memory_end(handle, false)
  }

  // MARK: Time

  /// Runs periods, and returns when they are over: how many, which is fewer if the server hangs or ends.
  @discardableResult
  public func step(periods: Int = 1) -> Int { Int(memory_step(handle, Int32(periods))) }

  /// The same on this thread, which is faster: for whoever lets nothing else be done meanwhile.
  @discardableResult
  public func stepHere(periods: Int = 1) -> Int { Int(memory_run(handle, Int32(periods))) }

  /// Lets periods run from now on, each when the main thread has done what was there to do.
  ///
  /// - Parameter speed: how much faster than real time they may follow one another.
  public func run(speed: Double = 20) {
    pause()
    running = Task { [server, rate] in
      let handle = server.handle
      var next = ContinuousClock.now
      while !Task.isCancelled {
        guard next - .now <= .milliseconds(1) else {
          try? await Task.sleep(for: .milliseconds(1))
          continue
        }
        let begin = memory_frames(handle)
        // One that hangs goes on when it is let.
        if memory_step(handle, 1) == 0 { try? await Task.sleep(for: .milliseconds(1)) }
        let frames = memory_frames(handle) &- begin
        await Task.yield()
        // What was not in time is not made up for: bursts of periods are no faster clock.
        next = max(next, .now - .milliseconds(1)) + .seconds(Double(frames) / rate / speed)
      }
    }
  }

  /// Lets no period run any more, but for those that are asked for one by one.
  public func pause() {
    running?.cancel()
    running = nil
  }

  /// Returns when all notifications so far are over and new clients have begun; whether that became so.
  @discardableResult
  public func settle() -> Bool { memory_settle(handle) }

  /// How many threads wait for an answer of a server that hangs, of any server.
  public nonisolated static var blockedCount: Int { Int(memory_blocked_count()) }

  /// The first frame of the next period.
  public nonisolated var frames: UInt32 { memory_frames(handle) }

  /// Lets the next period begin with that frame. Before there are clients.
  public nonisolated func setFrames(_ frame: UInt32) { memory_set_frames(handle, frame) }

  // MARK: What can happen to a server

  /// Ends the server as its user would: the ports of the machine go first.
  public func stop() async {
    pause()
    memory_end(handle, true)
  }

  /// Ends the server without warning.
  public func crash() async {
    pause()
    memory_end(handle, false)
  }

  /// Lets the server hang, or go on.
  public nonisolated func hang(_ isHanging: Bool) { memory_hang(handle, isHanging) }

  /// Whether the server hangs.
  public nonisolated var isHanging: Bool { memory_is_hanging(handle) }

  /// Decides what becomes of a call.
  ///
  /// - Parameter after: how many calls of its kind are answered before.
  public func plan(_ call: Call, after: Int = 0, _ outcome: Outcome) {
    memory_plan(handle, call.value, Int32(after), outcome.value)
  }

  /// Frames are lost, which the server reports as an xrun.
  public func lose(frames: Int) { memory_lose(handle, UInt32(frames)) }

  /// Goes on at another rate, with the clients that are there, as PipeWire does.
  public func setRate(_ rate: Int) { memory_set_rate(handle, UInt32(rate)) }

  @discardableResult
  public func setPeriod(_ frames: Int) -> Bool { memory_set_period(handle, UInt32(frames)) }

  @discardableResult
  public func setFreewheel(_ isOn: Bool) -> Bool { memory_set_freewheel(handle, isOn) }

  /// Removes a client that does not keep up; false if there is none of that name.
  @discardableResult
  public func zombify(_ client: String) -> Bool { memory_zombify(handle, client) }

  // MARK: The user's hands on a patchbay

  /// Connects two ports; also true if they are.
  @discardableResult
  public func connect(_ source: String, _ destination: String) -> Bool {
    [0, EEXIST].contains(memory_connect(handle, source, destination))
  }

  @discardableResult
  public func disconnect(_ source: String, _ destination: String) -> Bool {
    memory_disconnect(handle, source, destination) == 0
  }

  /// Gives a port one more name, of which it has two at most.
  @discardableResult
  public func addAlias(_ alias: String, of port: String) -> Bool {
    memory_set_alias(handle, port, alias)
  }

  /// How many clients are open.
  public var clientCount: Int { Int(memory_client_count(handle)) }

  // MARK: All servers

  /// Nobody finds a server of that name, whatever runs on the machine.
  public nonisolated static func declareAbsent(_ name: String) { memory_set_absent(name, true) }

  /// How often a client has asked for this connection, on any server.
  public nonisolated static func requests(_ source: String, _ destination: String) -> Int {
    memory_connection_requests(source, destination)
  }

  /// How often a closed client or port was used, which would crash a process that uses libjack.
  public nonisolated static var faults: Int { memory_faults() }
}

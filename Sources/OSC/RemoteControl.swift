import Foundation
import Synchronization

/// Remote control by Open Sound Control: receives commands for the training and sends its progress to
/// subscribers. Main thread.
@MainActor
public final class RemoteControl {
  /// Receives each command, in the order of arrival. Commands that come while this is `nil` wait for the
  /// next receiver.
  public var receive: ((RemoteCommand) -> Void)? { didSet { if receive != nil { wakeUp() } } }

  private let socket: OSCSocket
  private let queue: RemoteQueue
  private var subscribers = Subscribers()

  /// The commands that no receiver has had yet.
  private var waiting: [RemoteCommand] = []

  /// The last message to each of the standing paths, which a new subscriber gets first.
  private var standing: [(path: String, message: OSCMessage)] = []
  private static let standingPaths: Set = ["/peach/state", "/peach/trial"]

  /// Starts listening.
  ///
  /// - Parameter address: port 0 stands for any free port.
  public init(at address: OSCPeer) throws(OSCError) {
    let queue = RemoteQueue()
    let reach = Reach()
    self.queue = queue
    socket = try OSCSocket(
      at: address,
      receive: { message, sender in
        guard let command = RemoteCommand(message),
          queue.add(.init(command: command, sender: sender))
        else { return }
        reach.wakeUp()
      },
      lose: { peer in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { reach.control?.subscribers.remove(peer) }
        }
      })
    reach.control = self
  }

  /// The address on which it listens.
  public var address: OSCPeer { socket.address }

  /// Sends a message to every subscriber.
  public func send(_ message: OSCMessage) {
    if Self.standingPaths.contains(message.path) {
      standing.removeAll { $0.path == message.path }
      standing.append((message.path, message))
    }
    subscribers.forgetSilent(at: .now)
    for peer in subscribers.peers { socket.send(message, to: peer) }
  }

  fileprivate func handleRequests() {
    for request in queue.removeAll() {
      subscribers.receive(request.sender, at: .now)
      switch request.command {
      case .subscribe(let port):
        let peer = request.sender.with(port: port ?? request.sender.port)
        subscribers.add(peer, at: .now)
        for (_, message) in standing { socket.send(message, to: peer) }
      case .unsubscribe(let port):
        subscribers.remove(request.sender.with(port: port ?? request.sender.port))
      default: waiting.append(request.command)
      }
    }
    waiting = waiting.suffix(RemoteQueue.capacity)
    // A command may replace or remove the receiver.
    while let receive, !waiting.isEmpty { receive(waiting.removeFirst()) }
  }

  private func wakeUp() {
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.handleRequests() }
    }
  }

  /// Forgets the last message to a path, because it no longer holds.
  public func forget(_ path: String) { standing.removeAll { $0.path == path } }
}

/// Leads from the socket's thread, which must not keep the control alive, to the control.
@MainActor
private final class Reach {
  weak var control: RemoteControl?
  nonisolated init() {}

  nonisolated func wakeUp() {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.control?.handleRequests() } }
  }
}

/// Requests that wait for the main thread. Any thread.
///
/// The number is bounded: requests beyond it are dropped, and of slider movements in a row only the last
/// is kept.
final class RemoteQueue: Sendable {
  struct Request: Hashable, Sendable {
    let command: RemoteCommand
    let sender: OSCPeer
  }

  static let capacity = 256

  private let requests = Mutex<[Request]>([])

  /// Returns whether the main thread must be woken, because nothing waited before.
  func add(_ request: Request) -> Bool {
    requests.withLock { requests in
      if case .slider = request.command, let last = requests.last, case .slider = last.command {
        requests[requests.count - 1] = request
      } else if requests.count < Self.capacity {
        requests.append(request)
        return requests.count == 1
      }
      return false
    }
  }

  func removeAll() -> [Request] {
    requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }
}

/// The peers that receive the progress of the training. A value: the time is passed in.
struct Subscribers {
  /// The most subscribers at a time; a new one then replaces the one that was silent for longest.
  static let limit = 16

  /// A peer that is silent for longer is forgotten.
  static let lifetime = Duration.seconds(600)

  private var lastHeard: [OSCPeer: ContinuousClock.Instant] = [:]

  var peers: some Collection<OSCPeer> { lastHeard.keys }

  mutating func add(_ peer: OSCPeer, at now: ContinuousClock.Instant) {
    forgetSilent(at: now)
    if lastHeard[peer] == nil, lastHeard.count >= Self.limit,
      let silent = lastHeard.min(by: { $0.value < $1.value })
    {
      lastHeard[silent.key] = nil
    }
    lastHeard[peer] = now
  }

  mutating func remove(_ peer: OSCPeer) { lastHeard[peer] = nil }

  /// Notes that a valid message came from `peer`, which keeps all subscriptions of its host alive.
  mutating func receive(_ peer: OSCPeer, at now: ContinuousClock.Instant) {
    for known in lastHeard.keys where known.isOnHost(of: peer) { lastHeard[known] = now }
  }

  mutating func forgetSilent(at now: ContinuousClock.Instant) {
    lastHeard = lastHeard.filter { now - $0.value < Self.lifetime }
  }
}

import Foundation
import MainThread
import Training
import Synchronization

/// Remote control by Open Sound Control: receives commands for the training and sends its progress to
/// subscribers. Main thread.
///
/// The sender of a datagram can be forged. Whoever asks to subscribe therefore gets one message with
/// a number, no longer than the request, and nothing else before the number has come back.
@MainActor
public final class RemoteControl {
  /// Receives each command, in the order of arrival. Commands that come while this is `nil` wait for the
  /// next receiver.
  public var receive: ((Intent) -> Void)? { didSet { if receive != nil { wakeUp() } } }

  private let socket: OSCSocket
  private let queue: RemoteQueue
  private var subscribers: Subscribers

  /// The commands that no receiver has had yet.
  private var waiting: [Intent] = []

  /// The last message to each of the standing paths, which a confirmed subscriber gets first.
  private var standing: [(path: String, message: OSCMessage)] = []
  private static let standingPaths: Set = ["/peach/state", "/peach/trial"]

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - address: port 0 stands for any free port.
  ///   - invitationLifetime: how long a subscriber may take to confirm.
  public init(
    at address: OSCPeer, invitationLifetime: Duration = .seconds(30)
  ) throws(OSCError) {
    subscribers = Subscribers(invitationLifetime: invitationLifetime)
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
        Task { @MainActor in reach.control?.subscribers.remove(peer) }
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
    subscribers.forgetSilent(at: ProgramClock.now)
    for peer in subscribers.peers { socket.send(message, to: peer) }
  }

  fileprivate func handleRequests() {
    for request in queue.removeAll() {
      subscribers.receive(request.sender, at: ProgramClock.now)
      switch request.command {
      case .subscribe(let port):
        guard !address.isLoopback || request.sender.isLoopback else { continue }
        let peer = request.sender.with(port: port ?? request.sender.port)
        let number = subscribers.invite(peer, at: ProgramClock.now)
        socket.send(OSCMessage(RemoteCommand.confirmPath, .int(number)), to: peer)
      case .confirm(let number):
        guard let peer = subscribers.confirm(number, from: request.sender, at: ProgramClock.now)
        else {
          continue
        }
        for (_, message) in standing { socket.send(message, to: peer) }
      case .unsubscribe(let port):
        subscribers.remove(request.sender.with(port: port ?? request.sender.port))
      case .intent(let intent): waiting.append(intent)
      }
    }
    waiting = waiting.suffix(RemoteQueue.capacity)
    // A command may replace or remove the receiver.
    while let receive, !waiting.isEmpty { receive(waiting.removeFirst()) }
  }

  private func wakeUp() {
    Task { [weak self] in self?.handleRequests() }
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
    Task { @MainActor in control?.handleRequests() }
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
      if case .intent(.sliderFromStart) = request.command,
        case .intent(.sliderFromStart)? = requests.last?.command
      {
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

import Foundation

/// The way in by Open Sound Control: takes commands for the training, and tells subscribers how it goes.
/// Main thread.
@MainActor
public final class RemoteControl {
  /// Told of each command in the order of arrival; what comes while nobody is, is told to the next.
  public var receive: ((RemoteCommand) -> Void)? { didSet { if receive != nil { wakeUp() } } }

  private let socket: OSCSocket
  private let queue: RemoteQueue
  private var subscribers = Subscribers()

  /// The commands that nobody was there for.
  private var unheard: [RemoteCommand] = []

  /// What a new subscriber has to know: the last message to each of these paths.
  private var standing: [(path: String, message: OSCMessage)] = []
  private static let standingPaths: Set = ["/peach/state", "/peach/trial"]

  /// Listens from now on.
  ///
  /// - Parameter address: port 0 is any that is free.
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

  /// Where it listens.
  public var address: OSCPeer { socket.address }

  /// Tells every subscriber.
  public func send(_ message: OSCMessage) {
    if Self.standingPaths.contains(message.path) {
      standing.removeAll { $0.path == message.path }
      standing.append((message.path, message))
    }
    subscribers.forgetSilent(at: .now)
    for peer in subscribers.peers { socket.send(message, to: peer) }
  }

  fileprivate func takeRequests() {
    for request in queue.takeAll() {
      subscribers.hear(request.sender, at: .now)
      switch request.command {
      case .subscribe(let port):
        let peer = request.sender.with(port: port ?? request.sender.port)
        subscribers.add(peer, at: .now)
        for (_, message) in standing { socket.send(message, to: peer) }
      case .unsubscribe(let port):
        subscribers.remove(request.sender.with(port: port ?? request.sender.port))
      default: unheard.append(request.command)
      }
    }
    unheard = unheard.suffix(RemoteQueue.capacity)
    // Each may bring another one who listens, or nobody.
    while let receive, !unheard.isEmpty { receive(unheard.removeFirst()) }
  }

  private func wakeUp() {
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.takeRequests() }
    }
  }

  /// What the last message to that path said no longer holds.
  public func forget(_ path: String) { standing.removeAll { $0.path == path } }
}

/// Finds the main thread's object from the socket's thread, which must not hold it.
@MainActor
private final class Reach {
  weak var control: RemoteControl?
  nonisolated init() {}

  nonisolated func wakeUp() {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.control?.takeRequests() } }
  }
}

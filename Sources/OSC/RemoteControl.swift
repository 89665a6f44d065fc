import Foundation
import MainThread
import Music
import Synchronization
import Training

/// Receives commands for the training by Open Sound Control and sends its progress to subscribers.
/// Main thread.
///
/// The sender of a datagram can be forged. A new subscriber therefore gets only one message with a
/// number, no longer than the request, until the number has come back.
@MainActor
public final class RemoteControl {
  /// Receives each command, in the order of arrival. While this is `nil`, commands wait for the
  /// next receiver.
  public var receive: ((Intent) -> Void)? { didSet { if receive != nil { wakeUp() } } }

  private let socket: OSCSocket
  private let queue: RemoteQueue
  private var subscribers: Subscribers

  /// The commands for the next receiver.
  private var waiting: [Intent] = []

  /// The last message to each of the standing paths, which a subscriber gets after its
  /// confirmation.
  private var standing: [(path: String, message: OSCMessage)] = []
  private static let standingPaths: Set = ["/peach/state", "/peach/trial"]

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - address: port 0 stands for any free port.
  ///   - invitationLifetime: the time that a subscriber has to confirm.
  public init(
    at address: OSCPeer, invitationLifetime: Duration = .seconds(30)
  ) throws(OSCError) {
    subscribers = Subscribers(invitationLifetime: invitationLifetime)
    let queue = RemoteQueue()
    let reference = WeakReference<RemoteControl>()
    self.queue = queue
    socket = try OSCSocket(
      at: address,
      receive: { message, sender in
        guard let command = RemoteCommand(message),
          queue.add(.init(command: command, sender: sender))
        else { return }
        Task { @MainActor in reference.object?.handleRequests() }
      },
      lose: { peer in
        Task { @MainActor in reference.object?.subscribers.remove(peer) }
      })
    reference.object = self
  }

  /// The address on which it listens, with the port that the system has chosen.
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

  /// Forgets the last message to a path, because it no longer holds.
  public func forget(_ path: String) { standing.removeAll { $0.path == path } }

  private func handleRequests() {
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
        else { continue }
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
}

/// The requests that wait for the main thread. Any thread.
///
/// A full queue drops requests, and only the last of successive slider movements is kept.
final class RemoteQueue: Sendable {
  struct Request: Hashable, Sendable {
    let command: RemoteCommand
    let sender: OSCPeer
  }

  static let capacity = 256

  private let requests = Mutex<[Request]>([])

  /// Returns true if the queue was empty, so that the main thread must be woken.
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

/// A request to Peach by Open Sound Control, which can only control the training.
enum RemoteCommand: Hashable, Sendable {
  case intent(Intent)

  /// Requests the progress of the training at a port of the sender; `nil` is the port that it sends
  /// from.
  case subscribe(port: UInt16?)
  case unsubscribe(port: UInt16?)

  /// Returns the number from Peach's message of the same path.
  case confirm(Int32)

  /// The path of ``confirm(_:)``, both ways.
  static let confirmPath = "/peach/confirm"

  private static let longestName = 64

  /// The intents that need no argument, and may have that of a button.
  private static let buttons: [Intent] = [
    .answer(higher: true), .answer(higher: false), .choose(1), .choose(2), .choose(3),
    .commit, .undo, .again, .last, .skip, .pause, .panic,
  ]
  private static let nudges = -200.0...200.0
  private static let levels = -60.0...0.0

  /// Returns `nil` for an unknown path, an argument of another type or out of range, and a released
  /// button, which many tablets report with a 0.
  init?(_ message: OSCMessage) {
    guard message.path.hasPrefix("/peach/"), message.arguments.count <= 1 else { return nil }
    let argument = message.arguments.first
    let name = message.path.dropFirst("/peach/".count)
    switch name {
    case "slider":
      guard let value = argument?.number, (-1...1).contains(value) else { return nil }
      self = .intent(.sliderFromStart(value))
    case "nudge":
      guard let cents = argument?.number, Self.nudges.contains(cents) else { return nil }
      self = .intent(.nudge(Cents(cents)))
    case "level":
      guard let level = argument?.number, Self.levels.contains(level) else { return nil }
      self = .intent(.level(.to(level)))
    case "start":
      let name = argument?.text
      guard name.map({ $0.utf8.count <= Self.longestName }) ?? Self.isPress(argument) else {
        return nil
      }
      self = .intent(.start(name))
    case "subscribe", "unsubscribe":
      var port: UInt16?
      if let argument {
        guard let number = argument.number.flatMap({ UInt16(exactly: $0) }), number > 0 else {
          return nil
        }
        port = number
      }
      self = name == "unsubscribe" ? .unsubscribe(port: port) : .subscribe(port: port)
    case "confirm":
      guard case .int(let number)? = argument else { return nil }
      self = .confirm(number)
    default:
      let intent = name == "stop" ? .quit : Self.buttons.first { $0.command == name }
      guard let intent, Self.isPress(argument) else { return nil }
      self = .intent(intent)
    }
  }

  private static func isPress(_ argument: OSCArgument?) -> Bool {
    guard let argument else { return true }
    return argument.number.map { $0 != 0 } ?? false
  }
}

/// The peers that receive the progress of the training.
struct Subscribers {
  /// The most subscribers at a time. One more replaces the one that was silent for longest.
  static let limit = 16

  /// The time after which a silent peer is forgotten.
  static let lifetime = Duration.seconds(600)

  /// The time that an invited peer has to confirm.
  let invitationLifetime: Duration

  init(invitationLifetime: Duration = .seconds(30)) {
    self.invitationLifetime = invitationLifetime
  }

  private struct Invitation {
    let number: Int32
    let sent: ProgramClock.Instant
  }

  private var lastHeard: [OSCPeer: ProgramClock.Instant] = [:]

  /// The peers that have not confirmed yet.
  private var invitations: [OSCPeer: Invitation] = [:]

  var peers: some Collection<OSCPeer> { lastHeard.keys }

  /// Invites a peer that wants to subscribe, for the first time or again. Returns the random number
  /// that it must send back.
  mutating func invite(_ peer: OSCPeer, at now: ProgramClock.Instant) -> Int32 {
    invitations = invitations.filter { now - $0.value.sent < invitationLifetime }
    if let known = invitations[peer] { return known.number }
    if invitations.count >= Self.limit,
      let oldest = invitations.min(by: { $0.value.sent < $1.value.sent })
    {
      invitations[oldest.key] = nil
    }
    let invitation = Invitation(number: .random(in: .min ... .max), sent: now)
    invitations[peer] = invitation
    return invitation.number
  }

  /// Adds and returns the peer on the sender's host, at any port, that was invited with a number.
  /// Returns `nil` if there is none.
  mutating func confirm(
    _ number: Int32, from sender: OSCPeer, at now: ProgramClock.Instant
  ) -> OSCPeer? {
    let invited = invitations.first { peer, invitation in
      invitation.number == number && peer.isOnHost(of: sender)
        && now - invitation.sent < invitationLifetime
    }
    guard let peer = invited?.key else { return nil }
    invitations[peer] = nil
    add(peer, at: now)
    return peer
  }

  private mutating func add(_ peer: OSCPeer, at now: ProgramClock.Instant) {
    forgetSilent(at: now)
    if lastHeard[peer] == nil, lastHeard.count >= Self.limit,
      let silent = lastHeard.min(by: { $0.value < $1.value })
    {
      lastHeard[silent.key] = nil
    }
    lastHeard[peer] = now
  }

  mutating func remove(_ peer: OSCPeer) {
    lastHeard[peer] = nil
    invitations[peer] = nil
  }

  /// Keeps all subscriptions of the host of `peer` alive, as a valid message came from it.
  mutating func receive(_ peer: OSCPeer, at now: ProgramClock.Instant) {
    for known in lastHeard.keys where known.isOnHost(of: peer) { lastHeard[known] = now }
  }

  mutating func forgetSilent(at now: ProgramClock.Instant) {
    lastHeard = lastHeard.filter { now - $0.value < Self.lifetime }
  }
}

import Foundation

/// A client of the New Session Manager that the environment names. Main thread.
@MainActor
public final class SessionClient {
  /// What came of asking for a session.
  public enum Outcome: Hashable, Sendable {
    case open(ManagedSession, manager: String)

    /// There is no manager, or it does not want this client; the reason is the manager's own, or empty.
    case unavailable(reason: String)
  }

  /// How much a message to the user matters, 0…3 in the protocol.
  public enum Priority: Int32, Sendable {
    case chatter = 0
    case notice = 1
    case fault = 3
  }

  /// How long a manager may take to answer.
  private static let patience = Duration.seconds(5)

  /// Asked to store what is not stored yet; returns what kept it from that, in words for the user.
  public var onSave: (() -> String?)?

  private let manager: OSCPeer
  private let socket: OSCSocket
  private var machine = SessionMachine()
  private var managerName = ""
  private var whenOpened: CheckedContinuation<Outcome, Never>?

  /// `nil` where `url` is no address of a manager; it should be as in `NSM_URL`. Throws where there is no
  /// way to it.
  public init?(url: String) throws(OSCError) {
    guard let manager = OSCPeer(url: url) else { return nil }
    self.manager = manager
    let home = Home()
    // Bound to where the manager's answers come in, which is nearly always this machine alone.
    socket = try OSCSocket(
      at: manager.nearEnd ?? manager.with(port: 0),
      receive: { message, sender in
        guard sender.port == manager.port else { return }
        DispatchQueue.main.async { MainActor.assumeIsolated { home.client?.take(message) } }
      },
      lose: { _ in
        DispatchQueue.main.async { MainActor.assumeIsolated { home.client?.giveUp() } }
      })
    home.client = self
  }

  /// Announces the program and waits for its session, as long as the manager takes once it has answered.
  ///
  /// - Parameters:
  ///   - name: the program's, which is also its name among JACK's clients.
  ///   - executable: with what it was started.
  public func join(as name: String, executable: String) async -> Outcome {
    let limit = Task { [weak self] in
      if (try? await Task.sleep(for: Self.patience)) != nil { self?.giveUp() }
    }
    defer { limit.cancel() }
    return await withCheckedContinuation { continuation in
      whenOpened = continuation
      send(SessionMachine.announcement(name: name, executable: executable, pid: getpid()))
    }
  }

  /// The session is open: the client is on the server. Only the first call counts.
  public func finishOpening() { perform(machine.finishOpening(nil)) }

  /// The session cannot be opened. Too late where it is open.
  public func failOpening(_ reason: String) {
    perform(machine.finishOpening((.general, reason)))
  }

  /// Shows the user something, in the manager's window.
  public func tell(_ text: String, _ priority: Priority) {
    guard case .open = machine.state else { return }
    send(OSCMessage("/nsm/client/message", .int(priority.rawValue), .string(text)))
  }

  private func take(_ message: OSCMessage) { perform(machine.take(message)) }
  private func giveUp() { perform(machine.giveUp("")) }

  private func perform(_ action: SessionMachine.Action?) {
    switch action {
    case .welcome(let name): managerName = name
    case .giveUp(let reason): finish(.unavailable(reason: reason))
    case .open(let session): finish(.open(session, manager: managerName))
    case .save:
      if let failure = onSave?() {
        send(SessionMachine.failure(of: SessionMachine.savePath, .general, failure))
      } else {
        send(SessionMachine.success(of: SessionMachine.savePath, "saved"))
      }
    case .answer(let message): send(message)
    case nil: break
    }
  }

  private func finish(_ outcome: Outcome) {
    whenOpened?.resume(returning: outcome)
    whenOpened = nil
  }

  private func send(_ message: OSCMessage) { socket.send(message, to: manager) }
}

/// Finds the main thread's object from the socket's thread, which must not hold it.
@MainActor
private final class Home {
  weak var client: SessionClient?
  nonisolated init() {}
}

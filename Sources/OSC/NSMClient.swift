import Foundation
import MainThread

/// A client of the New Session Manager whose address the environment gives. Main thread.
@MainActor
public final class NSMClient {
  /// The result of asking for a session.
  public enum Outcome: Hashable, Sendable {
    case open(NSMManagedSession, manager: String)

    /// There is no manager, or it refuses this client. The reason is the manager's own, or empty.
    case unavailable(reason: String)
  }

  /// How much a message to the user matters, 0…3 in the protocol.
  public enum Priority: Int32, Sendable {
    case chatter = 0
    case notice = 1
    case fault = 3
  }

  /// How long a manager may take to answer.
  private static let timeout = Duration.seconds(5)

  /// Stores what is not stored yet; then calls with the reason if that failed, in words for the user, or `nil`.
  public var onSave: ((@escaping (_ failure: String?) -> Void) -> Void)?

  private let manager: OSCPeer
  private let socket: OSCSocket
  private var machine = NSMMachine()
  private var managerName = ""
  private var whenOpened: CheckedContinuation<Outcome, Never>?

  /// - Parameter url: the manager's address, as in `NSM_URL`; `nil` is returned if it is none.
  /// - Throws: ``OSCError`` if the address cannot be reached.
  public init?(url: String) throws(OSCError) {
    guard let manager = OSCPeer(url: url) else { return nil }
    self.manager = manager
    let home = Home()
    // Bound to the interface on which the manager answers, nearly always the loopback.
    let own = manager.nearEnd
    socket = try OSCSocket(
      at: own ?? manager.with(port: 0),
      receive: { message, sender in
        guard sender.isAnswer(of: manager, to: own) else { return }
        Task { @MainActor in home.client?.handle(message) }
      },
      lose: { _ in
        Task { @MainActor in home.client?.giveUp() }
      })
    home.client = self
  }

  /// Announces the program and waits for its session. Once the manager has answered, the wait has no
  /// limit.
  ///
  /// - Parameters:
  ///   - name: the program's, which is also its name among JACK's clients.
  ///   - executable: the command that started it.
  public func join(as name: String, executable: String) async -> Outcome {
    let limit = Task { [weak self] in
      if (try? await ProgramClock.sleep(for: Self.timeout)) != nil { self?.giveUp() }
    }
    defer { limit.cancel() }
    return await withCheckedContinuation { continuation in
      whenOpened = continuation
      send(NSMMachine.announcement(name: name, executable: executable, pid: getpid()))
    }
  }

  /// Reports that the session is open and the client is on the server. Only the first call counts.
  public func finishOpening() { perform(machine.finishOpening(nil)) }

  /// Reports that the session cannot be opened; has no effect once it is open.
  public func failOpening(_ reason: String) {
    perform(machine.finishOpening((.general, reason)))
  }

  /// Shows the user a message in the manager's window.
  public func send(_ text: String, _ priority: Priority) {
    guard case .open = machine.state else { return }
    send(OSCMessage("/nsm/client/message", .int(priority.rawValue), .string(text)))
  }

  private func handle(_ message: OSCMessage) { perform(machine.handle(message)) }
  private func giveUp() { perform(machine.giveUp("")) }

  private func perform(_ action: NSMMachine.Action?) {
    switch action {
    case .welcome(let name): managerName = name
    case .giveUp(let reason): finish(.unavailable(reason: reason))
    case .open(let session): finish(.open(session, manager: managerName))
    case .save:
      let save = onSave ?? { $0(nil) }
      save { [weak self] failure in
        self?.send(
          failure.map { NSMMachine.failure(of: NSMMachine.savePath, .general, $0) }
            ?? NSMMachine.success(of: NSMMachine.savePath, "saved"))
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

/// Leads from the socket's thread, which must not keep the client alive, to the client.
@MainActor
private final class Home {
  weak var client: NSMClient?
  nonisolated init() {}
}

/// The session that a manager has opened for this program. Its texts are checked: they become file
/// names and a name in JACK.
public struct NSMManagedSession: Hashable, Sendable {
  /// Where the program keeps its part of the session: a prefix for file names, or a folder.
  public let path: String

  /// The session's name for people.
  public let displayName: String

  /// The exact name under which the program registers with JACK.
  public let clientID: String

  /// The most bytes of a path: Linux allows 4096, and the names of files follow.
  private static let longestPath = 3800

  /// The most bytes of a name. JACK allows less for a client's, and checks that itself.
  private static let longestName = 255

  /// What a manager may say, in the words of the answer to one that said something else.
  static var rule: String {
    """
    open takes an absolute path of at most \(longestPath) bytes and two names of at most \
    \(longestName), all in UTF-8 and without control characters
    """
  }

  /// `nil` if a part cannot be used: too long, with control characters, a relative path, or no name
  /// for the client.
  init?(path: String, displayName: String, clientID: String) {
    let hasControls = (path + displayName + clientID).unicodeScalars.contains {
      $0.properties.generalCategory == .control
    }
    guard !hasControls, path.hasPrefix("/"), path.utf8.count <= Self.longestPath,
      displayName.utf8.count <= Self.longestName,
      (1...Self.longestName).contains(clientID.utf8.count)
    else { return nil }
    self.path = path
    self.displayName = displayName
    self.clientID = clientID
  }
}

/// Finds out whether a session manager may listen at an address, without joining it.
public enum NSMProbe {
  public enum Reach: Sendable {
    /// Something answered, or no refusal came: datagrams are not acknowledged.
    case possible

    /// The machine refuses: nobody listens there.
    case nobody

    /// It is no address, or it cannot be reached.
    case noAddress
  }

  /// How long an answer, or the refusal of another machine, may take.
  private static let timeout = Duration.milliseconds(300)

  /// - Parameter url: as in `NSM_URL`.
  public static func reach(url: String) async -> Reach {
    guard let manager = OSCPeer(url: url) else { return .noAddress }
    let (outcomes, first) = AsyncStream<Reach>.makeStream(bufferingPolicy: .bufferingOldest(1))
    guard
      let socket = try? OSCSocket(
        at: manager.nearEnd ?? manager.with(port: 0),
        receive: { _, _ in first.yield(.possible) }, lose: { _ in first.yield(.nobody) })
    else { return .noAddress }
    // nsmd answers this message; other managers ignore it.
    socket.send(OSCMessage("/osc/ping"), to: manager)
    defer { withExtendedLifetime(socket) {} }
    return await withDeadline(timeout) {
      for await outcome in outcomes { return outcome }
      return .possible
    } ?? .possible
  }
}

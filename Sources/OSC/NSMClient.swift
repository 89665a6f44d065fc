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

  /// The importance of a message to the user, 0…3 in the protocol.
  public enum Priority: Int32, Sendable {
    case chatter = 0
    case notice = 1
    case fault = 3
  }

  /// The time that a manager has to answer.
  private static let timeout = Duration.seconds(5)

  /// Stores all data; then calls with the reason for a failure, in words for the user, or `nil`.
  public var onSave: ((@escaping (_ failure: String?) -> Void) -> Void)?

  private let manager: OSCPeer
  private let socket: OSCSocket
  private var machine = NSMMachine()
  private var managerName = ""
  private var whenOpened: CheckedContinuation<Outcome, Never>?

  /// - Parameter url: the manager's address, as in `NSM_URL`; the result is `nil` if it is not
  ///   valid.
  /// - Throws: ``OSCError`` if the address cannot be reached.
  public init?(url: String) throws(OSCError) {
    guard let manager = OSCPeer(url: url) else { return nil }
    self.manager = manager
    let reference = WeakReference<NSMClient>()
    // Bound to the interface on which the manager answers, nearly always the loopback.
    let own = manager.nearEnd
    socket = try OSCSocket(
      at: own ?? manager.with(port: 0),
      receive: { message, sender in
        guard sender.isAnswer(of: manager, to: own) else { return }
        Task { @MainActor in reference.object?.handle(message) }
      },
      lose: { _ in
        Task { @MainActor in reference.object?.giveUp() }
      })
    reference.object = self
  }

  /// Announces the program and waits for its session, without a limit once the manager has
  /// answered.
  ///
  /// - Parameters:
  ///   - name: the name of the program, also among JACK's clients.
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
  public func finishOpening() { perform(machine.finishOpening(failure: nil)) }

  /// Reports that the session cannot be opened; has no effect once it is open.
  public func failOpening(_ reason: String) { perform(machine.finishOpening(failure: reason)) }

  /// Shows the user a message in the manager's window.
  public func send(_ text: String, _ priority: Priority) {
    guard case .open = machine.state else { return }
    send(OSCMessage("/nsm/client/message", .int(priority.rawValue), .string(text)))
  }

  private func handle(_ message: OSCMessage) { perform(machine.handle(message)) }
  private func giveUp() { perform(machine.giveUp()) }

  private func perform(_ action: NSMMachine.Action?) {
    switch action {
    case .welcome(let name): managerName = name
    case .giveUp(let reason): finish(.unavailable(reason: reason))
    case .open(let session): finish(.open(session, manager: managerName))
    case .save:
      let save = onSave ?? { $0(nil) }
      save { [weak self] failure in
        self?.send(NSMMachine.saveAnswer(failure))
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

/// The session that a manager has opened for this program. Its texts are checked, as they become
/// file names and a name in JACK.
public struct NSMManagedSession: Hashable, Sendable {
  /// The place of the program's part of the session: a prefix for file names, or a folder.
  public let path: String

  /// The session's name for users.
  public let displayName: String

  /// The exact name under which the program registers with JACK.
  public let clientID: String

  /// The most bytes of a path: Linux allows 4096, and file names follow.
  private static let longestPath = 3800

  /// The most bytes of a name. JACK allows fewer in a client's name and checks that itself.
  private static let longestName = 255

  /// The rule that the answer to an invalid message states.
  static var rule: String {
    """
    open takes an absolute path of at most \(longestPath) bytes and two names of at most \
    \(longestName), all in UTF-8 and without control characters
    """
  }

  /// Returns `nil` for a text that is too long or has control characters, a relative path, or an
  /// empty client name.
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

/// Checks if a session manager may listen at an address, without joining it.
public enum NSMProbe {
  public enum Reach: Sendable {
    /// An answer came, or no refusal: datagrams are not acknowledged.
    case possible

    /// The machine refuses: no program listens there.
    case nobody

    /// The address is not valid or cannot be reached.
    case noAddress
  }

  /// The time that an answer, or the refusal of another machine, may take.
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

/// Decides what a client of the New Session Manager does, by its protocol (API 1.1); ``NSMClient``
/// performs it. Each input returns the action to perform.
struct NSMMachine {
  enum State: Hashable {
    case announced
    /// The manager has welcomed the client.
    case welcomed
    case opening(NSMManagedSession)
    case open(NSMManagedSession)
    /// The client runs without a session.
    case refused
  }

  enum Action: Hashable {
    case welcome(manager: String)
    case giveUp(reason: String)
    case open(NSMManagedSession)
    case save
    case answer(OSCMessage)
  }

  /// The protocol's error codes.
  private enum ErrorCode: Int32 {
    case general = -1
    case notNow = -8
  }

  /// The version of the protocol spoken here.
  private static let version: (major: Int32, minor: Int32) = (1, 1)
  private static let announcePath = "/nsm/server/announce"
  private static let openPath = "/nsm/client/open"
  private static let savePath = "/nsm/client/save"

  private(set) var state = State.announced

  /// The message that introduces the client. Its capabilities do not include `:switch:`, so that
  /// the manager restarts the program for another session.
  static func announcement(name: String, executable: String, pid: Int32) -> OSCMessage {
    OSCMessage(
      announcePath, .string(name), .string(":message:"), .string(executable),
      .int(version.major), .int(version.minor), .int(pid))
  }

  mutating func handle(_ message: OSCMessage) -> Action? {
    switch message.path {
    case "/reply" where message.arguments.first?.text == Self.announcePath:
      guard state == .announced, message.arguments.count > 2 else { return nil }
      state = .welcomed
      return .welcome(manager: message.arguments[2].text ?? "")
    case "/error" where message.arguments.first?.text == Self.announcePath:
      guard state == .announced else { return nil }
      state = .refused
      return .giveUp(reason: message.arguments.last?.text ?? "")
    case Self.openPath: return open(message)
    case Self.savePath:
      switch state {
      case .open: return .save
      case .opening: return .answer(Self.failure(of: Self.savePath, .notNow, "not open yet"))
      case .announced, .welcomed, .refused: return nil
      }
    default: return nil
    }
  }

  /// Reports that the session is open, or the failure, which the manager shows.
  mutating func finishOpening(failure: String?) -> Action? {
    guard case .opening(let session) = state else { return nil }
    guard let failure else {
      state = .open(session)
      return .answer(Self.success(of: Self.openPath, "open"))
    }
    state = .refused
    return .answer(Self.failure(of: Self.openPath, .general, failure))
  }

  /// Ends the wait for an answer that has not come in time.
  mutating func giveUp() -> Action? {
    guard state == .announced else { return nil }
    state = .refused
    return .giveUp(reason: "")
  }

  static func saveAnswer(_ failure: String?) -> OSCMessage {
    failure.map { Self.failure(of: savePath, .general, $0) } ?? success(of: savePath, "saved")
  }

  private static func success(of path: String, _ text: String) -> OSCMessage {
    OSCMessage("/reply", .string(path), .string(text))
  }

  private static func failure(of path: String, _ code: ErrorCode, _ text: String) -> OSCMessage {
    OSCMessage("/error", .string(path), .int(code.rawValue), .string(text))
  }

  private mutating func open(_ message: OSCMessage) -> Action? {
    switch state {
    case .welcomed: break
    case .opening, .open:
      return .answer(Self.failure(of: Self.openPath, .notNow, "Peach does not switch sessions"))
    case .announced, .refused: return nil
    }
    let words = message.arguments.compactMap(\.text)
    guard words.count == 3, message.arguments.count == 3,
      let session = NSMManagedSession(path: words[0], displayName: words[1], clientID: words[2])
    else {
      return .answer(Self.failure(of: Self.openPath, .general, NSMManagedSession.rule))
    }
    state = .opening(session)
    return .open(session)
  }
}

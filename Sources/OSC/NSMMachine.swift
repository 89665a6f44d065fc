/// Decides what a client of the New Session Manager does, by its protocol (API 1.1); ``NSMClient``
/// performs it.
///
/// Each input returns the action to perform, or `nil` if there is none.
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
  enum ErrorCode: Int32 {
    case general = -1
    case notNow = -8
    case badProject = -9
    case createFailed = -10
  }

  /// The version of the protocol spoken here.
  static let version: (major: Int32, minor: Int32) = (1, 1)
  static let announcePath = "/nsm/server/announce"
  static let openPath = "/nsm/client/open"
  static let savePath = "/nsm/client/save"

  private(set) var state = State.announced

  /// The message that introduces the client. Its capabilities do not include `:switch:`: for another
  /// session, the manager ends the program and starts it again.
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
  mutating func finishOpening(_ failure: (code: ErrorCode, message: String)?) -> Action? {
    guard case .opening(let session) = state else { return nil }
    guard let failure else {
      state = .open(session)
      return .answer(Self.success(of: Self.openPath, "open"))
    }
    state = .refused
    return .answer(Self.failure(of: Self.openPath, failure.code, failure.message))
  }

  /// No answer has come in time.
  mutating func giveUp(_ reason: String) -> Action? {
    guard state == .announced else { return nil }
    state = .refused
    return .giveUp(reason: reason)
  }

  static func success(of path: String, _ text: String) -> OSCMessage {
    OSCMessage("/reply", .string(path), .string(text))
  }

  static func failure(of path: String, _ code: ErrorCode, _ text: String) -> OSCMessage {
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

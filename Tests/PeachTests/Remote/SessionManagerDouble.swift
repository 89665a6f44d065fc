import Foundation
import OSC

/// A session manager as the protocol describes it: welcomes a client and opens what it is told.
@MainActor
final class SessionManagerDouble {
  private let peer: RemotePeer
  private(set) var client: OSCPeer?

  init() throws { peer = try RemotePeer() }

  var environment: [String: String] { ["NSM_URL": "osc.udp://localhost:\(peer.address.port)/"] }

  /// Waits for a client, and returns what it said of itself.
  func announcement() async -> [OSCArgument]? {
    let announcement = await peer.message("/nsm/server/announce")
    client = announcement?.sender
    return announcement?.arguments
  }

  func welcome() {
    send(
      "/reply", .string("/nsm/server/announce"), .string("Welcome"), .string("A Manager"),
      .string(":server-control:"))
  }

  func open(_ folder: URL, id: String) {
    send("/nsm/client/open", .string(folder.path), .string("A Song"), .string(id))
  }

  /// Welcomes the client and opens its part of the session; returns the path and the arguments of what
  /// it answers.
  func begin(_ folder: URL, id: String) async -> (path: String, arguments: [OSCArgument])? {
    _ = await announcement()
    welcome()
    open(folder, id: id)
    return await answer(to: "/nsm/client/open")
  }

  func answer(to path: String) async -> (path: String, arguments: [OSCArgument])? {
    while let (message, sender) = await peer.next() {
      guard sender == client, ["/reply", "/error"].contains(message.path),
        message.arguments.first == .string(path)
      else { continue }
      return (message.path, message.arguments)
    }
    return nil
  }

  func save() async -> String? {
    send("/nsm/client/save")
    return await answer(to: "/nsm/client/save")?.path
  }

  /// The next text for the user that has this in it.
  func text(with part: String) async -> (priority: OSCArgument?, text: String)? {
    while let (arguments, _) = await peer.message("/nsm/client/message") {
      if let text = arguments.last?.text, text.contains(part) { return (arguments.first, text) }
    }
    return nil
  }

  func send(_ path: String, _ arguments: OSCArgument...) {
    guard let client else { return }
    peer.send(OSCMessage(path, arguments: arguments), to: client)
  }
}

import Foundation
import OSC

/// Another program that speaks Open Sound Control: keeps what comes, and sends what it is told.
@MainActor
final class RemotePeer {
  let address: OSCPeer
  private let socket: OSCSocket
  private var messages: AsyncStream<(OSCMessage, OSCPeer)>.Iterator

  /// All that was received and looked at so far.
  private(set) var seen: [OSCMessage] = []

  init() throws {
    guard let loopback = OSCPeer(host: "127.0.0.1", port: 0) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let (stream, continuation) = AsyncStream<(OSCMessage, OSCPeer)>.makeStream()
    socket = try OSCSocket(at: loopback) { continuation.yield(($0, $1)) }
    address = socket.address
    messages = stream.makeAsyncIterator()
  }

  func send(_ message: OSCMessage, to peer: OSCPeer) { socket.send(message, to: peer) }

  /// The next message and where it came from.
  func next() async -> (message: OSCMessage, sender: OSCPeer)? {
    var iterator = messages
    defer { messages = iterator }
    guard let next = await iterator.next(isolation: #isolation) else { return nil }
    seen.append(next.0)
    return (next.0, next.1)
  }

  /// Reads on to the first message to that path whose arguments fit.
  func message(
    _ path: String, where fits: ([OSCArgument]) -> Bool = { _ in true }
  ) async -> (arguments: [OSCArgument], sender: OSCPeer)? {
    while let (message, sender) = await next() {
      if message.path == path, fits(message.arguments) { return (message.arguments, sender) }
    }
    return nil
  }
}

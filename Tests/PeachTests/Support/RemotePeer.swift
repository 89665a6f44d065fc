import Foundation
import OSC
import TestSupport

/// Another program that speaks Open Sound Control: keeps what it receives, sends what a test wants, and
/// confirms its subscriptions by itself.
@MainActor
final class RemotePeer {
  let address: OSCPeer
  private let socket: OSCSocket
  private let messages = Inbox<(OSCMessage, OSCPeer)>("OSC messages")

  /// All messages that were received and read so far.
  private(set) var seen: [OSCMessage] = []

  init() throws {
    guard let loopback = OSCPeer(host: "127.0.0.1", port: 0) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let messages = messages
    socket = try OSCSocket(at: loopback) { messages.put(($0, $1)) }
    address = socket.address
  }

  func send(_ message: OSCMessage, to peer: OSCPeer) { socket.send(message, to: peer) }

  /// The next message and where it came from.
  func next(
    within limit: Duration = waitingLimit
  ) async -> (message: OSCMessage, sender: OSCPeer)? {
    while let next = await messages.next(within: limit) {
      if next.0.path == "/peach/confirm" {
        send(next.0, to: next.1)
        continue
      }
      seen.append(next.0)
      return (next.0, next.1)
    }
    return nil
  }

  /// Reads on to the first message to that path whose arguments fit.
  func message(
    _ path: String, where fits: ([OSCArgument]) -> Bool = { _ in true }
  ) async -> (arguments: [OSCArgument], sender: OSCPeer)? {
    let deadline = ContinuousClock.now + waitingLimit * 3
    while let (message, sender) = await next(
      within: min(waitingLimit, max(deadline - .now, .zero)))
    {
      if message.path == path, fits(message.arguments) { return (message.arguments, sender) }
    }
    return nil
  }
}

/// A UDP port of this machine at which nobody listens.
enum FreePort {
  static func find() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
      }
    }
    guard result == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// Datagrams that are no messages, or messages that are nobody's.
enum Flood {
  /// Sends `count` datagrams to a port of this machine, as fast as possible: random bytes, messages with
  /// random bytes in them, bundles that promise too much, and texts that fill a datagram.
  static func send(_ count: Int, to port: UInt16) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var random = SystemRandomNumberGenerator()
    for round in 0..<count {
      let bytes = datagram(round, using: &random)
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = sendto(
            descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
  }

  /// Whether everything that has reached a port of this machine has been read, according to the kernel's list of sockets.
  static func isRead(at port: UInt16) -> Bool {
    let list = (try? String(contentsOfFile: "/proc/net/udp", encoding: .utf8)) ?? ""
    let sockets = list.split(separator: "\n").map { $0.split(separator: " ") }
    let place = ":" + String(format: "%04X", port)
    return sockets.contains {
      $0.count > 4 && $0[1].hasSuffix(place) && $0[4].hasSuffix(":00000000")
    }
  }

  private static func datagram(
    _ round: Int, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    switch round % 4 {
    case 0: return (0..<Int.random(in: 0...300, using: &random)).map { _ in .random(in: 0...255) }
    case 1:
      var bytes = Array("/peach/slider\0\0\0,f\0\0\0\0\0\0".utf8)
      bytes[.random(in: 1..<bytes.count, using: &random)] = .random(in: 128...255, using: &random)
      return bytes
    case 2:
      return Array("#bundle\0\0\0\0\0\0\0\0\u{1}".utf8) + [0x7F, 0xFF, 0xFF, 0xFC]
        + Array(repeating: 0x41, count: 64)
    default: return Array("/peach/start\0\0\0\0,s\0\0".utf8) + Array(repeating: 0x41, count: 60_000)
    }
  }
}

import Foundation
import Training

@testable import OSC

/// A program that controls Peach by Open Sound Control, and listens to it. What it sends has arrived before anything else
/// happens, though a thread of the network's takes it there.
@MainActor
final class Remote {
  /// Where Peach is to receive: an address of this machine that no other life has, and a port that no session before had.
  let address: String
  private let descriptor = socket(
    AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
  private var peer = sockaddr_in()

  /// How often each path has come.
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64, session: Int) {
    let parts = [127, 1 + seed >> 16 & 0x7F, seed >> 8 & 0xFF, seed & 0xFF]
    let host = parts.map { "\($0)" }.joined(separator: ".")
    let port = UInt16(9000 + session)
    address = "\(host):\(port)"
    peer.sin_family = sa_family_t(AF_INET)
    peer.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &peer.sin_addr)
  }

  isolated deinit { close(descriptor) }

  func send(_ path: String, _ arguments: OSCArgument...) {
    let bytes = OSCMessage(path, arguments: arguments).bytes
    let scheduler = SeededScheduler.shared
    let count = scheduler.mainCount
    let sent = withUnsafePointer(to: peer) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    let end = ContinuousClock.now + .milliseconds(500)
    while sent > 0, scheduler.mainCount == count, ContinuousClock.now < end { usleep(20) }
  }

  /// Reads what has come, and confirms a subscription.
  func receive() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      let messages = buffer.withUnsafeBytes {
        OSCPacket.messages(in: .init(rebasing: $0.prefix(count)))
      }
      for message in messages {
        counts[message.path, default: 0] += 1
        if message.path == "/peach/confirm", let number = message.arguments.first {
          send("/peach/confirm", number)
        }
      }
    }
  }
}

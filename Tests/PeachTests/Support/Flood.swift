import Foundation
import OSC

/// Datagrams that are no messages, or messages that are nobody's.
enum Flood {
  /// Sends so many to a port of this machine, as fast as they go: random bytes, messages with random
  /// bytes in them, bundles that promise too much, and texts that fill a datagram.
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

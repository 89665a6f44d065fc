import Foundation
import Glibc

/// The address and port of a socket that sends or receives datagrams.
public struct OSCPeer: Hashable, Sendable {
  /// Four or sixteen bytes, in network order.
  private let address: [UInt8]

  /// The interface of a link-local address.
  private let scope: UInt32
  public let port: UInt16

  /// Returns `nil` if the host is not a numeric address. `localhost` is 127.0.0.1.
  public init?(host: String, port: UInt16) {
    let host = host == "localhost" ? "127.0.0.1" : host
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 {
      address = withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, host, &six) == 1 {
      address = withUnsafeBytes(of: six) { Array($0) }
    } else {
      return nil
    }
    scope = 0
    self.port = port
  }

  /// Returns `nil` if the address belongs to another family than IPv4 and IPv6.
  init?(_ socketAddress: UnsafeRawBufferPointer) {
    guard socketAddress.count >= MemoryLayout<sa_family_t>.size else { return nil }
    switch Int32(socketAddress.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET where socketAddress.count >= MemoryLayout<sockaddr_in>.size:
      let four = socketAddress.loadUnaligned(as: sockaddr_in.self)
      address = withUnsafeBytes(of: four.sin_addr) { Array($0) }
      scope = 0
      port = UInt16(bigEndian: four.sin_port)
    case AF_INET6 where socketAddress.count >= MemoryLayout<sockaddr_in6>.size:
      let six = socketAddress.loadUnaligned(as: sockaddr_in6.self)
      address = withUnsafeBytes(of: six.sin6_addr) { Array($0) }
      scope = six.sin6_scope_id
      port = UInt16(bigEndian: six.sin6_port)
    default: return nil
    }
  }

  private init(address: [UInt8], scope: UInt32, port: UInt16) {
    (self.address, self.scope, self.port) = (address, scope, port)
  }

  /// This host with another port.
  public func with(port: UInt16) -> OSCPeer {
    OSCPeer(address: address, scope: scope, port: port)
  }

  public func isOnHost(of other: OSCPeer) -> Bool {
    address == other.address && scope == other.scope
  }

  /// True if only this machine can reach it.
  public var isLoopback: Bool {
    address.count == 4 ? address[0] == 127 : address == Array(repeating: 0, count: 15) + [1]
  }

  /// True if a message from here can be the answer to one that `own` sent to `peer`.
  ///
  /// An answer comes from the address that the question went to. Only a program of this machine may
  /// answer from another one: Debian gives the machine's name the address 127.0.1.1, and the answer
  /// to a message from 127.0.0.1 to that address comes from 127.0.0.1.
  func isAnswer(of peer: OSCPeer, to own: OSCPeer?) -> Bool {
    if self == peer { return true }
    return peer.isLoopback && port == peer.port && own.map(isOnHost) == true
  }

  var family: Int32 { address.count == 4 ? AF_INET : AF_INET6 }

  /// Calls `body` with the address in the form that system calls require.
  func withSocketAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    func pass<Address>(_ address: Address) -> Result {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
    if family == AF_INET {
      var four = sockaddr_in()
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &four.sin_addr) { $0.copyBytes(from: address) }
      return pass(four)
    }
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    six.sin6_scope_id = scope
    withUnsafeMutableBytes(of: &six.sin6_addr) { $0.copyBytes(from: address) }
    return pass(six)
  }
}

extension OSCPeer: CustomStringConvertible {
  /// The address alone, such as `127.0.0.1` or `::1`.
  public var host: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return "?" }
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "?" }
  }

  /// `127.0.0.1:9000`, `[::1]:9000`.
  public var description: String {
    family == AF_INET ? "\(host):\(port)" : "[\(host)]:\(port)"
  }
}

extension OSCPeer {
  /// Reads `osc.udp://HOST:PORT/` and looks up the host's name. Returns `nil` for any other text
  /// and for an unknown host.
  public init?(url: String) {
    let scheme = "osc.udp://"
    guard url.hasPrefix(scheme) else { return nil }
    let place = url.dropFirst(scheme.count).prefix { $0 != "/" }
    guard let colon = place.lastIndex(of: ":"),
      let port = UInt16(place[place.index(after: colon)...])
    else { return nil }
    var host = String(place[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if let peer = OSCPeer(host: host, port: port) {
      self = peer
      return
    }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return nil }
    defer { freeaddrinfo(list) }
    var found: [OSCPeer] = []
    var next = list
    while let entry = next {
      let bytes = UnsafeRawBufferPointer(
        start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
      if let peer = OSCPeer(bytes) { found.append(peer.with(port: port)) }
      next = entry.pointee.ai_next
    }
    // Programs that use liblo always listen on IPv4.
    guard let peer = found.first(where: { $0.family == AF_INET }) ?? found.first else { return nil }
    self = peer
  }

  /// This machine's own address on the route to the peer, port 0; `nil` if there is no route.
  var nearEnd: OSCPeer? {
    let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Connecting a datagram socket sends nothing.
    guard withSocketAddress({ connect(descriptor, $0, $1) }) == 0 else { return nil }
    return OSCPeer(ofSocket: descriptor)?.with(port: 0)
  }

  /// The address to which a socket is bound.
  init?(ofSocket descriptor: CInt) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard result == 0, let peer = withUnsafeBytes(of: storage, { OSCPeer($0) }) else { return nil }
    self = peer
  }
}

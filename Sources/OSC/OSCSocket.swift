import Foundation
import Glibc

/// A UDP socket, open during its lifetime, that receives and sends messages of Open Sound Control.
/// Any thread may send.
///
/// Peach does not use liblo's servers, because they always listen on every interface.
public final class OSCSocket: Sendable {
  /// The address on which it listens, with the port that the system has chosen.
  public let address: OSCPeer
  private let descriptor: CInt

  /// The end of a pipe; closing it ends the thread.
  private let ending: CInt

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - address: the address to listen on. Port 0 stands for any free port.
  ///   - receive: called on a separate thread for each valid message.
  ///   - lose: called on that thread if the network reports that a message was not delivered.
  public init(
    at address: OSCPeer, receive: @escaping @Sendable (OSCMessage, OSCPeer) -> Void,
    lose: @escaping @Sendable (OSCPeer) -> Void = { _ in }
  ) throws(OSCError) {
    let descriptor = socket(
      address.family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .refused(address, errno: errno) }
    Self.setUp(descriptor, address.family)
    guard address.withSocketAddress({ bind(descriptor, $0, $1) }) == 0,
      let granted = OSCPeer(ofSocket: descriptor)
    else {
      let number = errno
      close(descriptor)
      throw number == EADDRINUSE ? .taken(address) : .refused(address, errno: number)
    }
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let number = errno
      close(descriptor)
      throw .refused(address, errno: number)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.address = granted
    self.descriptor = descriptor
    ending = ends[1]
    let ended = ends[0]
    let thread = Thread {
      Self.read(descriptor, until: ended, receive, lose)
      close(descriptor)
      close(ended)
    }
    thread.name = "peach-osc"
    thread.start()
  }

  deinit { close(ending) }

  /// The limit of attempts to send a message if the system reports errors of others.
  private static let mostAttempts = 100

  /// Sends a message, or drops it if it cannot be sent at once.
  public func send(_ message: OSCMessage, to peer: OSCPeer) {
    let bytes = message.bytes
    for _ in 0..<Self.mostAttempts {
      let sent = peer.withSocketAddress {
        sendto(
          descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL), $0,
          $1)
      }
      // Each undeliverable message fails the next call, whatever that call sends. Other threads
      // can cause further errors meanwhile.
      if sent >= 0 || errno != ECONNREFUSED { return }
    }
  }

  private static func setUp(_ descriptor: CInt, _ family: Int32) {
    var isOn: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    // Reports undeliverable messages, with the address.
    if family == AF_INET6 {
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_RECVERR, &isOn, size)
    } else {
      setsockopt(descriptor, Int32(IPPROTO_IP), IP_RECVERR, &isOn, size)
    }
  }

  private static func read(
    _ descriptor: CInt, until ended: CInt, _ receive: (OSCMessage, OSCPeer) -> Void,
    _ lose: (OSCPeer) -> Void
  ) {
    // One extra byte reveals a datagram that is too long.
    var buffer = [UInt8](repeating: 0, count: OSCPacket.longest + 1)
    var waiting = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&waiting, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return
      }
      if waiting[1].revents != 0 { return }
      if waiting[0].revents & Int16(POLLERR) != 0 { reportLosses(of: descriptor, lose) }
      if waiting[0].revents & Int16(POLLIN) != 0 {
        readMessages(from: descriptor, &buffer, receive)
      }
    }
  }

  private static func readMessages(
    from descriptor: CInt, _ buffer: inout [UInt8], _ receive: (OSCMessage, OSCPeer) -> Void
  ) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let count = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        recvfrom(
          descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT), $0, &length)
      }
    }
    guard count > 0, let sender = withUnsafeBytes(of: storage, { OSCPeer($0) }) else { return }
    let messages = buffer.withUnsafeBytes {
      OSCPacket.messages(in: .init(rebasing: $0.prefix(count)))
    }
    for message in messages { receive(message, sender) }
  }

  /// Reads the socket's errors about undelivered messages. Each error includes the destination.
  private static func reportLosses(of descriptor: CInt, _ lose: (OSCPeer) -> Void) {
    while true {
      var storage = sockaddr_storage()
      let count = withUnsafeMutablePointer(to: &storage) { pointer in
        var header = msghdr()
        header.msg_name = UnsafeMutableRawPointer(pointer)
        header.msg_namelen = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return recvmsg(
          descriptor, &header, Int32(MSG_ERRQUEUE | MSG_DONTWAIT))
      }
      guard count >= 0 else { return }
      if let peer = withUnsafeBytes(of: storage, { OSCPeer($0) }) { lose(peer) }
    }
  }
}

/// The weak reference by which the closures of a socket, which must not keep its owner alive, reach
/// the owner.
@MainActor
final class WeakReference<Object: AnyObject> {
  weak var object: Object?
  nonisolated init() {}
}

/// The reason why a socket could not be opened. `errno` is the system's.
public enum OSCError: Error, Hashable, Sendable {
  /// Another program listens on this address.
  case taken(OSCPeer)

  case refused(OSCPeer, errno: Int32)
}

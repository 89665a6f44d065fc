import Foundation

extension OSCPeer {
  /// Reads `osc.udp://HOST:PORT/`; a host's name is looked up. `nil` for anything else and for a host
  /// that nobody knows.
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
    // Programs that use liblo listen at IPv4 in any case.
    guard let peer = found.first(where: { $0.family == AF_INET }) ?? found.first else { return nil }
    self = peer
  }

  /// This machine's own address on the way to the peer, port 0; `nil` where there is no way.
  var nearEnd: OSCPeer? {
    let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Connecting a datagram socket sends nothing.
    guard withSocketAddress({ connect(descriptor, $0, $1) }) == 0 else { return nil }
    return OSCPeer(ofSocket: descriptor)?.with(port: 0)
  }

  /// Where a socket is bound.
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

import Foundation

/// The address at which Peach receives Open Sound Control.
public enum OSCListening: Hashable, Sendable {
  case off

  /// A numeric address of this machine, IPv6 without brackets, and a port; port 0 is any free one.
  case at(host: String, port: Int)

  /// The address that no other machine can reach.
  private static let loopback = "127.0.0.1"

  /// Reads `off`, `PORT` (of the loopback address), `ADDRESS:PORT`, `[ADDRESS]:PORT` for IPv6, or
  /// one of the latter two as `osc.udp://ADDRESS:PORT/`; `nil` for anything else.
  public init?(_ text: String) {
    if text == "off" {
      self = .off
      return
    }
    let scheme = "osc.udp://"
    var place = Substring(text)
    if place.hasPrefix(scheme) {
      place = place.dropFirst(scheme.count)
      if place.hasSuffix("/") { place = place.dropLast() }
    }
    let colon = place.lastIndex(of: ":")
    let digits = colon.map { place[place.index(after: $0)...] } ?? place
    guard !digits.isEmpty, digits.count <= 5, digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = Int(digits), port <= Int(UInt16.max)
    else { return nil }
    var host = colon.map { String(place[..<$0]) } ?? Self.loopback
    if host == "localhost" { host = Self.loopback }
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = String(host.dropFirst().dropLast()) }
    guard Self.isAddress(host, of: isBracketed ? AF_INET6 : AF_INET) else { return nil }
    self = .at(host: host, port: port)
  }

  /// The shortest form that ``init(_:)`` reads.
  public var text: String {
    switch self {
    case .off: "off"
    case .at(Self.loopback, let port): String(port)
    case .at(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
  }

  /// True for an address of a single machine, not for a multicast or broadcast address.
  private static func isAddress(_ text: String, of family: Int32) -> Bool {
    var address = in6_addr()
    guard inet_pton(family, text, &address) == 1 else { return false }
    let first = withUnsafeBytes(of: address) { $0[0] }
    return family == AF_INET ? first < 224 : first != 0xFF
  }
}

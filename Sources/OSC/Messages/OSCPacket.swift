/// What comes in one datagram: a message, or a bundle of messages and bundles.
enum OSCPacket {
  /// Longer datagrams hold nothing that is meant for Peach.
  static let longest = 8192

  private static let deepest = 4
  private static let bundleMark = Array("#bundle\0".utf8)

  /// The messages in their order; none where any part is malformed. Time tags count as "now".
  static func messages(in bytes: UnsafeRawBufferPointer) -> [OSCMessage] {
    var messages: [OSCMessage] = []
    return read(bytes, into: &messages, depth: 0) ? messages : []
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, into messages: inout [OSCMessage], depth: Int
  ) -> Bool {
    guard bytes.count <= longest, depth < deepest else { return false }
    guard bytes.starts(with: bundleMark) else {
      guard let message = OSCMessage(bytes) else { return false }
      messages.append(message)
      return true
    }
    // The mark, then eight bytes of time.
    var rest = bytes.dropFirst(16)
    guard bytes.count >= 16 else { return false }
    while !rest.isEmpty {
      guard rest.count >= 4 else { return false }
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard size > 0, size % 4 == 0, size <= rest.count,
        read(.init(rebasing: rest.prefix(size)), into: &messages, depth: depth + 1)
      else { return false }
      rest = rest.dropFirst(size)
    }
    return true
  }
}

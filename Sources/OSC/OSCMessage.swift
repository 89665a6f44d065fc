import CLibLO

/// A message of Open Sound Control 1.0: a path and its arguments.
public struct OSCMessage: Hashable, Sendable {
  public let path: String
  public let arguments: [OSCArgument]

  public init(_ path: String, _ arguments: OSCArgument...) {
    self.init(path, arguments: arguments)
  }

  public init(_ path: String, arguments: [OSCArgument]) {
    self.path = path
    self.arguments = arguments
  }

  /// Parses a message; returns `nil` if the bytes are none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return nil }
    var result: Int32 = 0
    // liblo copies the bytes before it changes any of them.
    let data = UnsafeMutableRawPointer(mutating: start)
    guard let message = lo_message_deserialise(data, bytes.count, &result) else { return nil }
    defer { lo_message_free(message) }
    guard let path = String(validatingCString: start.assumingMemoryBound(to: CChar.self)),
      let types = lo_message_get_types(message).flatMap({ String(validatingCString: $0) })
    else { return nil }
    let count = Int(lo_message_get_argc(message))
    let values = lo_message_get_argv(message)
    var arguments: [OSCArgument] = []
    for (index, type) in types.utf8.enumerated() where index < count {
      arguments.append(Self.argument(of: type, values?[index]))
    }
    self.path = path
    self.arguments = arguments
  }

  /// Reads an argument. Peach does not use text that is not UTF-8.
  private static func argument(
    of type: UInt8, _ value: UnsafeMutablePointer<lo_arg>?
  ) -> OSCArgument {
    switch type {
    case UInt8(ascii: "T"): return .int(1)
    case UInt8(ascii: "F"): return .int(0)
    default: break
    }
    guard let value = value.map({ UnsafeRawPointer($0) }) else { return .other }
    switch type {
    case UInt8(ascii: "i"): return .int(value.loadUnaligned(as: Int32.self))
    case UInt8(ascii: "h"):
      return Int32(exactly: value.loadUnaligned(as: Int64.self)).map { .int($0) } ?? .other
    case UInt8(ascii: "f"): return .float(value.loadUnaligned(as: Float.self))
    case UInt8(ascii: "d"): return .float(Float(value.loadUnaligned(as: Double.self)))
    case UInt8(ascii: "s"), UInt8(ascii: "S"):
      return String(validatingCString: value.assumingMemoryBound(to: CChar.self))
        .map { .string($0) } ?? .other
    default: return .other
    }
  }

  /// The message in its network format; empty if there is not enough memory. ``OSCArgument/other``
  /// cannot be sent and is omitted.
  public var bytes: [UInt8] {
    guard let message = lo_message_new() else { return [] }
    defer { lo_message_free(message) }
    for argument in arguments {
      switch argument {
      case .int(let value): lo_message_add_int32(message, value)
      case .float(let value): lo_message_add_float(message, value)
      case .string(let text): lo_message_add_string(message, text)
      case .other: break
      }
    }
    let size = lo_message_length(message, path)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var written = 0
      let isWritten = lo_message_serialise(message, path, buffer.baseAddress, &written) != nil
      count = isWritten ? written : 0
    }
  }
}

/// An argument of a message.
public enum OSCArgument: Hashable, Sendable {
  /// Types `i` and `h`, if the value fits. True and false are 1 and 0.
  case int(Int32)

  /// Types `f` and `d`.
  case float(Float)
  case string(String)

  /// Another type, or text that is not UTF-8; Peach does not use them.
  case other

  /// The value of a number.
  public var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .float(let value): Double(value)
    case .string, .other: nil
    }
  }

  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// The content of one datagram: a message, or a bundle of messages and bundles.
enum OSCPacket {
  /// The most bytes of a datagram for Peach.
  static let longest = 8192

  private static let deepest = 4
  private static let bundleMark = Array("#bundle\0".utf8)

  /// The messages in their order; empty if any part is malformed. Time tags count as "now".
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
    // The mark is followed by eight bytes of time.
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

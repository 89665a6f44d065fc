import CLibLO

/// A message of Open Sound Control 1.0: a path and what goes with it.
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

  /// Takes a message apart; `nil` where the bytes are none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return nil }
    var result: Int32 = 0
    // liblo copies the bytes before it changes anything in them.
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
      guard let argument = Self.argument(of: type, values?[index]) else { return nil }
      arguments.append(argument)
    }
    self.path = path
    self.arguments = arguments
  }

  /// One argument; `nil` where it is text that is no UTF-8.
  private static func argument(
    of type: UInt8, _ value: UnsafeMutablePointer<lo_arg>?
  ) -> OSCArgument? {
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
        .map { .string($0) }
    default: return .other
    }
  }

  /// The message as it is sent; empty where memory is short. ``OSCArgument/other`` cannot be sent and is
  /// left out.
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

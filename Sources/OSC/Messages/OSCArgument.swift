/// One argument of a message.
public enum OSCArgument: Hashable, Sendable {
  /// Of the types `i` and `h`, as far as it fits; true and false are 1 and 0.
  case int(Int32)

  /// Of the types `f` and `d`.
  case float(Float)
  case string(String)

  /// Of a type that means nothing to Peach.
  case other

  /// The number that this is, if it is one.
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

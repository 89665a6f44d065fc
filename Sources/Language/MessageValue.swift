/// What may be put into a message: text, and whole numbers.
public protocol MessageValue: Sendable {
  /// The value as it is to be read.
  var text: String { get }
}

extension String: MessageValue {
  public var text: String { self }
}

extension Int: MessageValue {
  public var text: String { String(self) }
}

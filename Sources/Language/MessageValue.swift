/// What may be put into a message: text, and whole numbers.
public nonisolated protocol MessageValue: Sendable {
  /// The value as it is to be read.
  var text: String { get }
}

extension String: MessageValue {
  public nonisolated var text: String { self }
}

extension Int: MessageValue {
  public nonisolated var text: String { String(self) }
}

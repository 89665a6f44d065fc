import Foundation

/// Which audio inputs a user means: the inputs of a client of that name, or those whose name or
/// alias contains a match of the regular expression (POSIX extended, as JACK itself uses).
public struct PortPattern: Hashable, Sendable {
  /// As the user gave it.
  public let text: String

  /// - Returns: `nil` if the text is not a regular expression.
  public init?(_ text: String) {
    guard !text.isEmpty, Self.search(text, { _ in true }) == true else { return nil }
    self.text = text
  }

  /// The inputs that match, in their order.
  func fitting(_ destinations: [ServerPort]) -> [ServerPort] {
    Self.search(text) { isFound in
      destinations.filter { destination in
        destination.client == text
          || ([destination.name] + destination.aliases).contains(where: isFound)
      }
    } ?? []
  }

  /// Calls `body` with a search for the expression; `nil` if it is not one.
  private static func search<Value>(
    _ pattern: String, _ body: ((String) -> Bool) -> Value
  ) -> Value? {
    var expression = regex_t()
    guard regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
    defer { regfree(&expression) }
    return body { regexec(&expression, $0, 0, nil, 0) == 0 }
  }
}

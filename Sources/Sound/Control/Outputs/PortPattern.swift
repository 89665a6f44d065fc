import Foundation

/// Which audio inputs a user means: those of a client of that name, or those in whose name or alias the
/// regular expression is found, POSIX's extended one as JACK itself takes them.
public struct PortPattern: Hashable, Sendable {
  /// As the user gave it.
  public let text: String

  /// - Returns: `nil` for what is no regular expression.
  public init?(_ text: String) {
    guard !text.isEmpty, Self.search(text, { _ in true }) == true else { return nil }
    self.text = text
  }

  /// Those that fit, in their order.
  func fitting(_ destinations: [ServerPort]) -> [ServerPort] {
    Self.search(text) { isFound in
      destinations.filter { destination in
        destination.client == text
          || ([destination.name] + destination.aliases).contains(where: isFound)
      }
    } ?? []
  }

  /// Gives a search for the expression to `body`; `nil` where it is none.
  private static func search<Value>(
    _ pattern: String, _ body: ((String) -> Bool) -> Value
  ) -> Value? {
    var expression = regex_t()
    guard regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
    defer { regfree(&expression) }
    return body { regexec(&expression, $0, 0, nil, 0) == 0 }
  }
}

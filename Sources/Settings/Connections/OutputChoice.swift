import Foundation

/// With what Peach connects its outputs by itself.
public enum OutputChoice: Hashable, Sendable {
  /// With nothing.
  case off

  /// With the first outputs of the machine.
  case physical

  /// With those of this client, or in whose name this regular expression is found.
  case pattern(String)

  /// - Returns: `nil` for nothing, for what a terminal could stumble over, and for what is no regular
  ///   expression.
  public init?(_ text: String) {
    switch text {
    case Self.off.text: self = .off
    case Self.physical.text: self = .physical
    default:
      guard !text.isEmpty, Self.isExpression(text),
        text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { return nil }
      self = .pattern(text)
    }
  }

  /// As it is written.
  public var text: String {
    switch self {
    case .off: "off"
    case .physical: "physical"
    case .pattern(let text): text
    }
  }

  private static func isExpression(_ text: String) -> Bool {
    var expression = regex_t()
    guard regcomp(&expression, text, REG_EXTENDED | REG_NOSUB) == 0 else { return false }
    regfree(&expression)
    return true
  }
}

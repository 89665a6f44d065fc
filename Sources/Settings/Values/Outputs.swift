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

/// What holds of the outputs in a run: what is set, unless a session manager wires the programs. What
/// this run's own option says holds even then.
public enum OutputRule {
  public static func choice(
    set choice: OutputChoice, by source: SettingSource, under manager: SessionManager?
  ) -> OutputChoice {
    manager == nil || source == .option ? choice : .off
  }
}

/// Who wires the programs of a session instead of Peach, as the environment says.
public enum SessionManager: String, CaseIterable, Hashable, Sendable {
  /// Non (New) Session Manager, and what speaks its protocol, such as RaySession.
  case nsm = "NSM_URL"

  /// LADISH.
  case ladish = "LADISH_APP_NAME"

  /// The variable by which it says so.
  public var variable: String { rawValue }

  /// The one under which this process runs, if it does.
  public init?(environment: [String: String]) {
    guard
      let manager = Self.allCases.first(where: { environment[$0.variable]?.isEmpty == false })
    else { return nil }
    self = manager
  }
}

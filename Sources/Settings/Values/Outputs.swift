/// The inputs with which Peach connects its outputs by itself; for its audio input, the source of sound.
public enum OutputChoice: Hashable, Sendable {
  /// None.
  case off

  /// The first outputs of the machine; for the audio input, its first input.
  case physical

  /// Those of this client, or those whose name matches this regular expression.
  case pattern(String)

  /// - Returns: `nil` for a text that is not a ``PortExpression``.
  public init?(_ text: String) {
    switch text {
    case Self.off.text: self = .off
    case Self.physical.text: self = .physical
    default:
      guard PortExpression.isAllowed(text) else { return nil }
      self = .pattern(text)
    }
  }

  /// As the user has written it.
  public var text: String {
    switch self {
    case .off: "off"
    case .physical: "physical"
    case .pattern(let text): text
    }
  }
}

/// Which outputs a run connects: those of the setting, unless a session manager connects the
/// programs. An option of the run holds even then.
public enum OutputRule {
  public static func choice(
    set choice: OutputChoice, by source: SettingSource, under manager: SessionManager?
  ) -> OutputChoice {
    manager == nil || source == .option ? choice : .off
  }
}

/// The program that connects the programs of a session instead of Peach, according to the
/// environment.
public enum SessionManager: String, CaseIterable, Hashable, Sendable {
  /// Non (New) Session Manager, or another that speaks its protocol, such as RaySession.
  case nsm = "NSM_URL"

  /// LADISH.
  case ladish = "LADISH_APP_NAME"

  /// The environment variable that the manager sets.
  public var variable: String { rawValue }

  /// The manager under which this process runs; `nil` if there is none.
  public init?(environment: [String: String]) {
    guard
      let manager = Self.allCases.first(where: { environment[$0.variable]?.isEmpty == false })
    else { return nil }
    self = manager
  }
}

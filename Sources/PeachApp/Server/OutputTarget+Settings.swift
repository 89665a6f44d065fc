import Settings
import Sound

extension OutputTarget {
  init(_ choice: OutputChoice) {
    switch choice {
    case .off: self = .nothing
    case .physical: self = .physical
    // The settings take nothing that is no pattern.
    case .pattern(let text): self = PortPattern(text).map(Self.matching) ?? .nothing
    }
  }

  /// What the user called it; `nil` for what is no pattern.
  var pattern: String? {
    if case .matching(let pattern) = self { pattern.text } else { nil }
  }
}

extension CommandContext {
  /// With what the outputs are to be connected: the one rule for whatever opens a client.
  func outputTarget(_ settings: FileUserSettings) -> OutputTarget {
    OutputTarget(settings.outputs(under: SessionManager(environment: environment)))
  }
}

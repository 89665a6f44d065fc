import Language

/// What the commands say of themselves beyond one line.
nonisolated enum CommandHelp {
  /// A text, and commands to try, a line each, which are the same in every language.
  static func discussion(_ text: String = "", examples: String) -> String {
    let isOne = !examples.contains("\n")
    let heading = isOne ? localized("EXAMPLE") : localized("EXAMPLES")
    let lines = examples.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  \($0)" }.joined(separator: "\n")
    return (text.isEmpty ? "" : text + "\n\n") + heading + "\n" + lines
  }
}

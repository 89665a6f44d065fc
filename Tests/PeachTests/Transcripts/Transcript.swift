/// What came of a scene, line by line as it stands in a golden file.
///
/// The first character tells what a line is: `$` what was typed, `|` standard output or a terminal's row,
/// `!` standard error, `>` what was sent to standard input, a letter what else is to be told.
struct Transcript: Equatable, Sendable {
  let name: String
  var lines: [String] = []

  mutating func add(_ mark: Character, _ texts: [String]) {
    lines += texts.map { $0.isEmpty ? String(mark) : "\(mark) \($0)" }
  }
}

extension Transcript {
  /// The exit status, where the transcript has one.
  var status: String? { lines.first { $0.hasPrefix("exit ") } }

  /// What may be in no transcript, approved or not.
  var lacks: [String] { lines.filter { [Self.stillRuns, Self.terminalChanged].contains($0) } }

  static let stillRuns = "exit none: the program still runs"
  static let terminalChanged = "the terminal is not as it was before"
}

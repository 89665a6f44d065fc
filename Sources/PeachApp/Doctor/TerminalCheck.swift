import Console
import Foundation
import Language

/// The terminal that Peach runs on.
struct TerminalCheck: DoctorCheck {
  let isTerminal: Bool
  let columns: Int
  let rows: Int
  let isUTF8: Bool

  /// `TERM`.
  let type: String
  let hasNoColor: Bool

  /// The smallest size for the screens.
  private static let leastColumns = 60
  private static let leastRows = 15

  nonisolated static var subject: Checkup.Subject {
    .init(code: "terminal", name: localized(context: "doctor", "terminal"))
  }

  static func scan(_ examination: Examination) -> Self {
    let context = examination.context
    let size = context.output.size
    return Self(
      isTerminal: context.surroundings.isTerminal(STDOUT_FILENO)
        && context.surroundings.isTerminal(STDIN_FILENO), columns: size.columns,
      rows: size.rows, isUTF8: LocaleVariables(context.environment).isUnicode,
      type: context.environment["TERM"] ?? "",
      hasNoColor: context.environment["NO_COLOR"]?.isEmpty == false)
  }

  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("isTerminal", isTerminal)
    facts.add("columns", isTerminal ? columns : nil)
    facts.add("rows", isTerminal ? rows : nil)
    facts.add("isUTF8", isUTF8)
    facts.add("type", type)
    facts.add("noColor", hasNoColor)
    guard isTerminal else {
      return Checkup(
        .ok, findings: [localized("This is not a terminal, so Peach reads and writes lines.")],
        facts: facts)
    }
    var advice: [String] = []
    if columns < Self.leastColumns || rows < Self.leastRows {
      advice.append(
        localized("Enlarge the window to at least %d×%d.", Self.leastColumns, Self.leastRows))
    }
    if !isUTF8 {
      advice.append(
        localized("Peach shows ASCII characters only. For all characters: export LC_ALL=C.UTF-8"))
    }
    if type.isEmpty || type == "dumb" {
      advice.append(
        localized(
          """
          This terminal type has few features. If your terminal has more: export \
          TERM=xterm-256color
          """))
    }
    let name = type.isEmpty ? "-" : type
    var findings = [
      isUTF8
        ? localized("%d×%d, UTF-8, TERM is %@.", columns, rows, name)
        : localized("%d×%d, no UTF-8, TERM is %@.", columns, rows, name)
    ]
    if hasNoColor { findings.append(localized("NO_COLOR is set, so Peach shows no colours.")) }
    return Checkup(
      advice.isEmpty ? .ok : .hint, findings: findings, advice: advice, facts: facts)
  }
}

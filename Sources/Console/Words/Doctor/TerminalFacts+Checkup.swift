extension TerminalFacts {
  public var checkup: Checkup {
    var facts = JSONLine()
    facts.add("isTerminal", isTerminal)
    facts.add("columns", isTerminal ? columns : nil)
    facts.add("rows", isTerminal ? rows : nil)
    facts.add("isUTF8", isUTF8)
    facts.add("type", type)
    facts.add("noColor", hasNoColor)
    guard isTerminal else {
      return Checkup(
        .terminal, .ok, findings: ["This is no terminal: Peach reads and writes lines."],
        facts: facts)
    }
    var advice: [String] = []
    if columns < Self.leastColumns || rows < Self.leastRows {
      advice.append("Make it \(Self.leastColumns)×\(Self.leastRows) or larger.")
    }
    if !isUTF8 {
      advice.append("Signs are ASCII only; for more: export LC_ALL=C.UTF-8")
    }
    if type.isEmpty || type == "dumb" {
      advice.append("It can do little; where it can do more: export TERM=xterm-256color")
    }
    let name = type.isEmpty ? "-" : type
    var findings = [
      isUTF8
        ? "\(columns)×\(rows), UTF-8, TERM is \(name)."
        : "\(columns)×\(rows), no UTF-8, TERM is \(name)."
    ]
    if hasNoColor { findings.append("NO_COLOR is set: no colours.") }
    return Checkup(
      .terminal, advice.isEmpty ? .ok : .hint, findings: findings, advice: advice, facts: facts)
  }
}

import Console

/// What the doctor found of one thing.
struct Checkup {
  enum State: String {
    case ok
    /// Could be better; nothing is wrong.
    case hint
    /// Wrong, and there is something to do.
    case fault
  }

  /// What was looked at. The raw value is its name in JSON, never translated.
  enum Subject: String, CaseIterable {
    case server, library, realtime, memory, processor, sounds, settings, midi, session, osc, history
    case folders, terminal
  }

  let subject: Subject
  let state: State

  /// What was found, a sentence each.
  let findings: [String]

  /// What to do about it: sentences and commands.
  let advice: [String]

  /// The figures behind the findings, for JSON.
  let facts: JSONLine

  /// What a fault tells the shell.
  let status: ExitStatus

  init(
    _ subject: Subject, _ state: State, findings: [String], advice: [String] = [],
    facts: JSONLine = JSONLine(), status: ExitStatus = .success
  ) {
    self.subject = subject
    self.state = state
    self.findings = findings
    self.advice = advice
    self.facts = facts
    self.status = status
  }
}

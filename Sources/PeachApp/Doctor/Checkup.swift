/// What the doctor found of one thing.
public struct Checkup {
  public enum State: String {
    case ok
    /// Could be better; nothing is wrong.
    case hint
    /// Wrong, and there is something to do.
    case fault
  }

  /// What was looked at. The raw value is its name in JSON, never translated.
  public enum Subject: String, CaseIterable {
    case server, library, realtime, memory, processor, sounds, settings, midi, session, osc, history
    case folders, terminal
  }

  public let subject: Subject
  public let state: State

  /// What was found, a sentence each.
  public let findings: [String]

  /// What to do about it: sentences and commands.
  public let advice: [String]

  /// The figures behind the findings, for JSON.
  public let facts: JSONLine

  /// What a fault tells the shell.
  public let status: ExitStatus

  public init(
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

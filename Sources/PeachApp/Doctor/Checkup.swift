import Console
import Language
import Program

/// The result of one check.
struct Checkup {
  enum State: String {
    case ok
    /// Nothing is wrong, but it could be better.
    case hint
    /// Something is wrong and can be put right.
    case fault
  }

  /// What was checked. Each check adds its own in an extension.
  nonisolated struct Subject {
    /// The name in JSON, never translated.
    let code: String

    /// The name in the report, in the user's language.
    let name: String
  }

  let subject: Subject
  let state: State

  /// What was found, one sentence each.
  var findings: [String]

  /// What to do about it: sentences and commands.
  let advice: [String]

  /// The figures behind the findings, for JSON.
  let facts: JSONLine

  /// The exit code that a fault leads to.
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

  fileprivate var object: JSONLine {
    var object = JSONLine()
    object.add("name", subject.code)
    object.add("state", state.rawValue)
    object.add("findings", findings)
    object.add("advice", advice)
    object.add("facts", object: facts)
    return object
  }
}

/// Everything that the doctor found.
struct DoctorReport {
  let checkups: [Checkup]

  init(_ checkups: [Checkup]) { self.checkups = checkups }

  /// The status of the first fault; success if there is none.
  var status: ExitStatus { checkups.first { $0.state == .fault }?.status ?? .success }

  /// One paragraph for each check, then the totals.
  var text: String {
    let width = checkups.map(\.subject.name.count).max() ?? 0
    return (checkups.map { paragraph($0, width: width) } + ["", totals])
      .joined(separator: "\n") + "\n"
  }

  /// One JSON object.
  var json: String {
    var line = JSONLine()
    line.add("status", status.rawValue)
    line.add("faults", count(.fault))
    line.add("hints", count(.hint))
    line.add("checks", objects: checkups.map(\.object))
    return line.description + "\n"
  }

  private func count(_ state: Checkup.State) -> Int { checkups.count { $0.state == state } }

  private func paragraph(_ checkup: Checkup, width: Int) -> String {
    let state = checkup.state.word.rightPadded(to: Checkup.State.widest)
    let head = "\(state)  \(checkup.subject.name.rightPadded(to: width))  "
    let indent = String(repeating: " ", count: head.count)
    let findings = checkup.findings.enumerated().map {
      ($0 == 0 ? head : indent) + $1.visible
    }
    return (findings + checkup.advice.map { "\(indent)  > \($0.visible)" }).joined(separator: "\n")
  }

  private var totals: String {
    let (faults, hints) = (count(.fault), count(.hint))
    let hintWords = localized(one: "%d hint", other: "%d hints", hints)
    let faultWords = localized(one: "%d fault", other: "%d faults", faults)
    return switch (faults, hints) {
    case (0, 0): localized("No problems found.")
    case (0, _): localized("No problems found; %@.", hintWords)
    case (_, 0): localized("%@.", faultWords)
    default: localized("%@, %@.", faultWords, hintWords)
    }
  }
}

extension Checkup.State {
  fileprivate var word: String {
    switch self {
    case .ok: localized(context: "doctor", "ok")
    case .hint: localized(context: "doctor", "hint")
    case .fault: localized(context: "doctor", "FAULT")
    }
  }

  /// The length of the longest word.
  fileprivate static var widest: Int { [Self.ok, .hint, .fault].map(\.word.count).max() ?? 0 }
}

import Console
import Language

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

/// Everything that the doctor found.
struct DoctorReport {
  let checkups: [Checkup]

  init(_ checkups: [Checkup]) { self.checkups = checkups }

  /// That of the first fault; success where there are hints at most.
  var status: ExitStatus { checkups.first { $0.state == .fault }?.status ?? .success }

  /// A paragraph for each thing, then the sum.
  var text: String {
    let width = checkups.map { DoctorText.name($0.subject).count }.max() ?? 0
    let paragraphs = checkups.map { paragraph($0, width: width) }
    return (paragraphs + ["", DoctorText.sum(faults: count(.fault), hints: count(.hint))])
      .joined(separator: "\n") + "\n"
  }

  /// One JSON object.
  var json: String {
    var line = JSONLine()
    line.add("status", status.rawValue)
    line.add("faults", count(.fault))
    line.add("hints", count(.hint))
    line.add(
      "checks",
      objects: checkups.map { checkup in
        var object = JSONLine()
        object.add("name", checkup.subject.rawValue)
        object.add("state", checkup.state.rawValue)
        object.add("findings", checkup.findings)
        object.add("advice", checkup.advice)
        object.add("facts", object: checkup.facts)
        return object
      })
    return line.description + "\n"
  }

  private func count(_ state: Checkup.State) -> Int { checkups.filter { $0.state == state }.count }

  private func paragraph(_ checkup: Checkup, width: Int) -> String {
    let state = DoctorText.word(checkup.state)
    let name = DoctorText.name(checkup.subject)
    let head =
      state.padded(to: DoctorText.stateWidth) + "  " + name.padded(to: width) + "  "
    let indent = String(repeating: " ", count: head.count)
    let findings = checkup.findings.enumerated().map { ($0 == 0 ? head : indent) + $1 }
    return (findings + checkup.advice.map { "\(indent)  > \($0)" }).joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}

/// The words of `peach doctor` that belong to no check alone.
enum DoctorText {
  static func name(_ subject: Checkup.Subject) -> String {
    switch subject {
    case .server: localized(context: "doctor", "JACK server")
    case .library: localized(context: "doctor", "JACK library")
    case .realtime: localized(context: "doctor", "real time")
    case .memory: localized(context: "doctor", "memory")
    case .processor: localized(context: "doctor", "processor")
    case .sounds: localized(context: "doctor", "sounds")
    case .settings: localized(context: "doctor", "settings")
    case .midi: "MIDI"
    case .session: localized(context: "doctor", "session")
    case .osc: "OSC"
    case .history: localized(context: "doctor", "history")
    case .folders: localized(context: "doctor", "folders")
    case .terminal: localized(context: "doctor", "terminal")
    }
  }

  static func word(_ state: Checkup.State) -> String {
    switch state {
    case .ok: localized(context: "doctor", "ok")
    case .hint: localized(context: "doctor", "hint")
    case .fault: localized(context: "doctor", "FAULT")
    }
  }

  /// The widest of the words.
  static var stateWidth: Int { [.ok, .hint, .fault].map { word($0).count }.max() ?? 0 }

  static func sum(faults: Int, hints: Int) -> String {
    let hintWords = localized(one: "%d hint", other: "%d hints", hints)
    let faultWords = localized(one: "%d fault", other: "%d faults", faults)
    return switch (faults, hints) {
    case (0, 0): localized("Nothing is wrong.")
    case (0, _): localized("Nothing is wrong; %@.", hintWords)
    case (_, 0): localized("%@.", faultWords)
    default: localized("%@, %@.", faultWords, hintWords)
    }
  }

  static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? localized("%d KiB", bytes >> 10) : localized("%d MiB", bytes >> 20)
  }
}

extension DoctorReport {
  /// What is said while the doctor is at work.
  static var examining: String { localized("Examining") }
}

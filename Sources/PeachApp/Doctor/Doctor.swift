import ArgumentParser
import Client
import Console
import Foundation
import Language
import Program
import Sound

/// Examines this machine without changing anything.
struct Doctor {
  /// The checks, in the order of the report.
  private nonisolated static var checks: [any DoctorCheck.Type] {
    [
      ServerCheck.self,
      LibraryCheck.self,
      RealtimeCheck.self,
      MemoryCheck.self,
      ProcessorCheck.self,
      SoundsCheck.self,
      SettingsCheck.self,
      MIDICheck.self,
      SessionCheck.self,
      OSCCheck.self,
      HistoryCheck.self,
      FoldersCheck.self,
      TerminalCheck.self,
    ]
  }

  /// The names of the checks, in the order of the report.
  nonisolated static var subjects: String { checks.map { $0.subject.name }.joined(separator: ", ") }

  /// Runs every check in turn.
  static func examine(_ context: CommandContext) async -> DoctorReport {
    let examination = await Examination(context)
    var checkups: [DoctorReport.Entry] = []
    for check in checks {
      checkups.append((check.subject, await check.scan(examination).checkup))
    }
    return DoctorReport(checkups)
  }
}

/// A check of the doctor. The value holds the facts, so that tests can supply them.
protocol DoctorCheck {
  nonisolated static var subject: Checkup.Subject { get }

  /// Collects the facts.
  static func scan(_ examination: Examination) async -> Self

  /// The conclusions from the facts, with advice.
  var checkup: Checkup { get }
}

/// The facts that several checks share.
struct Examination {
  let context: CommandContext
  let library: JackLibraryFile
  let server: ServerWatch.Outcome

  /// The server's report; `nil` if it did not answer.
  var report: ServerReport? { if case .answered(let report) = server { report } else { nil } }

  init(_ context: CommandContext) async {
    self.context = context
    library = .loaded
    server = await ServerWatch.watch(context.global.server, for: .seconds(1))
  }
}

/// The command `peach doctor`.
struct DoctorCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: localized("Check this computer and explain how to fix each problem."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Checks, in this order: %@. It watches the server for one second and changes nothing. \
        Each result is ok, a hint or a fault; hints and faults say what to do. The exit code is \
        0, or the code of the first fault: 69 for the server, 78 for limits or settings, 65 or 74 \
        for the history, 73 for a folder, 70 for the built-in sounds.
        """, Doctor.subjects),
      examples: """
        peach doctor
        peach doctor --server studio
        peach doctor --json | jq '.checks[] | select(.state != "ok")'
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report {
      let progress = context.progressLine
      progress?.show(localized("Checking"), fraction: nil)
      let report = await Doctor.examine(context)
      progress?.clear()
      context.output.write(global.json ? report.json : report.text)
      return report.status.rawValue
    }
    throw ExitCode(status)
  }
}

/// The result of a check.
struct Checkup {
  enum State: String {
    case ok
    /// There is no fault, but room for improvement.
    case hint
    /// There is a fault that can be mended.
    case fault
  }

  nonisolated struct Subject {
    /// The name in JSON, never translated.
    let code: String

    /// The name in the report, in the user's language.
    let name: String
  }

  let state: State

  /// The findings in sentences.
  var findings: [String]

  /// The remedies: sentences and commands.
  let advice: [String]

  /// The facts for JSON.
  let facts: JSONLine

  /// The exit code of a fault.
  let status: ExitStatus

  init(
    _ state: State, findings: [String], advice: [String] = [], facts: JSONLine = JSONLine(),
    status: ExitStatus = .success
  ) {
    self.state = state
    self.findings = findings
    self.advice = advice
    self.facts = facts
    self.status = status
  }
}

/// The results of all checks.
struct DoctorReport {
  typealias Entry = (subject: Checkup.Subject, checkup: Checkup)

  private let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  /// The status of the first fault; success if there is none.
  var status: ExitStatus {
    entries.first { $0.checkup.state == .fault }?.checkup.status ?? .success
  }

  /// A paragraph for each check, then the totals.
  var text: String {
    let width = entries.map(\.subject.name.count).max() ?? 0
    return (entries.map { paragraph($0, width: width) } + ["", totals])
      .joined(separator: "\n") + "\n"
  }

  var json: String {
    var line = JSONLine()
    line.add("status", status.rawValue)
    line.add("faults", count(.fault))
    line.add("hints", count(.hint))
    line.add(
      "checks",
      objects: entries.map { subject, checkup in
        var object = JSONLine()
        object.add("name", subject.code)
        object.add("state", checkup.state.rawValue)
        object.add("findings", checkup.findings)
        object.add("advice", checkup.advice)
        object.add("facts", object: checkup.facts)
        return object
      })
    return line.description + "\n"
  }

  private func count(_ state: Checkup.State) -> Int {
    entries.count { $0.checkup.state == state }
  }

  private func paragraph(_ entry: Entry, width: Int) -> String {
    let (subject, checkup) = entry
    let state = checkup.state.word.rightPadded(to: Checkup.State.widest)
    let head = "\(state)  \(subject.name.rightPadded(to: width))  "
    let indent = String(repeating: " ", count: head.count)
    let findings = checkup.findings.enumerated().map { ($0 == 0 ? head : indent) + $1.visible }
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

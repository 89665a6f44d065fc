import Console
import Foundation
import Language
import Program

/// The training history, with the findings of `peach data check`.
struct HistoryCheck: DoctorCheck {
  enum State {
    /// There is no history yet; results may wait in recovery files.
    case absent(waiting: [HistoryFacts.Finding])
    case examined(HistoryFacts)
    case unexamined(Fault)
  }

  let path: String
  let state: State

  nonisolated static var subject: Checkup.Subject {
    .init(code: "history", name: localized(context: "doctor", "history"))
  }

  static func scan(_ examination: Examination) -> Self {
    let context = examination.context
    let path = context.historyPath
    do {
      return Self(path: path, state: .examined(try context.checkHistory()))
    } catch .missingFile {
      return Self(path: path, state: .absent(waiting: context.waitingResults))
    } catch {
      return Self(path: path, state: .unexamined(error))
    }
  }

  /// The findings that are not faults: the next start handles them, or nothing is lost.
  private static let hints = ["pendingRecovery", "setAside", "foreignObjects"]

  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("path", path)
    switch state {
    case .absent(let waiting):
      return Checkup(
        waiting.isEmpty ? .ok : .hint,
        findings: [localized("%@ does not exist yet. The first training creates it.", path)]
          + waiting.map(\.message),
        facts: facts)
    case .unexamined(let fault):
      return Checkup(
        .fault, findings: [fault.message],
        // as it is: a command.
        advice: ["peach data check"], facts: facts,
        status: fault.status)
    case .examined(let history):
      if let report = history.report { facts.add(report.counts) }
      facts.add("codes", history.findings.map(\.code))
      let size = history.report.map { ["\(path): \($0.counts.text)."] } ?? [path]
      let faults = history.findings.filter { !Self.hints.contains($0.code) }
      let isWritable = !faults.contains { $0.code != "notWritable" && $0.code != "littleSpace" }
      return Checkup(
        !faults.isEmpty ? .fault : history.isSound ? .ok : .hint,
        findings: size + history.findings.map(\.message), facts: facts,
        status: faults.isEmpty ? .success : isWritable ? .inputOutput : .badData)
    }
  }
}

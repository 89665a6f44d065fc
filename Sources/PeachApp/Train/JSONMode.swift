import Charts
import Console
import Foundation
import Music
import Program
import Training

/// A run of training as one JSON object a line. For scripts: they get the answer beforehand.
final class JSONMode: OutputMode {
  private let events: JSONEvents
  private let training: TrainingName
  private let isStored: (UUID) -> Bool

  /// - Parameter isStored: whether a result is safely on disk; one that is not gets no `id`.
  init(_ training: TrainingName, events: JSONEvents, isStored: @escaping (UUID) -> Bool) {
    self.training = training
    self.events = events
    self.isStored = isStored
  }

  func show(_ trial: ShownTrial) { write("trial", trial.fields) }

  func show(_ state: ShownState) {
    let reason = state.reason.map { ShownField("reason", .text($0)) }
    let hearing = state.hearing.map { ShownField("hearing", .int($0)) }
    write("state", [ShownField("state", .text(state.name))] + [reason, hearing].compactMap { $0 })
  }

  func show(_ summary: ShownSummary) { write("summary", summary.fields) }

  func show(_ withdrawal: ShownWithdrawal) { write("withdrawn", withdrawal.fields) }

  func show(_ discard: ShownDiscard) { write("discarded", discard.fields) }

  func show(_ miss: ShownMiss) { write("missed", miss.fields) }

  func show(_ result: ShownResult) {
    let hasRecord = result.fields.contains {
      if case .id(let id) = $0.value { isStored(id) } else { false }
    }
    write("result", result.fields + [ShownField("stored", .bool(hasRecord))])
  }

  func show(_ step: PlanStep) { events.write(step.json) }
  func show(_ page: PlanPage) { events.write(page.json) }
  func showReady(_ description: ReadyDescription) { events.ready(description) }
  func showNotice(_ notice: Notice) { events.notice(notice) }
  func showConnections(_ peers: [String]) { events.connections(peers) }
  func showLevel(_ level: AmplitudeDB) { events.level(level) }
  func showFault(_ fault: Fault) { events.error(fault) }
  func showStopped(_ ending: Ending, trials: Int) { events.stopped(ending, trials: trials) }

  func showHelp() {
    // The commands, in the words of what is said to one that is not among them.
    events.notice(.commands(training))
  }

  private func write(_ event: String, _ fields: [ShownField]) {
    var line = JSONLine(event: event)
    line.add("training", training.rawValue)
    for field in fields { line.add(field, isStored: isStored) }
    events.write(line)
  }
}

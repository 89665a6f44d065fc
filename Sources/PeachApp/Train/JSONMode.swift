import Charts
import Console
import Foundation
import Program
import Training

/// A run of training as one JSON object a line. For scripts, which get the answer beforehand.
final class JSONMode: OutputMode {
  private let events: JSONEvents
  private let training: TrainingName
  private let isStored: (UUID) -> Bool

  /// - Parameter isStored: whether a result is safely on disk. A result that is not gets no `id`.
  init(_ training: TrainingName, events: JSONEvents, isStored: @escaping (UUID) -> Bool) {
    self.training = training
    self.events = events
    self.isStored = isStored
  }

  func show(_ event: ShownEvent) {
    switch event {
    case .trial(let trial): write("trial", trial.fields)
    case .state(let state):
      let reason = state.reason.map { ShownField("reason", .text($0)) }
      let hearing = state.hearing.map { ShownField("hearing", .int($0)) }
      let name = ShownField("state", .text(state.phase.rawValue))
      write("state", [name] + [reason, hearing].compactMap { $0 })
    case .result(let result): write(result)
    case .withdrawal(let withdrawal, _): write("withdrawn", withdrawal.fields)
    case .discard(let discard): write("discarded", discard.fields)
    case .miss(let miss): write("missed", miss.fields)
    case .summary(let fields, _): write("summary", fields)
    case .block(let step): events.write(step.json)
    case .plan(let page): events.write(page.json)
    case .level(let level): events.level(level)
    // The commands, in the words of what is said to one that is not among them.
    case .help: events.notice(.commands(training))
    case .verdict, .scene, .question, .outputs: break
    }
  }

  private func write(_ result: ShownResult) {
    let hasRecord = result.fields.contains {
      if case .id(let id) = $0.value { isStored(id) } else { false }
    }
    write("result", result.fields + [ShownField("stored", .bool(hasRecord))])
  }

  func showReady(_ description: ReadyDescription) { events.ready(description) }
  func showNotice(_ notice: Notice) { events.notice(notice) }
  func showConnections(_ peers: [String]) { events.connections(peers) }
  func showFault(_ fault: Fault) { events.error(fault) }
  func showStopped(_ ending: Ending, trials: Int) { events.stopped(ending, trials: trials) }

  private func write(_ event: String, _ fields: [ShownField]) {
    var line = JSONLine(event: event)
    line.add("training", training.rawValue)
    for field in fields { line.add(field, isStored: isStored) }
    events.write(line)
  }
}

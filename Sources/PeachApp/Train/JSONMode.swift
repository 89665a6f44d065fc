import Charts
import Console
import Foundation
import Music
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

  func show(_ card: PlanCard) { events.write(card.json) }
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

/// The events of JSON mode that have nothing to do with a trial.
final class JSONEvents {
  private let output: any TextOutput
  private let listener: String?

  /// - Parameter listener: whose history the results are added to; `nil` for the usual one.
  init(output: any TextOutput, listener: String? = nil) {
    self.output = output
    self.listener = listener
  }

  func write(_ line: JSONLine) { output.writeLine(line.description) }

  func ready(_ ready: ReadyDescription) {
    var line = JSONLine(event: "ready")
    line.add("client", ready.client)
    line.add("sampleRate", ready.sampleRate)
    line.add("bufferSize", ready.bufferSize)
    line.add("audioPorts", ready.audioPorts)
    line.add("midiPort", ready.midiPort)
    line.add("soundSource", ready.soundSource)
    line.add("connected", ready.isConnected)
    line.add("latencyFrames", ready.latencyFrames)
    if let listener { line.add("listener", listener) }
    write(line)
  }

  /// The outputs are connected to these ports.
  func connections(_ peers: [String]) {
    var line = JSONLine(event: "connections")
    line.add("connected", !peers.isEmpty)
    line.add("peers", peers)
    write(line)
  }

  func level(_ level: AmplitudeDB) {
    var line = JSONLine(event: "level")
    line.add("outputLevel", level.decibels)
    write(line)
  }

  func notice(_ notice: Notice) {
    var line = JSONLine(event: "notice")
    line.add("code", notice.code.name)
    line.add("message", notice.message)
    for member in notice.members { line.add(member, isStored: { _ in true }) }
    write(line)
  }

  func error(_ fault: Fault) {
    var line = JSONLine(event: "error")
    line.add("code", fault.code)
    line.add("message", fault.message)
    write(line)
  }

  func stopped(_ ending: Ending, trials: Int) {
    var line = JSONLine(event: "stopped")
    line.add("reason", ending.code)
    line.add("trials", trials)
    write(line)
  }
}

extension JSONLine {
  /// - Parameter isStored: whether the result of that id is on disk; the id of another is `null`.
  fileprivate mutating func add(_ field: ShownField, isStored: (UUID) -> Bool) {
    switch field.value {
    case .int(let value): add(field.name, value)
    case .double(let value): add(field.name, value)
    case .bool(let value): add(field.name, value)
    case .text(let value): add(field.name, value)
    case .list(let values): add(field.name, values)
    case .numbers(let values): add(field.name, values)
    case .id(let id): add(field.name, isStored(id) ? id.uuidString.lowercased() : nil)
    case .figure(let value): add(field.name, value)
    case .object(let fields):
      var object = JSONLine()
      for field in fields { object.add(field, isStored: isStored) }
      add(field.name, object: object)
    }
  }
}

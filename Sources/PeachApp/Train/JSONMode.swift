import Console
import Foundation
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

  func show(_ state: ShownState) { write("state", [ShownField("state", .text(state.name))]) }

  func show(_ result: ShownResult) { write("result", result.fields) }

  func showReady(_ description: ReadyDescription) { events.ready(description) }
  func showNotice(_ notice: Notice) { events.notice(notice) }
  func showFault(_ fault: Fault) { events.error(fault) }
  func showStopped(_ ending: Ending, trials: Int) { events.stopped(ending, trials: trials) }

  func showHelp() {
    // The commands, in the words of what is said to one that is not among them.
    events.notice(.commands(training))
  }

  private func write(_ event: String, _ fields: [ShownField]) {
    var line = JSONLine(event: event)
    line.add("training", training.rawValue)
    for field in fields {
      switch field.value {
      case .int(let value): line.add(field.name, value)
      case .double(let value): line.add(field.name, value)
      case .bool(let value): line.add(field.name, value)
      case .text(let value): line.add(field.name, value)
      case .id(let id): line.add(field.name, isStored(id) ? id.uuidString.lowercased() : nil)
      }
    }
    events.write(line)
  }
}

/// The events of JSON mode that have nothing to do with a trial.
final class JSONEvents {
  private let output: any TextOutput

  init(output: any TextOutput) { self.output = output }

  func write(_ line: JSONLine) { output.writeLine(line.description) }

  func ready(_ ready: ReadyDescription) {
    var line = JSONLine(event: "ready")
    line.add("client", ready.client)
    line.add("sampleRate", ready.sampleRate)
    line.add("bufferSize", ready.bufferSize)
    line.add("audioPorts", ready.audioPorts)
    line.add("midiPort", ready.midiPort)
    line.add("soundSource", ready.soundSource)
    write(line)
  }

  func notice(_ notice: Notice) {
    var line = JSONLine(event: "notice")
    line.add("code", notice.code)
    line.add("message", notice.message)
    switch notice {
    case .xrun(let count): line.add("count", count)
    case .reconnecting(let wait): line.add("wait", wait.inSeconds)
    case .connectionRestored(let port, let peer), .connectionMissing(let port, let peer):
      line.add("port", port)
      line.add("peer", peer)
    case .connected(let ports, let peers):
      line.add("ports", ports)
      line.add("peers", peers)
    case .noOutput(let pattern): if let pattern { line.add("pattern", pattern) }
    case .soundLoading(let sound), .soundReady(let sound): line.add("soundSource", sound)
    case .midiConnected(let source): line.add("source", source)
    case .noMIDISource(let pattern): line.add("pattern", pattern)
    case .oscListening(let address): line.add("address", address)
    case .scalaMapping(let scale, let interval, let step):
      line.add("scale", scale)
      line.add("interval", interval.description)
      line.add("degree", step.degree)
      line.add("cents", step.size.rawValue)
      line.add("deviation", step.deviation.rawValue)
    case .saved(let ids): line.add("ids", ids.map { $0.uuidString.lowercased() })
    case .recoveryWritten(let count, let path), .recovered(let count, let path),
      .recoveryDamaged(let count, let path):
      line.add("count", count)
      line.add("path", path)
    case .recoveryFailed(let path, _), .recoveryForeign(let path): line.add("path", path)
    case .unsaved(let lines): line.add("count", lines.count)
    default: break
    }
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

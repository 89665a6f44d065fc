import Console
import Training

/// The events that both trainings write in JSON mode.
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

extension JSONLine {
  /// An event of one of the trainings.
  init(event: String, of training: TrainingName) {
    self.init(event: event)
    add("training", training.rawValue)
  }
}

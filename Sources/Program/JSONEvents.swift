import Console
import Foundation
import Music

/// The events of JSON mode that have nothing to do with a trial.
package final class JSONEvents {
  private let output: any TextOutput
  private let listener: String?

  /// - Parameter listener: whose history the results are added to; `nil` for the usual one.
  package init(output: any TextOutput, listener: String? = nil) {
    self.output = output
    self.listener = listener
  }

  package func write(_ line: JSONLine) { output.writeLine(line.description) }

  package func ready(_ ready: ReadyDescription) {
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
  package func connections(_ peers: [String]) {
    var line = JSONLine(event: "connections")
    line.add("connected", !peers.isEmpty)
    line.add("peers", peers)
    write(line)
  }

  package func level(_ level: AmplitudeDB) {
    var line = JSONLine(event: "level")
    line.add("outputLevel", level.decibels)
    write(line)
  }

  package func notice(_ notice: Notice) {
    var line = JSONLine(event: "notice")
    line.add("code", notice.code.name)
    line.add("message", notice.message)
    for member in notice.members { line.add(member, isStored: { _ in true }) }
    write(line)
  }

  package func error(_ fault: Fault) {
    var line = JSONLine(event: "error")
    line.add("code", fault.code)
    line.add("message", fault.message)
    write(line)
  }

  package func stopped(_ ending: Ending, trials: Int) {
    var line = JSONLine(event: "stopped")
    line.add("reason", ending.code)
    line.add("trials", trials)
    write(line)
  }
}

extension JSONLine {
  /// - Parameter isStored: whether the result of that id is on disk; the id of another is `null`.
  package mutating func add(_ field: ShownField, isStored: (UUID) -> Bool) {
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

/// What there is to know when Peach is ready to play.
package struct ReadyDescription: Hashable {
  package let client: String
  package let sampleRate: Int
  package let bufferSize: Int
  package let audioPorts: [String]
  package let midiPort: String
  package let soundSource: String

  /// Whether something is connected to the outputs.
  package let isConnected: Bool

  /// How many frames after their own frame sounds are heard, as JACK knows it.
  package let latencyFrames: Int

  /// What sounds, where and how loud, in a line that is read out.
  package var opening = ""

  package init(
    client: String, sampleRate: Int, bufferSize: Int, audioPorts: [String], midiPort: String,
    soundSource: String, isConnected: Bool, latencyFrames: Int, opening: String = ""
  ) {
    self.client = client
    self.sampleRate = sampleRate
    self.bufferSize = bufferSize
    self.audioPorts = audioPorts
    self.midiPort = midiPort
    self.soundSource = soundSource
    self.isConnected = isConnected
    self.latencyFrames = latencyFrames
    self.opening = opening
  }
}

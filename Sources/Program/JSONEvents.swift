import Console
import Foundation
import Music

/// Writes the events of JSON mode that do not belong to a trial.
package final class JSONEvents {
  private let output: any TextOutput
  private let listener: String?

  /// - Parameter listener: the owner of the history that takes the results; `nil` for the usual
  ///   one.
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

  /// - Parameter peers: the ports to which the outputs are connected.
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

/// A member of a JSON event.
package struct ShownField: Hashable {
  package enum Value: Hashable {
    case int(Int)
    case double(Double)
    case bool(Bool)
    case text(String)
    case list([String])
    case numbers([Double])
    /// The id of a record; `null` unless the record is safely on disk.
    case id(UUID)
    /// A number that is `null` if it is not known.
    case figure(Double?)
    case object([ShownField])
  }

  package let name: String
  package let value: Value

  /// True if Open Sound Control sends it, too, in the order of the fields.
  package let isSent: Bool

  package init(_ name: String, _ value: Value, isSent: Bool = false) {
    (self.name, self.value, self.isSent) = (name, value, isSent)
  }
}

extension JSONLine {
  /// - Parameter isStored: whether the result with an id is on disk; if not, its id is `null`.
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

/// The facts about a client that is ready to play.
package struct ReadyDescription: Hashable {
  package let client: String
  package let sampleRate: Int
  package let bufferSize: Int
  package let audioPorts: [String]
  package let midiPort: String
  package let soundSource: String

  /// True if something is connected to the outputs.
  package let isConnected: Bool

  /// The frames from a sound's own frame until it is heard, as JACK reports them.
  package let latencyFrames: Int

  /// The sound, the outputs and the level, in a line that is read out.
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

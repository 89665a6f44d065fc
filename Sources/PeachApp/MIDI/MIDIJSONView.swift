import Console

/// MIDI and the learning of it as one JSON object a line.
final class MIDIJSONView: MIDIView {
  private let events: JSONEvents

  init(output: any TextOutput) { events = JSONEvents(output: output) }

  func showListening(at port: String) {
    var line = JSONLine(event: "listening")
    line.add("midiPort", port)
    events.write(line)
  }

  func showNotice(_ notice: Notice) { events.notice(notice) }
  func showFault(_ fault: Fault) { events.error(fault) }

  func showMessage(_ message: MonitoredMIDI) {
    var line = JSONLine(event: "midi")
    line.add("seconds", message.seconds)
    line.add("bytes", message.bytes.map(Int.init))
    line.add("size", message.size)
    line.add("message", MIDIWords.text(message.bytes, size: message.size))
    line.add("matching", object: message.matching.map(Self.object))
    line.add("comparison", object: message.comparison.map(Self.object))
    events.write(line)
  }

  func showUnshown(_ count: Int) {
    var line = JSONLine(event: "unshown")
    line.add("count", count)
    events.write(line)
  }

  func ask(_ step: LearnStep) {
    var line = JSONLine(event: "ask")
    line.add("step", step.rawValue)
    line.add("message", step.request)
    events.write(line)
  }

  func showGuess(_ step: LearnStep, key: String, value: String, channel: Int) {
    var line = JSONLine(event: "guess")
    line.add("step", step.rawValue)
    line.add("key", key)
    line.add("value", value)
    line.add("channel", channel)
    events.write(line)
  }

  func showWritten(_ settings: [(key: String, value: String)], path: String) {
    var object = JSONLine()
    for (key, value) in settings { object.add(key, value) }
    var line = JSONLine(event: "written")
    line.add("path", path)
    line.add("settings", object: object)
    events.write(line)
  }

  private static func object(_ meaning: MIDIMeaning) -> JSONLine {
    var object = JSONLine()
    object.add("action", meaning.code)
    switch meaning {
    case .slider(let cents): object.add("cents", cents)
    case .sliding(let speed): object.add("centsPerSecond", speed)
    case .higher, .lower, .commit, .stop: break
    }
    return object
  }
}

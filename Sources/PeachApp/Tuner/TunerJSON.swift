import Charts
import Console
import Language
import Music
import Program

/// The tuner's output as JSON, with one object a line and five a second.
final class TunerJSON: TunerView {
  private let events: JSONEvents
  private var port = ""

  /// The time of the last event, in seconds of the input.
  private var last = -Double.infinity

  /// The interval between reports of sound that is not a held note, in seconds.
  private static let interval = 0.2

  /// True if notes are recorded for a map.
  private let isMap: Bool

  init(output: any TextOutput, isMap: Bool = false) {
    (events, self.isMap) = (JSONEvents(output: output), isMap)
  }

  func showReady(_ description: ReadyDescription, input: String) {
    port = input
    events.ready(description)
  }

  func showInterruption(_ fault: Fault) {
    var line = JSONLine(event: "error")
    line.add("code", fault.code)
    line.add("message", fault.messageOfTuner)
    events.write(line)
  }

  func showSources(_ sources: [String]) {
    var line = JSONLine(event: "input")
    line.add("port", port)
    line.add("peers", sources)
    events.write(line)
  }

  func show(_ model: TunerModel) {
    guard !isMap else { return }
    // A measurement has an event of its own, and holds for some time.
    if case .held = model.sound, abs(model.now - last) < 2 * Self.interval { return }
    guard abs(model.now - last) >= Self.interval else { return }
    write(nil, model)
  }

  func show(_ reading: TunerReading, in model: TunerModel) { write(reading, model) }

  private func write(_ reading: TunerReading?, _ model: TunerModel) {
    last = model.now
    var line = JSONLine(event: "tuner")
    line.add("seconds", model.now)
    line.add("note", reading?.note.rawValue)
    line.add("name", reading?.note.name)
    line.add("cents", reading?.cents)
    line.add("uncertainty", reading?.uncertainty)
    line.add("frequency", reading?.frequency)
    line.add("vibratoRate", reading?.vibratoRate)
    line.add("vibratoExtent", reading?.vibratoExtent)
    var about: MIDINote?
    if reading == nil, case .about(let note, _) = model.sound { about = note }
    line.add("about", about?.rawValue)
    var hum: Double?
    if case .excluded(.hum(let hertz)) = model.sound { hum = hertz }
    line.add("hum", hum)
    line.add("aboveRange", model.sound == .excluded(.aboveRange))
    line.add("peak", model.level)
    events.write(line)
  }

  func show(_ note: MappedNote, isStored: Bool) {
    let tone = note.tone
    var line = JSONLine(event: "result")
    line.add("training", note.result.training.rawValue)
    line.add("index", note.index)
    line.add("id", note.result.id.uuidString.lowercased())
    line.add("note", note.note.rawValue)
    line.add("name", note.note.name)
    line.add("cents", tone.error)
    line.add("uncertainty", tone.uncertainty)
    line.add("frequency", tone.frequency)
    line.add("drift", tone.drift)
    line.add("vibratoRate", tone.vibratoRate)
    line.add("vibratoExtent", tone.vibratoExtent)
    line.add("steadiness", tone.steadiness)
    line.add("length", tone.length)
    line.add("level", tone.level)
    line.add("onset", note.onset)
    line.add("end", note.end)
    line.add("timestamp", Timestamp.text(note.result.timestamp))
    line.add("stored", isStored)
    events.write(line)
  }

  func showWithdrawn(_ notes: [MappedNote]) {
    for note in notes {
      var line = JSONLine(event: "withdrawn")
      line.add("training", note.result.training.rawValue)
      line.add("index", note.index)
      line.add("id", note.result.id.uuidString.lowercased())
      events.write(line)
    }
  }

  func showMap(_ figures: InstrumentFigures?) {
    var line = JSONLine(event: "map")
    line.add("map", object: figures?.json)
    events.write(line)
  }

  func showDrone(_ note: MIDINote?) {
    var line = JSONLine(event: "drone")
    line.add("note", note?.rawValue)
    events.write(line)
  }

  func showLevel(_ level: AmplitudeDB) { events.level(level) }
  func showNotice(_ notice: Notice) { events.notice(notice) }
  func showFault(_ fault: Fault) { events.error(fault) }
  func showHelp() {}

  func showStopped(_ ending: Ending) {
    var line = JSONLine(event: "stopped")
    line.add("reason", ending.code)
    events.write(line)
  }
}

import Charts
import Console
import Language
import Music

/// The output of `peach tuner`. Main thread.
protocol TunerView: AnyObject {
  /// Peach listens at this port from now on.
  func showReady(_ description: ReadyDescription, input: String)

  /// From now on something is heard.
  func showListening(_ model: TunerModel)

  /// Nothing is heard until that is called again.
  func showInterruption(_ interruption: TunerInterruption)

  /// The input is connected to these ports.
  func showSources(_ sources: [String])

  /// The input has gone on: some 50 times a second.
  func show(_ model: TunerModel)

  /// Something that is held was measured: five times a second.
  func show(_ reading: TunerReading, in model: TunerModel)

  /// The note of the drone that sounds from now on; `nil` for none.
  func showDrone(_ note: MIDINote?)
  func showLevel(_ level: AmplitudeDB)
  func showNotice(_ notice: Notice)
  func showFault(_ fault: Fault)

  /// What the keys or words do, or no longer.
  func showHelp()

  /// Passes a key to the help, if that is shown; returns whether it is.
  func handleInHelp(_ key: Key) -> Bool
  func showStopped(_ ending: Ending)
  func redraw()

  /// Gives the terminal back.
  func close()
}

extension TunerView {
  func showListening(_: TunerModel) {}
  func handleInHelp(_ key: Key) -> Bool { false }
  func redraw() {}
  func close() {}
}

/// The output as lines: one for each note that has been held, and one more when it has been tuned to another pitch.
final class TunerLines: TunerView {
  private let output: any TextOutput
  private let messages: any TextOutput
  private let glyphs: Glyphs

  /// The last line, until its note has ended.
  private var said: TunerReading?

  /// A note that is being tuned is said again so many seconds later, if it has moved by so many cents.
  private static let pause = 1.5
  private static let movement = 1.0

  private let hasKeys: Bool

  /// - Parameters:
  ///   - messages: for notices and faults.
  ///   - hasKeys: whether commands are keys of a terminal, and not lines.
  init(output: any TextOutput, messages: any TextOutput, glyphs: Glyphs, hasKeys: Bool = true) {
    self.hasKeys = hasKeys
    self.output = output
    self.messages = messages
    self.glyphs = glyphs
  }

  func showReady(_ description: ReadyDescription, input: String) {
    output.writeLine(
      localized("The tuner listens at %@; d begins a drone, q ends.", input.visible))
  }

  func showInterruption(_ interruption: TunerInterruption) {
    said = nil
    messages.writeMessage(interruption.message)
  }

  func showSources(_ sources: [String]) {
    guard !sources.isEmpty else { return }
    output.writeLine(localized("It hears %@.", PortLabel.outputs(sources).visible))
  }

  func show(_ model: TunerModel) {
    if case .held = model.sound { return }
    said = nil
  }

  func show(_ reading: TunerReading, in model: TunerModel) {
    if let said, said.note == reading.note {
      guard reading.time - said.time >= Self.pause,
        abs(reading.cents - said.cents) >= max(Self.movement, reading.uncertainty)
      else { return }
    }
    said = reading
    output.writeLine(TunerWords.line(reading))
  }

  func showDrone(_ note: MIDINote?) {
    output.writeLine(note.map { TunerWords.drone($0) } ?? localized("no drone"))
  }

  func showLevel(_ level: AmplitudeDB) { output.writeLine(LevelText.level(level)) }
  func showNotice(_ notice: Notice) { messages.writeLine(notice.message.visible) }
  func showFault(_ fault: Fault) { messages.writeMessage(fault.message) }

  func showHelp() {
    guard hasKeys else {
      return output.writeLine(
        localized("the commands are %@", TunerCommands.forms.joined(separator: ", ")))
    }
    for line in KeyTable.lines(of: .tuner, glyphs) { output.writeLine(line) }
  }

  func showStopped(_: Ending) {}
}

/// The output as JSON, one object a line: five a second.
final class TunerJSON: TunerView {
  private let events: JSONEvents
  private var port = ""

  /// When the last event was written, in seconds of the input.
  private var last = -Double.infinity

  /// What is not held is told so often, in seconds.
  private static let interval = 0.2

  init(output: any TextOutput) { events = JSONEvents(output: output) }

  func showReady(_ description: ReadyDescription, input: String) {
    port = input
    events.ready(description)
  }

  func showInterruption(_ interruption: TunerInterruption) {
    var line = JSONLine(event: "error")
    line.add("code", interruption.code)
    line.add("message", interruption.message)
    events.write(line)
  }

  func showSources(_ sources: [String]) {
    var line = JSONLine(event: "input")
    line.add("port", port)
    line.add("peers", sources)
    events.write(line)
  }

  func show(_ model: TunerModel) {
    // A measurement is told by itself, and stands for some time.
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
    line.add("peak", model.level)
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

/// The output on the stage of a terminal.
final class TunerStage: TunerView {
  private let board: any Board
  private let status: StageStatus
  private let glyphs: Glyphs
  private var model: TunerModel
  private var sources: [String]?
  private var drone: MIDINote?
  private var help: HelpPage<Never>?

  /// Why nothing is heard at the moment, as a message begins.
  private var interruption: String?

  /// What is said when the stage is left.
  private var faults: [String] = []
  private let messages: any TextOutput

  /// When it was last drawn, in seconds of the input, and how often it is: more is not seen.
  private var drawn = -Double.infinity
  private static let interval = 0.08

  init(_ model: TunerModel, board: any Board, messages: any TextOutput, glyphs: Glyphs) {
    self.model = model
    self.board = board
    self.messages = messages
    self.glyphs = glyphs
    status = StageStatus(glyphs: glyphs)
    status.onChange = { [weak self] in self?.draw() }
  }

  func showReady(_ description: ReadyDescription, input: String) {}

  func showListening(_ model: TunerModel) {
    self.model = model
    (interruption, sources) = (nil, nil)
    draw()
  }

  func showInterruption(_ interruption: TunerInterruption) {
    self.interruption = interruption.message
    // What was heard before is no more.
    model = TunerModel(model.scale)
    (sources, drone) = (nil, nil)
    draw()
  }

  func showSources(_ sources: [String]) {
    self.sources = sources
    draw()
  }

  func show(_ model: TunerModel) {
    self.model = model
    if abs(model.now - drawn) >= Self.interval { draw() }
  }

  func show(_ reading: TunerReading, in model: TunerModel) { self.model = model }

  func showDrone(_ note: MIDINote?) {
    drone = note
    draw()
  }

  func showLevel(_ level: AmplitudeDB) { status.showLevel(level.decibels) }
  func showNotice(_ notice: Notice) {
    switch notice.code {
    case .serverStalled: interruption = notice.message
    case .serverResumed: interruption = nil
    // The stage itself says so, as long as it is so.
    case .noSignal, .signal, .inputDisconnected: break
    default: return status.receive(notice)
    }
    draw()
  }

  func showFault(_ fault: Fault) { faults.append(fault.message) }

  func showHelp() {
    help = HelpPage(.tuner, messages: status.messages, glyphs: glyphs)
    draw()
  }

  func handleInHelp(_ key: Key) -> Bool {
    guard var page = help else { return false }
    help = page.handle(key) == .back ? nil : page
    draw()
    return true
  }

  func showStopped(_: Ending) {}

  func redraw() {
    draw()
    board.redraw()
  }

  func close() {
    status.close()
    board.close()
    for fault in faults { messages.writeMessage(fault) }
    faults = []
  }

  private func draw() {
    // Anew after a stop of the process.
    status.onChange = { [weak self] in self?.draw() }
    drawn = model.now
    let size = board.size
    let tuner = TunerScreen(
      model: model, sources: sources, drone: drone, interruption: interruption,
      glyphs: glyphs
    ).stage(in: size)
    var frame = help?.stage(in: size) ?? tuner
    // A sound that is being loaded comes first.
    let facts = status.facts
    frame.status = facts.faults.isEmpty ? tuner.status : facts.row(glyphs)
    board.show(status.fill(frame))
  }
}

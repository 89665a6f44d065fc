import Charts
import Client
import Console
import Language
import Music
import Program

/// The output on the stage of a terminal.
final class TunerStage: TunerView {
  private let board: any Board
  private let status: StageStatus
  private let glyphs: Glyphs
  private var model: TunerModel
  private var sources: [String]?
  private var drone: MIDINote?
  private var help: HelpPage<Never>?
  private var outputs: OutputScreen?

  /// In place of the tuner, if notes are recorded for a map.
  private var map: MapScreen?

  /// Why nothing is heard at the moment, as a message begins.
  private var interruption: String?

  /// What is said when the stage is left.
  private var faults: [String] = []
  private let messages: any TextOutput

  /// When it was last drawn, in seconds of the input, and how often it is: more is not seen.
  private var drawn = -Double.infinity
  private static let interval = 0.08

  init(
    _ model: TunerModel, board: any Board, messages: any TextOutput, glyphs: Glyphs,
    map: MapScreen? = nil
  ) {
    (self.model, self.map) = (model, map)
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
    // The readings from before no longer hold.
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

  var keepsMap: Bool { true }

  func show(_ note: MappedNote, isStored _: Bool) {
    map?.notes.append(note)
    draw()
  }

  func showWithdrawn(_ notes: [MappedNote]) {
    map?.notes.removeAll { notes.contains($0) }
    showNotice(Notice("withdrawn", MapWords.withdrawn(notes.count)))
    draw()
  }

  func showMap(_ figures: InstrumentFigures?) {
    map?.outcome = figures.map { .map($0) } ?? .nothing
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
    help = HelpPage(map == nil ? .tuner : .map, messages: status.messages, glyphs: glyphs)
    draw()
  }

  func show(_ outputs: OutputScreen?) {
    self.outputs = outputs
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
    let screen = TunerScreen(
      model: model, sources: sources, drone: drone, interruption: interruption, glyphs: glyphs)
    let tuner =
      map?.stage(in: size, glyphs, trouble: screen.trouble(in: size), status: screen.status)
      ?? screen.stage(in: size)
    var frame = help?.stage(in: size) ?? outputs?.stage(in: size) ?? tuner
    // A sound that is being loaded comes first.
    let facts = status.facts
    frame.status = facts.faults.isEmpty ? tuner.status : facts.row(glyphs)
    board.show(status.fill(frame))
  }
}

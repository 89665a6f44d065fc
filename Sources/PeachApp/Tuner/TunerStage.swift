import Charts
import Client
import Console
import Language
import Music
import Program

/// The tuner's output on the stage of a terminal.
final class TunerStage: TunerView {
  private let board: any Board
  private let status: StageStatus
  private let glyphs: Glyphs
  private var model: TunerModel
  private var sources: [String]?
  private var drone: MIDINote?
  private var help: HelpPage<Never>?
  private var outputs: OutputScreen?

  /// The screen in place of the tuner, if notes are recorded for a map.
  private var map: MapScreen?

  /// The message about a server that does not run.
  private var interruption: String?

  /// The messages that are written when the stage is closed.
  private var faults: [String] = []
  private let messages: any TextOutput

  /// The time of the last drawing, in seconds of the input, and the shortest interval to the next.
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

  func showInterruption(_ fault: Fault) {
    interruption = fault.messageOfTuner
    // The earlier readings no longer hold.
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
    // The stage itself shows them as long as they last.
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
    // Closing the status removes it, and the process may have been suspended since.
    status.onChange = { [weak self] in self?.draw() }
    drawn = model.now
    let size = board.size
    let screen = TunerScreen(
      model: model, sources: sources, drone: drone, interruption: interruption, glyphs: glyphs)
    let tuner =
      map?.stage(in: size, glyphs, trouble: screen.trouble(in: size), status: screen.status)
      ?? screen.stage(in: size)
    var frame = help?.stage(in: size) ?? outputs?.stage(in: size) ?? tuner
    // The status of a sound that is being loaded comes first.
    let facts = status.facts
    frame.status = facts.faults.isEmpty ? tuner.status : facts.row(glyphs)
    board.show(status.fill(frame))
  }
}

/// Draws the tuner: the held note with its cents and their uncertainty, the last ten seconds, and the
/// level of the input.
///
///     A4   +7.0 ± 0.1 cents   sharp
///     441.78 Hz
///
///     +50 ┤
///         │                                   ●●●●●●●
///       0 ┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄·┄┄┄┄┄┄┄┄
///         │                                  ·
///     -50 ┤
///         -10 s                                    now
///     input ███████████····· -18 dB
///
/// Measured pitches have a full mark, the others a faint one.
struct TunerScreen {
  let model: TunerModel

  /// The ports that are connected to the input; `nil` if that is not known yet.
  var sources: [String]?

  /// The note of the drone that sounds.
  var drone: MIDINote?

  /// The message about a server that does not run.
  var interruption: String?
  let glyphs: Glyphs

  /// The cents at either end of the strip.
  private static let reach = 50.0

  /// The columns before the strip.
  private static let margin = 5

  func stage(in size: TerminalSize) -> StageFrame {
    let width = min(size.columns, StageFrame.stageColumns)
    let room = StageFrame.room(in: size).rows
    var body: [StyledText]
    if let trouble = trouble(in: size) {
      body = trouble
    } else if case .excluded(let exclusion) = model.sound {
      body =
        StyledText(TunerWords.excluded(exclusion), .quiet).wrapped(to: width) + [
          headline(in: width)
        ]
    } else {
      body = [headline(in: width), detail.shortened(to: width, mark: glyphs.ellipsis)]
    }
    if model.scale.tuning != .equalTemperament {
      let tuning = TunerWords.tuning(model.scale)
      body += StyledText(localized("%@, not equal temperament", tuning), .strong).wrapped(to: width)
    }
    let first = body.count
    let rows = stripRows(for: room - first - 1)
    if rows > 0 {
      body.append("")
      body += strip(rows: rows, columns: width - Self.margin)
      if room >= first + rows + 2 { body.append(timeAxis(width)) }
    }
    body += ["", level(in: width)]
    return StageFrame(
      title: StyledText(localized("Tuner")), body: body, focus: 0, status: status, keys: keys,
      verdict: body.first ?? "")
  }

  /// The reason why nothing is heard, with the remedy; `nil` if sound comes in.
  func trouble(in size: TerminalSize) -> [StyledText]? {
    let width = min(size.columns, StageFrame.stageColumns)
    if let interruption {
      return StyledText(Notice.sentence(interruption), .strong).wrapped(to: width)
    }
    return TunerWords.advice(sources, isSilent: model.isSilent)?.enumerated().flatMap {
      index, line in
      StyledText(line, index == 0 ? .strong : .plain).wrapped(to: width)
    }
  }

  /// The row of the present sound.
  private func headline(in width: Int) -> StyledText {
    switch model.sound {
    case .nothing, .excluded: return StyledText(localized("Play or sing a note."), .quiet)
    case .about(let note, let cents):
      return StyledText(TunerWords.about(note, cents: cents), .quiet)
    case .held(let reading):
      let figures = localized(
        "%@ %@ %@ cents", TunerWords.cents(reading), plusMinus, TunerWords.uncertainty(reading))
      let head =
        StyledText(NoteName.text(reading.note), .strong) + "   " + StyledText(figures, .strong)
      let whole = head + "   " + StyledText(TunerWords.direction(reading))
      // The sign shows the direction, too.
      return whole.columns <= width ? whole : head
    }
  }

  private var detail: StyledText {
    switch model.sound {
    // A blank line, so that the strip stays in its place.
    case .nothing, .excluded: " "
    case .about:
      StyledText(localized("Hold the note: it is measured after half a second."), .quiet)
    case .held(let reading): StyledText(TunerWords.details(reading), .quiet)
    }
  }

  private var plusMinus: String { hasSymbols ? "±" : "+-" }

  /// True if the terminal has more than ASCII.
  private var hasSymbols: Bool { glyphs.dash != "-" }

  // MARK: The strip

  /// The number of rows of the strip: odd, so that one of them is 0.
  private func stripRows(for room: Int) -> Int {
    [11, 7, 5, 3].first { $0 <= room } ?? 0
  }

  private func strip(rows: Int, columns: Int) -> [StyledText] {
    let middle = rows / 2
    let course = model.course(in: columns)
    let places = course.map { point in point.map { row(of: $0.cents, rows: rows) } }
    // In ASCII, the faint mark is the mark of the line.
    let heard = hasSymbols ? glyphs.faint : glyphs.silent
    return (0..<rows).map { row in
      let label = row == 0 ? "+50" : row == middle ? "0" : row == rows - 1 ? "-50" : ""
      var line = StyledText(label).leftPadded(to: Self.margin - 2) + " "
      line.append(label.isEmpty ? glyphs.axis : glyphs.axisTick, .quiet)
      for (point, place) in zip(course, places) {
        if let point, place == row {
          line.append(point.isMeasured ? glyphs.sounded : heard, point.isMeasured ? .plain : .quiet)
        } else {
          line.append(row == middle ? glyphs.dashes : " ", .quiet)
        }
      }
      return line
    }
  }

  /// The row of a pitch; a pitch at the edge between two notes stays on the strip.
  private func row(of cents: Double, rows: Int) -> Int {
    let share = (Self.reach - min(max(cents, -Self.reach), Self.reach)) / (2 * Self.reach)
    return Int((share * Double(rows - 1)).rounded())
  }

  private func timeAxis(_ width: Int) -> StyledText {
    let start = localized(context: "axis", "-10 s")
    let end = localized(context: "axis", "now")
    return .blanks(Self.margin) + StyledText(start, .quiet)
      + .blanks(width - Self.margin - start.columns - end.columns) + StyledText(end, .quiet)
  }

  // MARK: The input and the rest

  private func level(in width: Int) -> StyledText {
    InputMeter(level: model.level).bar(glyphs, columns: 16)
      .shortened(to: width, mark: glyphs.ellipsis)
  }

  var status: StyledText {
    let scale = model.scale
    var parts = ["A \(NumberText.short(scale.referencePitch.hertz))", TunerWords.tuning(scale)]
    if let sources, !sources.isEmpty {
      parts.append("\(glyphs.left) \(PortLabel.outputs(sources))")
    }
    if let drone { parts.append(TunerWords.drone(drone)) }
    return StyledText(parts.joined(separator: " \(glyphs.faint) "))
  }

  private var keys: [StageFrame.KeyHint] {
    [
      .init(
        "d",
        drone == nil ? localized(context: "key", "drone") : localized(context: "key", "drone off")),
      .init("\(glyphs.left) \(glyphs.right)", localized(context: "key", "its note")),
      .init("+ -", localized(context: "key", "level")),
      .init("o", localized(context: "key", "ports")),
      .init("?", localized(context: "key", "help")),
      .init("Esc", localized(context: "key", "end")),
    ]
  }
}

import Charts
import Client
import Console
import Language
import Music
import Program

/// The tuner on the stage: the note that is held with its cents and their uncertainty, the last ten seconds, and
/// the level of the input.
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
/// Measured pitches have a full mark, the others a faint one. A value; ``TunerStage`` shows it.
struct TunerScreen {
  let model: TunerModel

  /// The ports that are connected to the input; `nil` if that is not known yet.
  var sources: [String]?

  /// The note of the drone that sounds.
  var drone: MIDINote?

  /// Why nothing is heard at the moment, as a message begins.
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

  /// Why nothing can be heard, and what to do about it; `nil` if something comes in.
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

  /// What is played now.
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
      // The sign has the direction, too.
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

  /// Whether the terminal has more than ASCII.
  private var hasSymbols: Bool { glyphs.dash != "-" }

  // MARK: The strip

  /// How many rows the strip has: odd, so that one of them is 0.
  private func stripRows(for room: Int) -> Int {
    [11, 7, 5, 3].first { $0 <= room } ?? 0
  }

  private func strip(rows: Int, columns: Int) -> [StyledText] {
    let middle = rows / 2
    let course = model.course(in: columns)
    let places = course.map { point in point.map { row(of: $0.cents, rows: rows) } }
    // In ASCII the faint mark is that of the line.
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

  /// The row of a pitch; one at the edge between two notes stays on the strip.
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

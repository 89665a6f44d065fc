import Console
import Language
import Music
import Training

/// The training of the player's own note: the reference, the state of the input, and after the
/// judgement the course of the pitch around the target.
struct PlayingStage: PitchDrawing {
  let stage: TrialStage

  func body(on plan: StagePlan) -> StageBody {
    var body = StageBody(
      rows: interval == .prime ? 11 : 13, keys: keys(plan), firstKeys: isListening ? 2 : 0)
    switch moment {
    case .first, .second, .third, .together, .awaitingAnswer:
      let (line, verdict) = reference(plan)
      (body.lines, body.verdict) = ([line], verdict)
      body.lines += lastPlot(below: body.lines.count, plan)
    case .listening(let meter, let missed, let isJudging):
      body.lines = listeningLines(meter, missed, isJudging, plan)
      body.verdict = StyledText(missed ?? request(meter))
      body.lines += lastPlot(below: body.lines.count, plan)
    case .answered(let answer):
      if let played = answer.completed.played { body.lines = result(answer, played, plan) }
      body.verdict = verdict(answer, plan)
    }
    if interval != .prime {
      let heading = plan.fitting(
        TuningText.interval(interval, in: task.tuning), NoteName.text(interval))
      body.lines = [heading] + (plan.isNarrow ? [] : [""]) + body.lines
    }
    return body
  }

  private var isListening: Bool {
    if case .listening(_, _, isJudging: false) = moment { true } else { false }
  }

  // MARK: Listening

  private func request(_ meter: InputMeter) -> String {
    meter.isLearning ? localized("listen") : localized("play it")
  }

  private func listeningLines(
    _ meter: InputMeter, _ missed: String?, _ isJudging: Bool, _ plan: StagePlan
  ) -> [StyledText] {
    let glyphs = plan.glyphs
    let words = isJudging ? localized("judging") : request(meter)
    var lines = [
      StyledText(
        placing: (plan.first, StyledText(glyphs.silent)),
        (plan.first + 3, StyledText(glyphs.note, .strong)),
        (plan.first + 6, StyledText(words)))
    ]
    let column = plan.isNarrow ? 0 : plan.first + 3
    let room = max(plan.columns - column, 1)
    func add(_ text: StyledText) {
      lines += text.wrapped(to: room).map { StyledText.blanks(column) + $0 }
    }
    add(meter.bar(glyphs, columns: plan.isNarrow ? 16 : 24))
    meter.pitchRow(glyphs, columns: min(room, 49)).map(add)
    add(StyledText(meter.words))
    if let missed { add(StyledText(missed)) }
    if !plan.isNarrow, !isJudging {
      lines.append("")
      lines.append(
        StyledText.blanks(column) + plan.hints([Self.done, hearReference], from: column))
    }
    return lines
  }

  private static var done: StageFrame.KeyHint { StageFrame.KeyHint(localized("Enter judge now")) }

  // MARK: After it

  private func result(
    _ answer: TrialStage.Answer, _ played: PlayedNote, _ plan: StagePlan
  ) -> [StyledText] {
    let verdict = facts([TrialWords.matched(answer.error), NoteName.text(namedNote)], plan)
    let lines = remarks(
      answer, plan,
      replayed: StageWords.heard(answer.replay, localized(context: "note", "yours"), plan.glyphs))
    // In a low terminal the plot becomes lower first, then details are left out, and then the plot.
    let room = plan.rows - verdict.count - lines.count - (interval == .prime ? 0 : 1)
    let details = facts(TrialWords.details(of: played), plan)
    let plots = [3, 2].map { self.plot(played, rows: $0, plan) }
    let plot = plots.first { $0.count + details.count <= room } ?? plots.last { $0.count <= room }
    let rest = max(room - (plot?.count ?? 0), 0)
    return (plot ?? []) + verdict + details.prefix(rest) + lines
  }

  /// The course of the note before this one, dim, if there is room: the player may have looked at
  /// the instrument when it was first shown.
  private func lastPlot(below count: Int, _ plan: StagePlan) -> [StyledText] {
    guard case .trial(let stage) = plan.last, let played = stage.answer?.completed.played else {
      return []
    }
    let room = plan.rows - count - (interval == .prime ? 1 : 3)
    let plots = [3, 2].map { plot(played, rows: $0, plan) }
    guard let plot = plots.first(where: { $0.count <= room }) else { return [] }
    return [""] + plot.map(\.dim)
  }

  private func plot(_ played: PlayedNote, rows: Int, _ plan: StagePlan) -> [StyledText] {
    PitchPlot(
      played, rows: rows, columns: min(PitchPlot.room(in: plan.columns), 50), plan.glyphs
    ).lines
  }

  /// The facts side by side, as many in a line as fit.
  private func facts(_ facts: [String], _ plan: StagePlan) -> [StyledText] {
    var lines: [String] = []
    for fact in facts {
      let longer = lines.last.map { localized("%@ · %@", $0, fact) }
      if let longer, longer.columns <= plan.columns {
        lines[lines.count - 1] = longer
      } else {
        lines.append(fact)
      }
    }
    return lines.flatMap { StyledText($0).wrapped(to: plan.columns) }
  }

  var namedNote: MIDINote { task.reference.transposed(by: interval) }

  func narrowKeys(_ plan: StagePlan) -> [StageFrame.KeyHint] {
    switch moment {
    case .listening(_, _, isJudging: true): plan.always
    case .listening: [Self.done, StageWords.shortAgain] + plan.always
    default: [StageWords.shortAgain] + plan.always
    }
  }
}

/// The course of a pitch around the target, in characters.
struct PitchPlot {
  private let cents: [Double]
  private let columns: Int
  private let glyphs: Glyphs

  /// The ends of the scale, in cents.
  private let reach: Int

  /// The rows above the target, and those below it; at least 2, so that there is one between the
  /// lines.
  private let rows: Int

  init(_ played: PlayedNote, rows: Int, columns: Int, _ glyphs: Glyphs) {
    cents = played.curve.isEmpty ? [played.error] : played.recordedCurve.cents
    (self.rows, self.columns) = (rows, columns)
    self.glyphs = glyphs
    // The rows of a coarse scale would show the pitch inexactly.
    reach = TuningScale.reach(of: cents.map(\.magnitude).max() ?? 0, among: [10, 15, 30, 100])
  }

  private static var unit: String { localized(context: "axis", "cents") }

  /// The columns of the course beside the scale and its unit.
  static func room(in columns: Int) -> Int { max(columns - 7 - unit.columns, 1) }

  var lines: [StyledText] {
    (-rows...rows).reversed().map { row in
      let value = reach * row / rows
      let isMarked = row == 0 || abs(row) == rows
      let label =
        isMarked
        ? (value > 0 ? "+" : "") + "\(value)" : ""
      let line = StyledText(label).leftPadded(to: 4)
      return line + StyledText(" " + (isMarked ? glyphs.axisTick : glyphs.axis)) + course(row)
        + (row == rows ? StyledText(" " + Self.unit) : "")
    }
  }

  /// The row of a pitch, which is the middle one only if it is in tune, and one at an end only at
  /// the end of the scale or beyond.
  private func row(of cents: Double) -> Int {
    guard !TrialWords.isInTune(Cents(cents)) else { return 0 }
    let size = abs(cents)
    let between = Int((size / Double(reach) * Double(rows)).rounded())
    let place =
      TrialWords.isInTune(Cents(min(size - Double(reach), 0)))
      ? rows : min(max(between, 1), rows - 1)
    return cents > 0 ? place : -place
  }

  private func course(_ row: Int) -> StyledText {
    (0..<columns).reduce(StyledText()) { line, column in
      let first = column * cents.count / columns
      let last = max((column + 1) * cents.count / columns, first + 1)
      let part = cents[first..<min(last, cents.count)]
      let mean = part.reduce(0, +) / Double(max(part.count, 1))
      guard self.row(of: mean) == row else {
        return line + StyledText(row == 0 ? glyphs.dashes : " ")
      }
      return line + StyledText(glyphs.sounded, row == 0 ? .right : .wrong)
    }
  }
}

import Console
import Language
import Music
import Training

/// The training of the player's own note on the stage: the reference, what arrives at the input, and after
/// the judgement the course of the pitch about the target.
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
    if stage.answer != nil { body.focus = body.lines.lastIndex(showing: body.verdict) }
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
    // In a low terminal the plot is lower first, then details go, and then the plot.
    let room = plan.rows - verdict.count - lines.count - (interval == .prime ? 0 : 1)
    let details = facts(TrialWords.details(of: played), plan)
    let plots = [3, 2].map { self.plot(played, rows: $0, plan) }
    let plot = plots.first { $0.count + details.count <= room } ?? plots.last { $0.count <= room }
    let rest = max(room - (plot?.count ?? 0), 0)
    return (plot ?? []) + verdict + details.prefix(rest) + lines
  }

  /// The course of the note before this one, dim, if there is room for it: the player may still have looked at
  /// the instrument when it was drawn.
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

  /// Facts side by side, as many in a line as fit.
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

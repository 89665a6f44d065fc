import Console
import Language
import Music
import Training

/// Notes in tune: the reference, the other note, and both together, with their names.
struct ListeningStage: StageDrawing {
  let stage: TrialStage

  func body(on plan: StagePlan) -> StageBody {
    let heading = plan.fitting(size, TuningText.interval(interval, in: task.tuning))
    let columns = [plan.first, plan.second, 2 * plan.second - plan.first]
    let names = [reference, target, localized("together")]
    var lines: [StyledText] = [heading, "", "", ""]
    for (place, (column, name)) in zip(columns, names).enumerated() {
      let sign: StyledText =
        place == sounding
        ? StyledText(plan.glyphs.sounded, .strong)
        : StyledText(place < sounding ? plan.glyphs.silent : plan.glyphs.faint)
      lines[2] = lines[2].padded(to: column) + sign
      lines[3] = lines[3].padded(to: max(column - name.columns / 2, 0)) + StyledText(name)
    }
    if let beats { lines += ["", StyledText.blanks(plan.first) + StyledText(beats)] }
    var body = StageBody(lines: lines, rows: 6, keys: keys(plan), verdict: heading)
    body.firstKeys = 2
    return body
  }

  /// The index of the part that sounds; 3 when all are over.
  private var sounding: Int {
    switch moment {
    case .first: 0
    case .second: 1
    case .third, .together: 2
    case .awaitingAnswer, .listening, .answered: 3
    }
  }

  private var size: String { TuningText.sizedInterval(interval, in: task.tuning) }
  private var reference: String { NoteName.text(task.reference) }
  private var target: String { NoteName.text(task.reference.transposed(by: interval)) }
  private var beats: String? { stage.answer?.beats.map(TrialWords.beats) }

  func keys(_ plan: StagePlan) -> [StageFrame.KeyHint] {
    [
      StageWords.shortAgain,
      StageFrame.KeyHint(plan.glyphs.right, localized(context: "key", "next")),
    ] + plan.always
  }

  func narrowKeys(_ plan: StagePlan) -> [StageFrame.KeyHint] { keys(plan) }

  func verdict(_: TrialStage.Answer, _: StagePlan) -> StyledText { StyledText(size) }

  func spokenFacts(_: TrialStage.Answer, place: Int) -> [String?] {
    [localized("%d %@", place, size), reference, interval == .prime ? nil : target, beats]
  }
}

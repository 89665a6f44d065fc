import Console
import Language
import Music
import Training

/// A question of purity: two places side by side, and after the answer the mistuned one above or
/// below the line of the true one.
struct PurityStage: ChoiceDrawing {
  let stage: TrialStage

  /// The rows of the picture, and of the interval's name above it.
  private static let rows = 6
  private static let headingRows = 2

  func body(on plan: StagePlan) -> StageBody {
    var body = StageBody(
      rows: Self.rows + Self.headingRows, keys: keys(plan), firstKeys: firstKeys,
      verdict: verdict(plan))
    body.lines =
      heading(asking: TrialWords.whichIsInTune, plan)
      + (stage.answer.map { picture(of: $0, plan) } ?? ["", ""] + places(plan))
    return body
  }

  // MARK: Before the answer

  func answerKeys(_ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    [
      StageFrame.KeyHint(glyphs.left, localized(context: "key", "first")),
      StageFrame.KeyHint(glyphs.right, localized(context: "key", "second")),
    ]
  }

  // MARK: After it

  /// The picture, in which the line of the true one begins or ends at it.
  private func picture(of answer: TrialStage.Answer, _ plan: StagePlan) -> [StyledText] {
    let glyphs = plan.glyphs
    let dashes = String(repeating: glyphs.dashes, count: plan.second - plan.first)
    let dot = StyledText(glyphs.silent).bold(if: answer.replay == .sounding(.truth))
    let line = StyledText(dashes, .right)
    let truth =
      answer.isFirstTrue
      ? StyledText(placing: (plan.first, dot), (plan.first + 1, line))
      : StyledText(placing: (plan.first, line), (plan.second, dot))
    let off = StyledText(
      placing: (
        answer.isFirstTrue ? plan.second : plan.first,
        StyledText(glyphs.sounded).bold(if: answer.replay == .sounding(.given))
      ))
    let isHigher = answer.offset.rawValue > 0
    let (verdict, other) = (verdict(plan), StyledText(mistuning(answer)))
    let pair =
      isHigher
      ? [PictureRow(off, verdict), PictureRow(truth, other)]
      : [PictureRow(truth, verdict), PictureRow(off, other)]
    var facts = [NoteName.text(task.reference)]
    if let beats = answer.beats { facts.append(TrialWords.beats(beats)) }
    let text = StyledText(facts.joined(separator: " · "))
    let column = plan.isNarrow ? 0 : plan.first
    let blanks = [StyledText](repeating: "", count: isHigher ? 1 : 2)
    var lines: [StyledText] = blanks + plan.picture(pair)
    lines.append("")
    lines += text.wrapped(to: max(plan.columns - column, 1)).map {
      StyledText.blanks(column) + $0
    }
    if let heard = heard(answer, localized("the other one"), plan) {
      lines.append(StyledText.blanks(column) + heard)
    }
    return lines
  }

  // MARK: Words

  func spokenFacts(_ answer: TrialStage.Answer, place: Int) -> [String?] {
    [
      answer.isRight
        ? answer.isFirstTrue
          ? localized("%d right: the first", place) : localized("%d right: the second", place)
        : answer.isFirstTrue
          ? localized("%d wrong: the first", place) : localized("%d wrong: the second", place),
      mistuning(answer), answer.beats.map(TrialWords.beats), NoteName.text(task.reference),
    ]
  }

  func followed(_ facts: String, _: TrialStage.Answer) -> String {
    localized("%@. The other, then the true one:", facts)
  }

  private func verdict(_ plan: StagePlan) -> StyledText {
    if let answer = stage.answer { return verdict(answer, plan) }
    return StyledText(
      moment == .first ? localized(context: "note", "first") : TrialWords.whichIsInTune)
  }

  func verdict(_ answer: TrialStage.Answer, _ plan: StagePlan) -> StyledText {
    plan.verdict(
      isRight: answer.isRight,
      answer.isRight
        ? TrialWords.inTune(isFirst: answer.isFirstTrue)
        : TrialWords.itWas(first: answer.isFirstTrue))
  }

  /// The mistuning of the other one: `the first was 9.1 narrow`.
  private func mistuning(_ answer: TrialStage.Answer) -> String {
    TrialWords.off(isFirst: !answer.isFirstTrue, task.interval, answer.offset)
  }
}

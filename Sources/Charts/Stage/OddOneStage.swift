import Console
import Language
import Music
import Training

/// Which of three sounds differs, on the stage: three places side by side, and after the answer the odd one above or
/// below the line of the others.
struct OddOneStage: StageDrawing {
  let stage: TrialStage

  func body(on plan: StagePlan) -> StageBody {
    let name = TuningText.sizedInterval(interval, in: task.tuning)
    let heading = interval == .prime ? [] : [name]
    var rows = [StyledText](repeating: "", count: 3)
    for place in 1...3 {
      let isOdd = stage.answer?.oddPlace == place
      let row = stage.answer.map { isOdd ? ($0.offset.rawValue > 0 ? 0 : 2) : 1 } ?? 1
      let column = plan.first + (place - 1) * (plan.second - plan.first)
      rows[row] = rows[row].padded(to: column) + sign(place, isOdd: isOdd, plan.glyphs)
    }
    let verdict = stage.answer.map { self.verdict($0, plan) }
    let text = verdict ?? StyledText(TrialWords.whichDiffers)
    var lines = heading.map { StyledText($0) } + [""] + rows + [""] + text.wrapped(to: plan.columns)
    if stage.answer == nil {
      lines.append(plan.hints(plan.isNarrow ? [] : answerKeys + [StageWords.again], from: 0))
    }
    var body = StageBody(
      lines: lines, rows: 8, keys: keys(plan), verdict: self.verdict(of: plan) ?? text)
    body.firstKeys = stage.answer == nil ? 1 : 0
    if let verdict { body.focus = lines.lastIndex(showing: verdict) }
    return body
  }

  private func sign(_ place: Int, isOdd: Bool, _ glyphs: Glyphs) -> StyledText {
    if let answer = stage.answer {
      return StyledText(isOdd ? glyphs.sounded : glyphs.silent)
        .bold(if: answer.replay == .sounding(isOdd ? .given : .truth))
    }
    return place == sounding
      ? StyledText(glyphs.sounded, .strong)
      : StyledText(place < sounding ? glyphs.silent : glyphs.faint)
  }

  /// Which of the three sounds; 4 when all are over.
  private var sounding: Int {
    switch moment {
    case .first: 1
    case .second: 2
    case .third: 3
    case .together, .awaitingAnswer, .listening, .answered: 4
    }
  }

  private var answerKeys: [StageFrame.KeyHint] {
    [StageFrame.KeyHint("1-3", localized(context: "key", "which"))]
  }

  func narrowKeys(_: StagePlan) -> [StageFrame.KeyHint] {
    answerKeys + [StageWords.shortAgain, StageWords.end]
  }

  // MARK: Words

  func verdict(_ answer: TrialStage.Answer, _ plan: StagePlan) -> StyledText {
    plan.verdict(isRight: answer.isRight, TrialWords.differed(answer.oddPlace, answer.offset))
  }

  func spokenFacts(_ answer: TrialStage.Answer, place: Int) -> [String?] {
    let words = TrialWords.differed(answer.oddPlace, answer.offset)
    return [
      answer.isRight
        ? localized("%d right: %@", place, words) : localized("%d wrong: %@", place, words),
      NoteName.text(namedNote),
    ]
  }

  func followed(_ facts: String, _: TrialStage.Answer) -> String {
    localized("%@. The odd one, then the true one:", facts)
  }
}

extension TrialWords {
  static var whichDiffers: String { localized("Which of the three differs?") }

  /// - Parameter offset: positive is higher.
  static func differed(_ place: Int, _ offset: Cents) -> String {
    let cents = CentsText.signed(offset)
    return switch place {
    case 1: localized("the first differed, %@ cents", cents)
    case 2: localized("the second differed, %@ cents", cents)
    default: localized("the third differed, %@ cents", cents)
    }
  }
}

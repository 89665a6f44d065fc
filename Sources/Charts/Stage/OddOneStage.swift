import Console
import Language
import Music
import Training

/// The odd one of three sounds: three places side by side, and after the answer the odd one above
/// or below the line of the others.
struct OddOneStage: StageDrawing {
  let stage: TrialStage

  /// The rows of the picture with its heading.
  private static let rows = 10

  func body(on plan: StagePlan) -> StageBody {
    let verdict = stage.answer.map { self.verdict($0, plan) } ?? StyledText(TrialWords.whichDiffers)
    var body = StageBody(
      rows: Self.rows, keys: keys(plan), firstKeys: stage.answer == nil ? 1 : 0, verdict: verdict)
    body.lines =
      heading(asking: TrialWords.whichDiffers, plan)
      + (stage.answer.map { picture(of: $0, verdict, plan) } ?? places(plan))
    return body
  }

  private func column(of place: Int, _ plan: StagePlan) -> Int {
    plan.first + (place - 1) * (plan.second - plan.first)
  }

  // MARK: Before the answer

  private var answerKeys: [StageFrame.KeyHint] {
    [StageFrame.KeyHint("1-3", localized(context: "key", "which"))]
  }

  func narrowKeys(_: StagePlan) -> [StageFrame.KeyHint] {
    answerKeys + [StageWords.shortAgain, StageWords.end]
  }

  /// Three places with their numbers, and beside them the keys when they answer, if there is room.
  private func places(_ plan: StagePlan) -> [StyledText] {
    var (signs, numbers) = (StyledText(), StyledText())
    for place in 1...3 {
      let column = column(of: place, plan)
      signs = signs.padded(to: column) + sign(place, plan.glyphs)
      numbers = numbers.padded(to: column) + StyledText("\(place)")
    }
    if sounding >= 3, !plan.isNarrow {
      let column = column(of: 3, plan) + 8
      let again = moment == .awaitingAnswer ? [StageWords.again] : []
      signs = signs.padded(to: column) + plan.hints(answerKeys + again, from: column)
    }
    return ["", "", signs, numbers]
  }

  private func sign(_ place: Int, _ glyphs: Glyphs) -> StyledText {
    if place == 3, moment == .awaitingAnswer { return "?" }
    return place == sounding
      ? StyledText(glyphs.sounded, .strong)
      : StyledText(place < sounding ? glyphs.silent : glyphs.faint)
  }

  /// The number of the sound that is heard; 4 when all are over.
  private var sounding: Int {
    switch moment {
    case .first: 1
    case .second: 2
    case .third: 3
    case .together, .awaitingAnswer, .listening, .answered: 4
    }
  }

  // MARK: After it

  /// The odd one above or below the line of the others, and below them the words.
  private func picture(
    of answer: TrialStage.Answer, _ verdict: StyledText, _ plan: StagePlan
  ) -> [StyledText] {
    let glyphs = plan.glyphs
    let odd = StyledText(
      placing: (
        column(of: answer.oddPlace, plan),
        StyledText(glyphs.sounded).bold(if: answer.replay == .sounding(.given))
      ))
    let dashes = String(repeating: glyphs.dashes, count: plan.second - plan.first - 1)
    let dot = StyledText(glyphs.silent).bold(if: answer.replay == .sounding(.truth))
    var truth = StyledText.blanks(plan.first)
    for place in 1...3 {
      if place > 1 { truth = truth + StyledText(dashes, .right) }
      let isOdd = place == answer.oddPlace
      truth = truth + (isOdd ? StyledText(glyphs.dashes, .right) : dot)
    }
    let isHigher = answer.offset.rawValue > 0
    let column = plan.isNarrow ? 0 : plan.first
    let text = [
      verdict, StyledText(NoteName.text(namedNote)), heard(answer, localized("the odd one"), plan),
    ]
    return ["", isHigher ? odd : "", truth, isHigher ? "" : odd, ""]
      + text.compactMap { $0 }.flatMap { $0.wrapped(to: max(plan.columns - column, 1)) }
      .map { StyledText.blanks(column) + $0 }
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
  static var whichDiffers: String { TrainingChoice(.oddOne, .unison).question }

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

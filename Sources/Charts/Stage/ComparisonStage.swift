import Console
import Language
import Music
import Training

/// A comparison: two places side by side, and after the answer the second note above or below the
/// line of the true one.
struct ComparisonStage: ChoiceDrawing {
  let stage: TrialStage

  /// The rows of the picture of a unison: two above the line of the true note and two below it.
  static let rows = 5
  private static let rowsOfInterval = 7

  /// The difference in cents beyond which the picture is two rows high.
  private static let low = 30.0

  func body(on plan: StagePlan) -> StageBody {
    var body = StageBody(
      rows: interval == .prime ? Self.rows : Self.rowsOfInterval,
      keys: keys(plan), firstKeys: firstKeys, verdict: verdict(plan))
    if let answer = stage.answer {
      body.lines =
        interval == .prime ? unison(answer, plan) : picture(of: answer, plan)
      if let beats = answer.beats { body.lines += lines(of: beats, plan) }
    } else {
      body.lines = blanksAbove(plan) + places(plan)
    }
    if interval != .prime { body.lines = [heading(plan)] + asked(plan) + body.lines }
    return body
  }

  // MARK: Before the answer

  /// The blanks that keep the first note in its place when the picture grows.
  private func blanksAbove(_ plan: StagePlan) -> [StyledText] {
    blanks(interval == .prime ? 2 : interval.direction == .up ? 3 : 0)
  }

  func answerKeys(_ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    [
      StageFrame.KeyHint(glyphs.up, localized(context: "key", "higher")),
      StageFrame.KeyHint(glyphs.down, localized(context: "key", "lower")),
    ]
  }

  // MARK: After it

  private func lines(of beats: TrialBeats, _ plan: StagePlan) -> [StyledText] {
    let column = plan.isNarrow ? 0 : plan.first
    let lines = StyledText(TrialWords.beats(beats)).wrapped(to: max(plan.columns - column, 1))
    return [""] + lines.map { StyledText.blanks(column) + $0 }
  }

  /// The picture of a unison, in which the line of the true note begins at the first one.
  private func unison(_ answer: TrialStage.Answer, _ plan: StagePlan) -> [StyledText] {
    let glyphs = plan.glyphs
    let dashes = String(repeating: glyphs.dashes, count: plan.second - plan.first)
    let truth = StyledText(
      placing: (plan.first, firstDot(answer, glyphs)), (plan.first + 1, truth(dashes, answer)))
    let height = height(of: answer)
    let blank = Array(repeating: PictureRow.blank, count: height - 1)
    let (given, verdict, note) = (given(answer, plan), verdict(plan), below(answer, plan))
    let isHigher = answer.offset.rawValue > 0
    let rows: [PictureRow] =
      isHigher
      ? [PictureRow(given, verdict)] + blank + [PictureRow(truth, note)]
      : [PictureRow(truth, verdict)] + blank + [PictureRow(given, note)]
    return blanks(isHigher ? 2 - height : 2) + plan.picture(rows)
  }

  /// The picture of an interval, in which the true note is a short line above or below the first
  /// note.
  private func picture(of answer: TrialStage.Answer, _ plan: StagePlan) -> [StyledText] {
    let glyphs = plan.glyphs
    let dashes = String(repeating: glyphs.dashes, count: 3)
    let truth = StyledText(placing: (plan.second - 2, truth(dashes, answer)))
    let width = StyledText(TrialWords.width(interval, answer.offset) ?? "")
    let height = height(of: answer)
    let blank = Array(repeating: PictureRow.blank, count: height - 1)
    let (given, verdict) = (given(answer, plan), verdict(plan))
    let pair: [PictureRow] =
      answer.offset.rawValue > 0
      ? [PictureRow(given, verdict)] + blank + [PictureRow(truth, width)]
      : [PictureRow(truth, verdict)] + blank + [PictureRow(given, width)]
    let first = PictureRow(
      StyledText(placing: (plan.first, firstDot(answer, glyphs))), below(answer, plan))
    // The first note stays where it was before the answer.
    return interval.direction == .up
      ? blanks(2 - height) + plan.picture(pair + [first]) : plan.picture([first] + pair)
  }

  private func blanks(_ count: Int) -> [StyledText] { Array(repeating: "", count: count) }

  private func height(of answer: TrialStage.Answer) -> Int {
    answer.offset.magnitude <= Self.low ? 1 : 2
  }

  private func firstDot(_ answer: TrialStage.Answer, _ glyphs: Glyphs) -> StyledText {
    StyledText(glyphs.silent).bold(if: answer.replay == .sounding(.reference))
  }

  private func truth(_ dashes: String, _ answer: TrialStage.Answer) -> StyledText {
    StyledText(dashes, .right).bold(if: answer.replay == .sounding(.truth))
  }

  private func given(_ answer: TrialStage.Answer, _ plan: StagePlan) -> StyledText {
    let dot = StyledText(plan.glyphs.sounded).bold(if: answer.replay == .sounding(.given))
    return StyledText(placing: (plan.second, dot))
  }

  /// The name of the first note, and the key while it is heard again.
  private func below(_ answer: TrialStage.Answer, _ plan: StagePlan) -> StyledText {
    let name = StyledText(NoteName.text(task.reference))
    guard answer.replay != .none else { return name }
    let heard =
      answer.truthFollows
      ? StageWords.heard(answer.replay, localized(context: "note", "yours"), plan.glyphs)
      : StyledText(plan.glyphs.note + " " + localized("again"))
    return name.padded(to: 7) + heard + (plan.isNarrow ? "" : "   " + StageWords.skip.styled)
  }

  // MARK: Words

  func spokenFacts(_ answer: TrialStage.Answer, place: Int) -> [String?] {
    let isHigher = answer.offset.rawValue > 0
    return [
      answer.isRight
        ? isHigher ? localized("%d right: higher", place) : localized("%d right: lower", place)
        : isHigher ? localized("%d wrong: higher", place) : localized("%d wrong: lower", place),
      localized("%@ cents", TrialWords.cents(answer.offset)),
      TrialWords.width(interval, answer.offset), answer.beats.map(TrialWords.beats),
      NoteName.text(task.reference),
    ]
  }

  func followed(_ facts: String, _ answer: TrialStage.Answer) -> String {
    answer.truthFollows
      ? localized("%@. Yours, then true:", facts) : localized("%@. Again:", facts)
  }

  /// The question below the heading; after the answer the same number of blanks.
  private func asked(_ plan: StagePlan) -> [StyledText] {
    let question = plan.explains ? questions : []
    guard let last = question.last else { return [""] }
    let lines = StyledText(question.first { $0.columns <= plan.columns } ?? last).wrapped(
      to: plan.columns)
    return stage.answer == nil ? lines : blanks(lines.count)
  }

  /// The questions about an interval, the longest first; empty for the unison.
  private var questions: [String] {
    [TrialWords.question(of: interval), TrialWords.shortQuestion(of: interval)].compactMap { $0 }
  }

  private func heading(_ plan: StagePlan) -> StyledText {
    plan.fitting(
      TuningText.sizedInterval(interval, in: task.tuning),
      TuningText.interval(interval, in: task.tuning),
      NoteName.text(interval))
  }

  private func verdict(_ plan: StagePlan) -> StyledText {
    if let answer = stage.answer { return verdict(answer, plan) }
    return moment == .first
      ? StyledText(localized(context: "note", "first"))
      : StyledText((plan.explains ? questions.last : nil) ?? TrialWords.question)
  }

  func verdict(_ answer: TrialStage.Answer, _ plan: StagePlan) -> StyledText {
    plan.verdict(
      isRight: answer.isRight,
      answer.isRight ? TrialWords.right(answer.offset) : TrialWords.wrong(answer.offset))
  }
}

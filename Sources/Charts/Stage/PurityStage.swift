import Console
import Language
import Music
import Training

/// Which of two is in tune, on the stage: two places side by side, and after the answer the one that was
/// off above or below the line of the true one.
public struct PurityStage: Hashable {
  public enum Moment: Hashable {
    case first
    case second
    case awaitingAnswer
    case answered(Answer)
  }

  public struct Answer: Hashable {
    /// Of the note that was off, from where it should be; positive is higher.
    public var offset: Cents

    /// Whether the first of the two was the true one.
    public var isFirstTrue: Bool
    public var isRight: Bool

    /// Of the one that was off; `nil` if there is nothing to say of them.
    public var beats: TrialBeats?
    public var replay: StageReplay

    public init(
      offset: Cents, isFirstTrue: Bool, isRight: Bool, beats: TrialBeats? = nil,
      replay: StageReplay = .none
    ) {
      (self.offset, self.isFirstTrue, self.isRight) = (offset, isFirstTrue, isRight)
      (self.beats, self.replay) = (beats, replay)
    }
  }

  public let task: StageTask
  public let moment: Moment

  public init(_ task: StageTask, _ moment: Moment) { (self.task, self.moment) = (task, moment) }

  /// The rows of the picture; an interval has its name above it.
  private static let rows = 6
  private static let headingRows = 2

  func body(on plan: StagePlan) -> StageBody {
    var body = StageBody(
      rows: Self.rows + Self.headingRows, keys: keys(plan), firstKeys: firstKeys,
      verdict: verdict(plan))
    switch moment {
    case .first, .second, .awaitingAnswer: body.lines = ["", ""] + notes(plan)
    case .answered(let answer): body.lines = picture(of: answer, plan)
    }
    body.lines = heading(plan) + body.lines
    if case .answered = moment { body.focus = body.lines.lastIndex(showing: body.verdict) }
    return body
  }

  /// The column of the question beside the interval.
  private static let question = 33

  /// The interval and, until it is answered, what is asked: beside it if there is room, else below it.
  private func heading(_ plan: StagePlan) -> [StyledText] {
    let isAnswered = if case .answered = moment { true } else { false }
    let question = StyledText(isAnswered ? " " : TrialWords.whichIsInTune)
    guard task.interval != .prime else { return [question, ""] }
    let names = [
      TuningText.sizedInterval(task.interval, in: task.tuning),
      TuningText.interval(task.interval, in: task.tuning),
    ]
    for name in names {
      let line = StyledText(name).padded(to: max(Self.question, name.columns + 3)) + question
      if line.columns <= plan.columns { return [line, ""] }
    }
    return [plan.fitting(names[0], names[1], NoteName.text(task.interval)), question]
  }

  // MARK: Before the answer

  private func notes(_ plan: StagePlan) -> [StyledText] {
    let glyphs = plan.glyphs
    switch moment {
    case .first: return plan.firstOfTwo
    case .second: return [plan.secondOfTwo(answers(glyphs))]
    case .awaitingAnswer:
      return [plan.secondOfTwo(answers(glyphs) + [StageWords.again], isOver: true)]
    case .answered: return []
    }
  }

  private func answers(_ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    [
      StageFrame.KeyHint(glyphs.left, localized(context: "key", "first")),
      StageFrame.KeyHint(glyphs.right, localized(context: "key", "second")),
    ]
  }

  // MARK: After it

  /// The line of the true one begins or ends at it.
  private func picture(of answer: Answer, _ plan: StagePlan) -> [StyledText] {
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
    if answer.replay != .none {
      let heard = StageWords.heard(answer.replay, localized("the other one"), plan.glyphs)
      let skip = plan.isNarrow ? "" : "   " + StageWords.skip.styled
      lines.append(StyledText.blanks(column) + heard + skip)
    }
    return lines
  }

  // MARK: Words

  func verdict(of plan: StagePlan) -> StyledText? {
    guard case .answered = moment else { return nil }
    return verdict(plan) + StyledText(" · " + NoteName.text(task.reference))
  }

  /// The answer in a line that is read out: the verdict first, and how it was. Empty before it.
  ///
  /// - Parameter place: which answer of the session it is, from 1.
  func spokenAnswer(place: Int) -> String {
    guard case .answered(let answer) = moment else { return "" }
    let verdict =
      answer.isRight
      ? answer.isFirstTrue
        ? localized("%d right: the first", place) : localized("%d right: the second", place)
      : answer.isFirstTrue
        ? localized("%d wrong: the first", place) : localized("%d wrong: the second", place)
    let facts = [
      verdict, mistuning(answer), answer.beats.map(TrialWords.beats),
      NoteName.text(task.reference),
    ].compactMap { $0 }.joined(separator: ", ")
    return answer.replay == .none ? facts : localized("%@. The other, then the true one:", facts)
  }

  private func verdict(_ plan: StagePlan) -> StyledText {
    switch moment {
    case .first: StyledText(localized(context: "note", "first"))
    case .second, .awaitingAnswer: StyledText(TrialWords.whichIsInTune)
    case .answered(let answer):
      plan.verdict(
        isRight: answer.isRight,
        answer.isRight
          ? TrialWords.inTune(isFirst: answer.isFirstTrue)
          : TrialWords.itWas(first: answer.isFirstTrue))
    }
  }

  /// What was wrong with the other one: `the first was 9.1 narrow`.
  private func mistuning(_ answer: Answer) -> String {
    TrialWords.off(isFirst: !answer.isFirstTrue, task.interval, answer.offset)
  }

  private func keys(_ plan: StagePlan) -> [StageFrame.KeyHint] {
    guard plan.isNarrow else { return plan.always }
    switch moment {
    case .first, .second, .awaitingAnswer:
      return answers(plan.glyphs) + [StageWords.shortAgain, StageWords.end]
    case .answered(let answer):
      let skip = answer.replay == .none ? [] : [StageWords.skip]
      return skip + [StageWords.shortAgain] + plan.always
    }
  }

  /// Those that answer.
  private var firstKeys: Int {
    switch moment {
    case .first, .second, .awaitingAnswer: 2
    case .answered: 0
    }
  }
}

import Console
import Language
import Music
import Training

/// The training of the player's own note on the stage: the reference, what arrives at the input, and after
/// the judgement the course of the pitch about the target.
public struct PlayingStage: Hashable {
  public enum Moment: Hashable {
    case reference
    /// With what was said last, and whether what was heard is being judged.
    case listening(InputMeter, missed: String? = nil, isJudging: Bool = false)
    case answered(Answer)
  }

  public struct Answer: Hashable {
    public var played: HeardNote

    /// `nil` if there is nothing to say of them.
    public var beats: TrialBeats?
    public var replay: StageReplay

    public init(_ played: HeardNote, beats: TrialBeats? = nil, replay: StageReplay = .none) {
      (self.played, self.beats, self.replay) = (played, beats, replay)
    }
  }

  public let task: StageTask
  public let moment: Moment

  public init(_ task: StageTask, _ moment: Moment) { (self.task, self.moment) = (task, moment) }

  private var interval: DirectedInterval { task.interval }

  func body(on plan: StagePlan) -> StageBody {
    var body = StageBody(
      rows: interval == .prime ? 11 : 13, keys: keys(plan), firstKeys: isListening ? 2 : 0)
    switch moment {
    case .reference:
      let listen = localized("listen")
      body.lines = [
        StyledText(
          placing: (plan.first, StyledText(plan.glyphs.sounded, .strong)),
          (plan.first + 3, StyledText(listen)))
      ]
      body.verdict = StyledText(listen)
      body.lines += lastPlot(below: body.lines.count, plan)
    case .listening(let meter, let missed, let isJudging):
      body.lines = listeningLines(meter, missed, isJudging, plan)
      body.verdict = StyledText(missed ?? request(meter))
      body.lines += lastPlot(below: body.lines.count, plan)
    case .answered(let answer):
      let words = TrialWords.matched(answer.played.error)
      body.lines = result(answer, words, plan)
      body.verdict = StyledText(words)
    }
    if interval != .prime {
      let heading = plan.fitting(
        TuningText.interval(interval, in: task.tuning), NoteName.text(interval))
      body.lines = [heading] + (plan.isNarrow ? [] : [""]) + body.lines
    }
    if case .answered = moment { body.focus = body.lines.lastIndex(showing: body.verdict) }
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

  private var hearReference: StageFrame.KeyHint {
    StageFrame.KeyHint(localized("Space reference again"))
  }

  // MARK: After it

  private func result(_ answer: Answer, _ words: String, _ plan: StagePlan) -> [StyledText] {
    let played = answer.played
    let verdict = facts([words, NoteName.text(task.reference.transposed(by: interval))], plan)
    var lines: [StyledText] = []
    if let beats = answer.beats {
      lines += StyledText(TrialWords.beats(beats)).wrapped(to: plan.columns)
    }
    if !TrialWords.isInTune(played.error),
      let width = TrialWords.width(interval, played.error)
    {
      lines.append(StyledText(width))
    }
    if answer.replay != .none {
      lines += plan.replayed(
        StageWords.heard(answer.replay, localized(context: "note", "yours"), plan.glyphs))
    }
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
    guard case .playing(let stage) = plan.last, case .answered(let answer) = stage.moment else {
      return []
    }
    let room = plan.rows - count - (interval == .prime ? 1 : 3)
    let plots = [3, 2].map { plot(answer.played, rows: $0, plan) }
    guard let plot = plots.first(where: { $0.count <= room }) else { return [] }
    return [""] + plot.map(\.dim)
  }

  private func plot(_ played: HeardNote, rows: Int, _ plan: StagePlan) -> [StyledText] {
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

  func verdict(of plan: StagePlan) -> StyledText? {
    guard case .answered(let answer) = moment else { return nil }
    return StyledText(TrialWords.matched(answer.played.error))
      + StyledText(" · " + NoteName.text(task.reference.transposed(by: interval)))
  }

  /// The answer in a line that is read out: the verdict first, and what it was. Empty before it.
  ///
  /// - Parameter place: which answer of the session it is, from 1.
  func spokenAnswer(place: Int) -> String {
    guard case .answered(let answer) = moment else { return "" }
    let played = answer.played
    let facts =
      ([
        localized("%d %@", place, TrialWords.matched(played.error)),
        TrialWords.isInTune(played.error) ? nil : TrialWords.width(interval, played.error),
        answer.beats.map(TrialWords.beats),
        NoteName.text(task.reference.transposed(by: interval)),
      ].compactMap { $0 } + TrialWords.details(of: played)).joined(separator: ", ")
    return answer.replay == .none ? facts : localized("%@. Yours, then true:", facts)
  }

  private func keys(_ plan: StagePlan) -> [StageFrame.KeyHint] {
    guard plan.isNarrow else { return plan.always }
    switch moment {
    case .reference: return [StageWords.shortAgain] + plan.always
    case .listening(_, _, isJudging: true): return plan.always
    case .listening: return [Self.done, StageWords.shortAgain] + plan.always
    case .answered(let answer):
      let skip = answer.replay == .none ? [] : [StageWords.skip]
      return skip + [StageWords.shortAgain] + plan.always
    }
  }
}

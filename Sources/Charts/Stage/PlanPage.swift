import Console
import Language
import Music
import Training

/// The end of a plan: the outcome of each block, the skills that are done now, and tomorrow's plan.
public struct PlanPage: EndPage {
  public struct Outcome: Hashable, Sendable {
    /// The ending, as JSON spells it.
    public enum Ending: String, Sendable { case complete, brokenOff, skipped }

    public var trials: Int

    /// The number of right answers; `nil` for answers that are not right or wrong.
    public var right: Int?

    public var seconds: Double
    public var ending: Ending

    public init(
      trials: Int = 0, right: Int? = nil, seconds: Double = 0, ending: Ending = .complete
    ) {
      (self.trials, self.right, self.seconds, self.ending) = (trials, right, seconds, ending)
    }
  }

  private struct Row {
    let block: Block
    let outcome: Outcome

    /// The skill that the block has trained, preferably that of its reason.
    let skill: Skill?
    let before: CentsEstimate?
    let now: CentsEstimate?

    let verdict: SkillCheck.Verdict?

    /// The line of a block, such as `perfect fifth: 38 of 45 right; before 14.2 (10–19), now 12.8
    /// (9–18)`.
    var text: String {
      guard let skill else { return ([PlanWords.block(block)] + result).joined(separator: ", ") }
      let names = block.intervals.map { NoteName.inSentence($0) }
      let name =
        names.isEmpty
        ? PlanWords.skill(skill) : PlanWords.name(skill.training, ListText.joined(names))
      func figure(_ estimate: CentsEstimate) -> String {
        PlanWords.text(of: estimate, of: skill).all
      }
      let figures =
        now.map { now in
          [before.map { localized("before %@", figure($0)) }, localized("now %@", figure(now))]
        } ?? []
      // Only one of several intervals has its figure here.
      let known = figures.compactMap { $0 }.joined(separator: ", ")
      let ofOne = names.count > 1 && now != nil ? PlanWords.skill(skill) + " " + known : known
      let parts = result + [ofOne, verdict.map(PlanWords.verdict) ?? ""]
      return localized("%@: %@", name, parts.filter { !$0.isEmpty }.joined(separator: "; "))
    }

    /// The line for a small terminal: the verdict of a check, or the figure alone; `nil` if nothing
    /// was counted.
    var brief: String? {
      guard let skill, let now else { return result.isEmpty ? nil : text }
      let known = verdict.map(PlanWords.verdict) ?? PlanWords.text(of: now, of: skill).all
      return localized("%@: %@", PlanWords.skill(skill), known)
    }

    /// The number of trials and of right answers.
    private var result: [String] {
      let count =
        outcome.right.map { localized("%d of %d right", $0, outcome.trials) }
        ?? skill.map { _ in HearingWords.notes(outcome.trials) }
      return switch outcome.ending {
      case .complete: [count].compactMap { $0 }
      case .brokenOff:
        [count, localized(context: "block of a plan", "broken off")].compactMap { $0 }
      case .skipped: [localized(context: "block of a plan", "skipped")]
      }
    }

    var json: JSONLine {
      var line = JSONLine()
      if let part = block.part { line.add("part", part.rawValue) }
      line.add("training", block.activity.rawValue)
      line.add("ending", outcome.ending.rawValue)
      line.add("trials", outcome.trials)
      if let right = outcome.right { line.add("right", right) }
      line.add("seconds", outcome.seconds)
      line.add("before", object: skill.map { FiguresJSON.skill($0, before) })
      line.add("after", object: skill.map { FiguresJSON.skill($0, now) })
      if let verdict { line.add("verdict", verdict.rawValue) }
      return line
    }
  }

  private let plan: Plan
  private let rows: [Row]

  /// The skills that are newly done, with their states.
  private let done: [(skill: Skill, state: SkillHistory.State)]

  /// `nil` if tomorrow is not mentioned.
  private let tomorrow: Plan?

  private let hasStart: Bool

  /// - Parameters:
  ///   - outcomes: the outcomes of the blocks in their order, up to the last one that was begun.
  ///   - before: the finished history up to the beginning of the plan.
  ///   - after: the finished history with the results of the plan.
  ///   - tomorrow: the plan of the next day, from `after`; `nil` after a plan of a file.
  public init(
    _ plan: Plan, _ outcomes: [Outcome], before: SkillHistory, after: SkillHistory,
    tomorrow: Plan? = nil, hasStart: Bool = true
  ) {
    (self.plan, self.tomorrow, self.hasStart) = (plan, tomorrow, hasStart)
    let events = after.allDays.last?.events ?? []
    done = events.map(\.skill).filter { before[$0].doneSince == nil && after[$0].doneSince != nil }
      .map { (skill: $0, state: after[$0]) }
    rows = zip(plan.blocks, outcomes).map { block, outcome in
      let trained = Skill.all.filter { skill in
        block.activity.rawValue == skill.training.rawValue
          && (block.intervals.isEmpty || block.intervals.contains(skill.interval))
          && after[skill].answers > before[skill].answers
      }
      let skill = trained.first { $0 == block.reason?.skill } ?? trained.first
      return Row(
        block: block, outcome: outcome, skill: skill,
        before: skill.flatMap { before[$0].figure }, now: skill.flatMap { after[$0].figure },
        verdict: block.part == .check ? events.first { $0.skill == skill }?.verdict : nil)
    }
  }

  /// True if everything was done that could be.
  private var isComplete: Bool {
    rows.count == plan.blocks.count && rows.allSatisfy { $0.outcome.ending != .brokenOff }
  }

  private var seconds: Double { rows.reduce(0) { $0 + $1.outcome.seconds } }

  // MARK: Screen

  /// The columns of a line, more than those of the stage so that a block fits into one.
  private static let mostColumns = 76

  /// The whole terminal with an empty notice and status.
  public func frame(in size: TerminalSize, glyphs: Glyphs) -> StageFrame {
    let room = StageFrame.room(in: size).rows
    func wrapped(_ lines: [String]) -> [StyledText] {
      lines.flatMap { StyledText($0).wrapped(to: min(size.columns, Self.mostColumns)) }
    }
    let facts = wrapped(facts)
    var blocks = wrapped(rows.map(\.text))
    if blocks.count + facts.count > room {
      // The result of the whole matters more than its parts.
      blocks = Array(wrapped(rows.compactMap(\.brief)).prefix(max(room - facts.count, 1)))
    }
    let gap: [StyledText] = blocks.isEmpty || facts.isEmpty ? [] : [""]
    let profile = StageFrame.KeyHint("\(StartKeys.profile)", localized(context: "key", "profile"))
    let keys = hasStart ? [StageFrame.KeyHint(localized("Esc start")), profile] : [StageWords.end]
    let body = blocks + gap + facts
    return StageFrame(
      title: StyledText(heading), body: body,
      bodyColumns: max(StageFrame.stageColumns, body.map(\.columns).max() ?? 0), keys: keys,
      verdict: StyledText(self.facts.isEmpty ? heading : self.facts.joined(separator: " ")))
  }

  /// The choice of a key; `nil` for a key without a meaning here.
  public func choice(of key: Key) -> ClosingPage.Choice? {
    switch key.command {
    case .enter, .escape, .character("q"): .leave
    case .character(StartKeys.profile) where hasStart: .profile
    default: nil
    }
  }

  // MARK: Lines

  /// The lines that stay on the ordinary screen, are read out or are written to a pipe.
  public var lines: [String] { [heading] + rows.map(\.text) + facts }

  /// The heading, such as `Thirds in triads · 12 minutes`.
  private var heading: String {
    let title = PlanWords.text(plan.title)
    return localized(
      "%@ · %@", title.isEmpty ? localized("Today's plan") : title, SessionWords.time(seconds))
  }

  private var facts: [String] {
    let done = done.map { PlanWords.done($0.skill, $0.state) }
    guard let tomorrow, isComplete else { return done }
    // A block of listening has the skill of the next one.
    let skills = tomorrow.blocks.filter { $0.part != .listen }.compactMap(\.reason?.skill)
    return done + [
      localized("Enough for today. More is free to do."),
      localized(
        "Tomorrow, %@: %@", PlanWords.minutes(tomorrow),
        skills.map(PlanWords.skill).joined(separator: " · ")),
    ]
  }

  // MARK: JSON

  /// The event at the end of a plan. Figures are null if they are not known.
  public var json: JSONLine {
    var line = JSONLine(event: "planEnd")
    line.add("plan", plan.name)
    line.add("complete", isComplete)
    line.add("seconds", seconds)
    line.add("blocks", objects: rows.map(\.json))
    line.add("done", objects: done.map { FiguresJSON.skill($0.skill, $0.state.figure) })
    return line
  }
}

extension SkillHistory.Event {
  fileprivate var verdict: SkillCheck.Verdict? {
    if case .checked(let verdict, _, _) = kind { verdict } else { nil }
  }
}

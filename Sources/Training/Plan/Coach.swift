import Music

/// Makes the plan of a day: the same plan from the same records of the days before, the same
/// settings and the same day.
///
/// A skill that is not done is the focus, for at most five trained days in a row. Intervals are
/// listened to first (Little, Cheng and Wright 2019), and two of them are mixed ("Psychology of
/// Music" 2020); what is heard is tuned or played, too; done skills are repeated after growing
/// intervals; and on some days the focus has another sound or length, since learning with one stays
/// with it (Demany and Semal 2002).
public nonisolated struct Coach: Sendable {
  private let history: SkillHistory
  private let settings: CoachSettings
  private let day: Int
  private let ladder: [Skill]
  private static let fewestTrials = 8

  /// The comparisons of the first day of all.
  private static let firstTrials = 40

  /// The number of trained days in a row for which a skill can be the focus, and the number for
  /// another one after that.
  private static let longestFocus = 5
  private static let turn = 2

  /// - Parameter history: of the days before this one.
  public init(_ history: SkillHistory, _ settings: CoachSettings, day: Int) {
    (self.history, self.settings, self.day) = (history, settings, day)
    ladder = settings.ladder(hasPlayed: history.hasPlayed)
  }

  /// The skills of the ladder that are done, in its order.
  public var done: [Skill] { ladder.filter { history[$0].doneSince != nil } }

  public func plan() -> Plan {
    Plan(name: Plan.nameOfDay, title: PlanText(""), blocks: blocks())
  }

  private func blocks() -> [Block] {
    guard !history.days.isEmpty else {
      let unison = Skill(.comparison)
      return [block(.focus, unison, trials: Self.firstTrials, .firstDay)]
    }
    let minutes = Double(settings.minutes) * 60
    let focus = focus
    let note = noteThatStandsOut
    let hand = note == nil ? focus.map { handSkill(beside: $0.skill) } : nil
    let check = dueCheck
    let checkBlock = check.map(checkBlock)
    var blocks: [Block] = []
    if let focus {
      blocks += focusBlocks(focus, minutes / 2 - (checkBlock?.expectedSeconds ?? 0))
    }
    if let note, let block = block(playing: note, seconds: minutes / 4) { blocks.append(block) }
    if let hand, let block = block(.hand, hand, seconds: minutes / 4, .hand) {
      blocks.append(block)
    }
    // If everything is done, the day is for done skills.
    let isAllDone = focus == nil
    if isAllDone || check == nil, let older = oldest(besides: hand ?? check) {
      let seconds = isAllDone ? minutes - (checkBlock?.expectedSeconds ?? 0) : minutes / 4
      if let block = block(.older, older, seconds: seconds, .older) { blocks.append(block) }
    }
    if let checkBlock { blocks.append(checkBlock) }
    return blocks
  }

  // MARK: The focus

  private struct Focus {
    let skill: Skill

    /// True if it has a turn instead of the first skill that is not done.
    let isTurn: Bool
  }

  /// The first skill that is not done, or another one if that was the focus for too long; `nil` if
  /// all are done.
  private var focus: Focus? {
    let open = ladder.filter { history[$0].doneSince == nil }
    guard let first = open.first else { return nil }
    let former = history.days.map(focus)
    // The past days of the turn, if there is one.
    let turned = former.reversed().prefix { $0 != nil && $0 != first }
    let before = former.dropLast(turned.count).reversed().prefix { $0 == first }
    guard before.count >= Self.longestFocus, turned.count < Self.turn else {
      return Focus(skill: first, isTurn: false)
    }
    if let last = turned.first ?? nil {
      return open.contains(last)
        ? Focus(skill: last, isTurn: true) : Focus(skill: first, isTurn: false)
    }
    // Turns follow the ladder: the one that was the focus the longest time ago is next.
    func last(_ skill: Skill) -> Int { former.lastIndex(of: skill) ?? -1 }
    let next = open.dropFirst().min { last($0) < last($1) }
    return next.map { Focus(skill: $0, isTurn: true) } ?? Focus(skill: first, isTurn: false)
  }

  /// The focus of a past day; of skills that were mixed, the first one of the ladder.
  private func focus(of day: SkillHistory.Day) -> Skill? { ladder.first { day.focus.contains($0) } }

  private func focusBlocks(_ focus: Focus, _ seconds: Double) -> [Block] {
    let skill = focus.skill
    let hasListening = skill.interval != .prime
    let listening = hasListening ? (history[skill].figure == nil ? 60 : 30) : 0
    let pace = history.pace(of: skill.training)
    var trials = Int((seconds - Double(listening)) / pace)
    if dueCheck == nil {
      // However short a day is, its focus is trained.
      trials = max(trials, Self.fewestTrials)
    }
    guard trials >= Self.fewestTrials else { return [] }
    let number = history.days.filter { self.focus(of: $0) == skill }.count + 1
    var block = block(.focus, skill, trials: trials, focus.isTurn ? .turn : .focus)
    block.reason?.dayOfFocus = number
    if let other = mixed(with: skill) {
      block.settings["intervals"] = "\(skill.interval.description),\(other.description)"
    }
    if number.isMultiple(of: 3), let sound = settings.player.sound {
      block.settings["soundSource"] = sound.source.description
    }
    if number.isMultiple(of: 4) { block.settings["noteDuration"] = "0.4" }
    guard hasListening else { return [block] }
    var listen = Block(.listening, .seconds(listening))
    listen.settings = block.settings
    listen.part = .listen
    listen.reason = reason(.listen, skill)
    listen.expectedSeconds = Double(listening)
    return [listen, block]
  }

  /// The interval that is mixed into the block of an interval: that of the next skill of the same
  /// training, if that is not done either.
  private func mixed(with skill: Skill) -> DirectedInterval? {
    guard skill.interval != .prime, let place = ladder.firstIndex(of: skill) else { return nil }
    let next = ladder[(place + 1)...].first { $0.training == skill.training }
    return next.flatMap { history[$0].doneSince == nil ? $0.interval : nil }
  }

  // MARK: The other parts

  /// The skill by hand that accompanies one by ear, or the other way round.
  private func handSkill(beside focus: Skill) -> Skill {
    if focus.isMadeByHand { return Skill(.comparison, focus.interval) }
    let isPlayed = history.hasPlayed && !history.days.count.isMultiple(of: 2)
    return Skill(isPlayed ? .playing : .matching, focus.interval)
  }

  /// The note that is furthest from the rest of the player's instrument, on every second day with
  /// playing.
  private var noteThatStandsOut: InstrumentMap.Bias? {
    guard history.days.count % 4 == 3 else { return nil }
    return history.instrument?.notes.filter(\.standsOut)
      .max { $0.bias.value.magnitude < $1.bias.value.magnitude }
  }

  /// A note of the player's instrument, played while it sounds.
  private func block(playing note: InstrumentMap.Bias, seconds: Double) -> Block? {
    guard var block = block(.hand, Skill(.playing), seconds: seconds, .note) else { return nil }
    block.reason?.note = note.note
    block.reason?.figure = note.bias
    block.settings["referenceNote"] = note.note.name
    block.settings["presentation"] = Presentation.harmonic.rawValue
    block.settings["drone"] = "true"
    return block
  }

  /// The skill whose check is overdue for the longest time; `nil` if none is due.
  private var dueCheck: Skill? {
    let due = ladder.compactMap { skill in history[skill].checkDue.map { (skill: skill, day: $0) } }
    // The first one of those that have been due equally long.
    return due.filter { $0.day <= day }.min { $0.day < $1.day }?.skill
  }

  private func checkBlock(_ skill: Skill) -> Block {
    var block = block(.check, skill, trials: SkillCheck.trials, .check)
    block.hasFeedback = false
    block.method = (history[skill].check?.offset).map { .constant($0) }
    block.reason?.since = history[skill].doneSince
    block.reason?.figure = history[skill].figureWhenDone
    return block
  }

  /// The done skill that was trained the longest time ago.
  private func oldest(besides other: Skill?) -> Skill? {
    done.filter { $0 != other }.min { history[$0].lastDay < history[$1].lastDay }
  }

  // MARK: Blocks

  /// - Returns: `nil` if there is no time for enough trials.
  private func block(
    _ part: Block.Part, _ skill: Skill, seconds: Double, _ kind: Reason.Kind
  ) -> Block? {
    let trials = Int(seconds / history.pace(of: skill.training))
    return trials < Self.fewestTrials ? nil : block(part, skill, trials: trials, kind)
  }

  private func block(
    _ part: Block.Part, _ skill: Skill, trials: Int, _ kind: Reason.Kind
  ) -> Block {
    var block = Block(Block.Activity(skill.training), .trials(trials))
    block.part = part
    block.reason = reason(kind, skill)
    block.expectedSeconds = Double(trials) * history.pace(of: skill.training)
    block.settings["intervals"] = skill.interval.description
    block.settings["accompaniment"] =
      skill.training == .purity ? Self.chord(around: skill.interval.interval) : "P1"
    if skill.training.ownPresentation == nil {
      block.settings["presentation"] = skill.presentation.rawValue
    }
    if skill.presentation == .harmonic, settings.player.prefersJust, !settings.isTuningSet {
      block.settings["tuningSystem"] = TuningSystem.justIntonation.identifier
    }
    return block
  }

  /// The notes of the chord in which an interval is judged.
  private static func chord(around interval: Interval) -> String {
    switch interval {
    case .minorThird, .majorThird, .majorSecond, .octave: "P1,P5"
    case .perfectFifth, .majorSixth, .minorSeventh, .majorSeventh: "P1,M3"
    case .perfectFourth: "P1,M6"
    case .minorSixth: "P1,m3"
    case .prime, .minorSecond, .tritone: "P1"
    }
  }

  private func reason(_ kind: Reason.Kind, _ skill: Skill) -> Reason {
    let state = history[skill]
    return Reason(
      kind: kind, skill: skill, figure: state.figure, answers: state.answers,
      goal: settings.goal(of: skill), since: state.answers > 0 ? state.lastDay : nil)
  }
}

nonisolated extension Block.Activity {
  /// The activity of a training; listening for a training that no plan has.
  public init(_ training: TrainingName) { self = Self(rawValue: training.rawValue) ?? .listening }
}

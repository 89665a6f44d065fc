import Foundation
import MainThread
import Music

/// The state of each skill from the records of the days before a day, and the training on those
/// days: everything that ``Coach`` knows.
///
/// Answers are added in order of time. At the end of each day it is decided which skills are done.
public nonisolated struct SkillHistory: Sendable {
  /// A skill at the end of the last day on which it was trained.
  public struct State: Sendable {
    public fileprivate(set) var answers = 0

    /// The days on which it was trained, and the number of the last one (``LocalDays``).
    fileprivate var days = 0
    public fileprivate(set) var lastDay = 0

    /// The figure with its 90 % interval; `nil` if it is too early for one.
    public fileprivate(set) var figure: CentsEstimate?

    /// The day since which it is done; `nil` if it is not.
    public fileprivate(set) var doneSince: Int?

    /// The figure of that day.
    fileprivate(set) var figureWhenDone: CentsEstimate?

    /// True if it is done because more training changes nothing, and not because its goal is
    /// reached.
    public fileprivate(set) var standsStill = false

    /// The check of a skill that is done and has checks.
    fileprivate(set) var check: SkillCheck?
    fileprivate(set) var lastCheck: Int?

    /// The day from which on a check is due; `nil` without checks.
    ///
    /// A skill is checked 1, 7 and 30 days after it was done, and then every 60 days. One check
    /// replaces all that were missed.
    var checkDue: Int? {
      guard let doneSince, check != nil else { return nil }
      let last = max(lastCheck ?? doneSince, doneSince)
      let days = [1, 7, 30].first { doneSince + $0 > last }
      return doneSince + (days ?? 30 + 60 * ((last - doneSince - 30) / 60 + 1))
    }
  }

  /// A decision about a skill at the end of a day.
  public struct Event: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case done, standsStill

      /// The skill is no longer done, though no check has found it coarser.
      case reopened
      case checked(SkillCheck.Verdict, correct: Int, trials: Int)
    }

    public let skill: Skill
    public let kind: Kind
  }

  public struct Day: Sendable {
    /// The number of ``LocalDays``.
    public let number: Int

    /// The skills of the focus of its plan; empty if it had none.
    fileprivate(set) var focus: Set<Skill> = []
    fileprivate var trained: Set<Skill> = []

    /// The numbers of answers to each training, and with each sound as far as known.
    public fileprivate(set) var answers: [TrainingName: Int] = [:]
    public fileprivate(set) var sounds: [String: Int] = [:]

    /// The figures at its end, of the skills that were trained.
    public fileprivate(set) var figures: [Skill: CentsEstimate] = [:]
    public fileprivate(set) var events: [Event] = []

    /// True if it counts as a day with training: if it has at least 8 answers.
    var isTrained: Bool { answers.values.reduce(0, +) >= 8 }
  }

  public private(set) var states: [Skill: State] = [:]

  /// The days with any answers, in order.
  public private(set) var allDays: [Day] = []

  var days: [Day] { allDays.filter(\.isTrained) }

  /// True if a note was ever played or sung after a reference.
  private var hasAnsweredByPlaying = false

  /// The map of the instrument that was played last; `nil` if there is none.
  public var instrument: InstrumentMap?

  var hasPlayed: Bool { hasAnsweredByPlaying || instrument != nil }

  private let settings: CoachSettings
  private var localDays: LocalDays
  private var unison = UnisonHearing()
  private var intervals = IntervalHearing()
  private var purity = IntervalHearing(hasShift: false)
  private var byHand: [Skill: MatchingHearing] = [:]

  /// The seconds from one result of a training to the next.
  private var gaps: [TrainingName: RecentValues<Double>] = [:]
  private var times: [TrainingName: Date] = [:]

  // MARK: The day that has not ended

  private var today: Day?
  private var checkedToday: [Skill: (correct: Int, trials: Int)] = [:]

  /// - Parameters:
  ///   - settings: the goals decide when a skill is done.
  ///   - calendar: its time zone decides when a day ends.
  public init(_ settings: CoachSettings, calendar: Calendar = .current) {
    self.settings = settings
    localDays = LocalDays(calendar: calendar)
  }

  public subscript(skill: Skill) -> State { states[skill] ?? State() }

  /// Ends the last day. Nothing may be added after that.
  public mutating func finish() { endDay() }

  /// The usual seconds from one result of a training to the next.
  func pace(of training: TrainingName) -> Double {
    let gaps = gaps[training]?.inOrder.filter { $0 <= 60 } ?? []
    if gaps.count >= 20, let median = gaps.median() { return max(median, 0.5) }
    return switch training {
    case .matching: 12
    case .purity: 10
    case .playing: 9
    default: 4
    }
  }

  // MARK: Answers

  /// The place in a plan of the answers that are added next, if any.
  public var place: PlanPosition?

  /// The sound of the answers that are added next, if known.
  public var sound: String?

  public mutating func add(_ answer: ChoiceAnswer) {
    let skill = Skill(answer.training, answer.interval)
    let presentation = answer.training.ownPresentation ?? answer.presentation
    begin(skill, presentation, answer.date, isCorrect: answer.isCorrect) { history, day in
      if answer.training.traits.asksWhich { return history.purity.add(answer, day: day) }
      switch answer.kind {
      case .unison: history.unison.add(answer, day: day)
      case .interval: history.intervals.add(answer, day: day)
      }
    }
  }

  public mutating func add(_ answer: PitchAnswer) {
    let listens = answer.training.traits.listens
    if listens { hasAnsweredByPlaying = true }
    let skill = Skill(answer.training, answer.interval)
    begin(skill, answer.presentation, answer.date) { history, day in
      history.byHand[skill, default: MatchingHearing(hasPull: !listens)].add(answer, day: day)
    }
  }

  /// Counts an answer, and passes it on if its presentation is that of the skill.
  private mutating func begin(
    _ skill: Skill, _ presentation: Presentation, _ date: Date, isCorrect: Bool = false,
    hear: (inout SkillHistory, Int) -> Void
  ) {
    let day = localDays.number(of: date)
    if day != today?.number {
      endDay()
      today = Day(number: day)
    }
    today?.answers[skill.training, default: 0] += 1
    if let sound { today?.sounds[sound, default: 0] += 1 }
    if let last = times[skill.training] {
      gaps[skill.training, default: RecentValues(capacity: 199)].add(date.timeIntervalSince(last))
    }
    times[skill.training] = date
    guard presentation == skill.presentation else { return }
    hear(&self, day)
    states[skill, default: State()].answers += 1
    today?.trained.insert(skill)
    guard let place, place.plan == Plan.nameOfDay else { return }
    switch Block.Part.allCases.first(where: { $0.number == place.block }) {
    case .focus: today?.focus.insert(skill)
    case .check:
      checkedToday[skill, default: (0, 0)].trials += 1
      checkedToday[skill, default: (0, 0)].correct += isCorrect ? 1 : 0
    default: break
    }
  }

  // MARK: The end of a day

  private mutating func endDay() {
    guard var day = today else { return }
    for skill in Skill.all where day.trained.contains(skill) {
      let (state, events) = settled(skill, day)
      states[skill] = state
      day.figures[skill] = state.figure
      day.events += events.map { Event(skill: skill, kind: $0) }
    }
    allDays.append(day)
    (today, checkedToday) = (nil, [:])
  }

  /// The state of a skill at the end of a day on which it was trained, and the changes of it.
  private func settled(_ skill: Skill, _ day: Day) -> (State, [Event.Kind]) {
    var (state, events) = (self[skill], [Event.Kind]())
    if day.isTrained { state.days += 1 }
    state.lastDay = day.number
    let conclusion = conclusion(skill, state)
    state.figure = conclusion.figure
    let isReached = state.figure.map { $0.high.rawValue <= settings.goal(of: skill) } ?? false
    state.standsStill = !isReached && conclusion.isStandstill()
    var isDone = isReached || state.standsStill
    if let result = checkedToday[skill], let check = state.check,
      result.trials >= SkillCheck.trials
    {
      state.lastCheck = day.number
      let verdict = check.verdict(
        correct: result.correct, of: result.trials, lapseRate: conclusion.lapseRate)
      events.append(.checked(verdict, correct: result.correct, trials: result.trials))
      if verdict == .coarser { (isDone, state.doneSince) = (false, nil) }
    }
    if isDone, state.doneSince == nil {
      events.append(state.standsStill ? .standsStill : .done)
      state.figureWhenDone = state.figure
      (state.doneSince, state.check) = (day.number, check(of: skill))
    } else if !isDone {
      if state.doneSince != nil { events.append(.reopened) }
      (state.doneSince, state.check, state.standsStill) = (nil, nil, false)
    }
    invariant(
      state.doneSince != nil || state.check == nil && !state.standsStill,
      "only a skill that is done is checked")
    return (state, events)
  }

  /// The conclusion about a skill from the answers so far.
  private func conclusion(
    _ skill: Skill, _ state: State
  ) -> (
    figure: CentsEstimate?, lapseRate: Double, isStandstill: () -> Bool
  ) {
    func isLong(_ fewest: Int) -> Bool { state.answers >= fewest && state.days >= 5 }
    let hearing = skill.training == .purity ? purity : intervals
    switch skill.training {
    case .comparison where skill.interval == .prime:
      let level = unison.level
      let known = VerdictTable.state(
        answers: unison.count, probabilityOfGuessing: unison.probabilityOfGuessing, level)
      return (
        known == .shown ? level : nil, unison.lapseRate,
        { isLong(ThresholdTrend.fewestAnswers) && self.unison.lastTrend?.isStandstill == true }
      )
    case .comparison, .purity:
      let threshold = hearing.threshold(of: skill.interval)
      let known = VerdictTable.state(
        answers: state.answers, probabilityOfGuessing: hearing.probabilityOfGuessing, threshold)
      return (
        known == .shown ? threshold : nil, hearing.lapseRate,
        {
          isLong(ThresholdTrend.fewestAnswers)
            && hearing.lastTrend(of: skill.interval)?.isStandstill == true
        }
      )
    case .matching, .playing:
      let hearing = byHand[skill] ?? MatchingHearing()
      return (
        hearing.fit?.spread, 0,
        { isLong(MatchingTrend.fewest) && hearing.trend.map { $0.spread == nil } == true }
      )
    default: return (nil, 0, { false })
    }
  }

  /// The check of a skill that is done on this day; `nil` for a skill by hand.
  private func check(of skill: Skill) -> SkillCheck? {
    switch skill.training {
    case .comparison where skill.interval == .prime:
      SkillCheck(threshold: unison.level.value.rawValue)
    case .comparison: SkillCheck(of: skill.interval, in: intervals.maps)
    case .purity: SkillCheck(of: skill.interval, in: purity.maps)
    default: nil
    }
  }
}

/// The place of a trial in a plan, as records have it.
public nonisolated struct PlanPosition: Hashable, Sendable {
  public let plan: String
  public let block: Int

  public var participation = Participation()
  public var isPractice = false

  /// - Returns: `nil` if either is unknown.
  public init?(_ plan: String?, block: Int?) {
    guard let plan, let block else { return nil }
    (self.plan, self.block) = (plan, block)
  }
}

/// A test of a skill against the day it was done: trials without verdicts, all of one difference,
/// which was recognized in 85 of 100 trials on that day.
public nonisolated struct SkillCheck: Sendable {
  public enum Verdict: String, Sendable {
    /// An ear as fine as on that day would rarely do so badly.
    case coarser

    /// An ear twice as coarse would rarely do so well.
    case kept
    case notClear
  }

  private enum Belief {
    case threshold(Double)
    case interval([(weight: Double, belief: IntervalBelief)])
  }

  public static let trials = 30

  /// The standard deviation of ln threshold from day to day.
  private static let deviationOfDays = 0.2

  /// The |offset| of each trial, in cents.
  public let offset: Double

  private let belief: Belief

  private init(_ belief: Belief, offset: Double) {
    let limits = Challenge.differences
    (self.belief, self.offset) = (
      belief, min(max(offset, limits.lowerBound), limits.upperBound)
    )
  }

  /// - Parameter threshold: the level of unisons on that day, in cents.
  init(threshold: Double) { self.init(.threshold(threshold), offset: 1.54 * threshold) }

  /// - Parameter maps: at the end of that day.
  init(of interval: DirectedInterval, in maps: IntervalMaps) {
    let parts = Array(zip(maps.weights.ofRates, maps[interval].beliefs))
    let offset = AdaptiveQuestion.offset(within: Challenge.differences) {
      offset in
      parts.reduce(0) { $0 + $1.0 * $1.1.probabilityCorrect(offset: offset) }
    }
    self.init(.interval(parts.map { (weight: $0, belief: $1) }), offset: offset)
  }

  /// The probability of a right answer, lapses apart, for an ear that is coarser by that factor.
  private func probabilityCorrect(coarseness: Double) -> Double {
    switch belief {
    case .threshold(let threshold):
      StandardNormal.cumulative(StandardNormal.upperQuartile * offset / (threshold * coarseness))
    case .interval(let parts):
      parts.reduce(0) {
        $0 + $1.weight * $1.belief.probabilityCorrect(offset: offset, coarseness: coarseness)
      }
    }
  }

  /// F, the probability of at most that many right answers for an ear that is coarser than then by
  /// that factor, over the variation of an ear from day to day.
  ///
  /// - Parameter lapseRate: the present share of answers that have nothing to do with the
  ///   difference.
  func probability(
    ofAtMost correct: Int, of trials: Int, coarseness: Double, lapseRate: Double
  ) -> Double {
    zip(NormalNodes.positions, NormalNodes.weights).reduce(0) { sum, node in
      let heard = probabilityCorrect(
        coarseness: coarseness * exp(Self.deviationOfDays * node.0))
      let share = 0.5 + (1 - 2 * lapseRate) * (heard - 0.5)
      return sum + node.1
        * BinomialProportion.probability(ofAtMost: correct, of: trials, share: share)
    }
  }

  func verdict(correct: Int, of trials: Int, lapseRate: Double) -> Verdict {
    func probability(_ correct: Int, _ coarseness: Double) -> Double {
      self.probability(
        ofAtMost: correct, of: trials, coarseness: coarseness, lapseRate: lapseRate)
    }
    if probability(correct, 1) < 0.05 { return .coarser }
    return 1 - probability(correct - 1, 2) < 0.1 ? .kept : .notClear
  }
}

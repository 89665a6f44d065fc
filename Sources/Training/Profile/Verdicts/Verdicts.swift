import Foundation
import Music

/// What may be said of a figure. Every figure can be computed at any time, but an early one is mostly
/// luck; the words of every screen and report follow this state.
public nonisolated enum FigureState: String, CaseIterable, Sendable {
  /// Too early to say.
  case early
  /// These answers look like guesses.
  case guesses
  /// Differences of up to 100 cents are not told reliably yet.
  case beyond
  /// The figure may be shown, with its interval.
  case shown

  /// With fewer answers it is too early to say anything.
  public static var fewestAnswers: Int { VerdictTable.fewestAnswers }

  /// Whether something is known well enough for a figure: whether the high end of its 90 % interval is
  /// at most so many times the low one as that of a threshold that may be shown. Both are positive.
  public static func isNarrow(low: Double, high: Double) -> Bool {
    high <= VerdictTable.widest * low
  }
}

/// The table that decides what may be said: its only place.
nonisolated enum VerdictTable {
  static let fewestAnswers = 20
  static let likelyGuesses = 0.7
  static let largestDifference = 100.0

  /// How many times its low end the high end of an interval may be.
  static let widest = 3.0

  static func state(
    answers: Int, probabilityOfGuessing: Double, _ threshold: CentsEstimate
  ) -> FigureState {
    if answers < fewestAnswers { return .early }
    if probabilityOfGuessing > likelyGuesses { return .guesses }
    if threshold.low.rawValue > largestDifference { return .beyond }
    return FigureState.isNarrow(low: threshold.low.rawValue, high: threshold.high.rawValue)
      ? .shown : .early
  }

  /// What could be said of a threshold at the end of each day.
  static func states(
    of course: [LevelOfDay], probabilityOfGuessing: Double
  ) -> [(day: LevelOfDay, state: FigureState)] {
    var answers = 0
    return course.map { day in
      answers += day.answers
      return (
        day, state(answers: answers, probabilityOfGuessing: probabilityOfGuessing, day.level)
      )
    }
  }

  /// The state of several figures taken together.
  static func state(
    answers: Int, probabilityOfGuessing: Double, of parts: [FigureState]
  ) -> FigureState {
    if answers < fewestAnswers { return .early }
    if probabilityOfGuessing > likelyGuesses { return .guesses }
    if parts.contains(.shown) { return .shown }
    return parts.allSatisfy { $0 == .beyond } ? .beyond : .early
  }

  /// "About one in N easy ones is missed"; `nil` if that is not sure.
  static func easyOnesPerMiss(
    answers: Int, probabilityOfManyLapses: Double, lapseRate: Double
  ) -> Int? {
    guard answers >= 200, probabilityOfManyLapses > 0.8 else { return nil }
    return Int((1 / lapseRate).rounded())
  }

  static func isShifted(answers: Int, isSure: @autoclosure () -> Bool) -> Bool {
    answers >= 50 && isSure()
  }

  static func pull(_ fit: MatchingFit) -> MatchingVerdicts.Pull {
    let pull = fit.pull.value.rawValue
    guard fit.count >= 50, pull.magnitude > 2.6 * fit.errorOfPull else { return .none }
    return pull > 0 ? .towardsStart(fit.pull) : .awayFromStart(fit.pull)
  }
}

/// Whether thresholds have changed.
public nonisolated enum TrendVerdict: Hashable, Sendable {
  /// Too few answers or days.
  case tooEarly
  case noClearChange(ThresholdTrend)
  case finer(ThresholdTrend)
  case coarser(ThresholdTrend)

  /// - Parameter states: those of the figures that the trend is about. Of guesses, and beyond what is
  ///   asked, there is no trend to speak of.
  init(_ trend: ThresholdTrend?, of states: [FigureState]) {
    switch trend {
    case _ where !states.contains { $0 == .shown || $0 == .early }: self = .tooEarly
    case .none: self = .tooEarly
    case .some(let trend) where !trend.isClear: self = .noClearChange(trend)
    case .some(let trend): self = trend.slope < 0 ? .finer(trend) : .coarser(trend)
    }
  }

  /// The spelling of JSON.
  public var name: String {
    switch self {
    case .tooEarly: "tooEarly"
    case .noClearChange: "noClearChange"
    case .finer: "finer"
    case .coarser: "coarser"
    }
  }

  /// `nil` if it is too early.
  public var trend: ThresholdTrend? {
    switch self {
    case .tooEarly: nil
    case .noClearChange(let trend), .finer(let trend), .coarser(let trend): trend
    }
  }
}

/// A threshold and whether it may be shown.
public nonisolated struct ThresholdVerdict: Hashable, Sendable {
  public let state: FigureState

  /// The number of answers that the figure's own note or interval has; of a level, all.
  public let answers: Int

  public let threshold: CentsEstimate
}

/// What may be said of the comparisons of unisons.
public nonisolated struct UnisonVerdicts: Sendable {
  /// Whether notes differ; `tooEarly` unless the level may be shown.
  public enum Extremes: Hashable, Sendable {
    case tooEarly
    case noClearDifference
    case pair(finest: MIDINote, coarsest: MIDINote)
  }

  /// A note that stands out from its neighbours.
  public struct OutstandingNote: Hashable, Sendable {
    public let note: MIDINote

    /// Its threshold in times those of the neighbours: above 1 it is coarser.
    public let factor: Double
  }

  /// A condition under which it is too early to say anything, while there are answers under others.
  public struct NewCondition: Hashable, Sendable {
    /// A level that may be shown, under the condition that it is about.
    public struct Known: Hashable, Sendable {
      public let condition: HearingCondition
      public let threshold: CentsEstimate
    }

    /// That of the latest answer.
    public let condition: HearingCondition

    /// The number of answers under it.
    public let answers: Int

    /// What was known before, under the condition with the latest answer; `nil` if nothing may be shown.
    public let before: Known?
  }

  public let level: ThresholdVerdict

  /// The condition of the latest answer, which the thresholds are about; `nil` before the first.
  public var condition: HearingCondition? { hearing.condition }

  /// What is new if it is too early under the condition of the latest answer; else `nil`.
  public let newCondition: NewCondition?
  public let extremes: Extremes
  public let outstanding: [OutstandingNote]

  /// About one in so many easy differences is missed; `nil` if that is not sure.
  public let easyOnesPerMiss: Int?

  public let trend: TrendVerdict
  private let hearing: UnisonHearing

  /// Tests the trend, which takes a few milliseconds.
  public init(_ hearing: UnisonHearing) {
    self.hearing = hearing
    let level = hearing.level
    let state = VerdictTable.state(
      answers: hearing.count, probabilityOfGuessing: hearing.probabilityOfGuessing, level)
    self.level = ThresholdVerdict(state: state, answers: hearing.count, threshold: level)
    newCondition = NewCondition(hearing, level: state)
    // While the level is not known well enough, differences between notes are not spoken of.
    if state != .shown {
      extremes = .tooEarly
    } else if let (finest, coarsest) = hearing.extremes {
      extremes = .pair(finest: finest, coarsest: coarsest)
    } else {
      extremes = .noClearDifference
    }
    outstanding =
      state == .shown
      ? hearing.outstanding.map { OutstandingNote(note: $0.note, factor: $0.factor) } : []
    easyOnesPerMiss =
      state != .guesses
      ? VerdictTable.easyOnesPerMiss(
        answers: hearing.count, probabilityOfManyLapses: hearing.probabilityOfManyLapses,
        lapseRate: hearing.lapseRate) : nil
    trend = TrendVerdict(hearing.trend, of: [state])
  }

  /// The threshold of a note, asked or not. About 20 µs.
  public func threshold(of note: MIDINote) -> ThresholdVerdict {
    let estimate = hearing.threshold(of: note)
    let ofAll = level.state == .guesses ? 1.0 : 0
    return ThresholdVerdict(
      state: VerdictTable.state(
        answers: hearing.count, probabilityOfGuessing: ofAll, estimate),
      answers: hearing.count(of: note), threshold: estimate)
  }
}

nonisolated extension UnisonVerdicts.NewCondition {
  /// - Parameter state: of the level under the condition of the latest answer.
  fileprivate init?(_ hearing: UnisonHearing, level state: FigureState) {
    guard state == .early, hearing.count >= VerdictTable.fewestAnswers,
      let condition = hearing.condition, hearing.countUnderCondition < hearing.count
    else { return nil }
    self.condition = condition
    answers = hearing.countUnderCondition
    let known = hearing.levelsElsewhere.first { other in
      VerdictTable.state(
        answers: hearing.count, probabilityOfGuessing: other.probabilityOfGuessing, other.level)
        == .shown
    }
    before = known.map { Known(condition: $0.condition, threshold: $0.level) }
  }
}

/// What may be said of the comparisons of intervals.
public nonisolated struct IntervalVerdicts: Sendable {
  /// Where the point that sounds true surely lies.
  public enum Shift: Hashable, Sendable {
    /// Not surely off the true interval.
    case none
    /// The listener's interval is wider than the true one, by so many cents.
    case wide(Double)
    case narrow(Double)
  }

  public struct Part: Hashable, Sendable {
    public let interval: DirectedInterval

    /// The threshold about the point that sounds true. The state is also that of ``shift``.
    public let threshold: ThresholdVerdict

    /// How far the point that sounds true lies from the true interval; positive is higher, whatever
    /// the direction of the interval.
    public let shift: CentsEstimate

    public let shiftVerdict: Shift
  }

  /// The number of answers to all intervals together.
  public let answers: Int

  /// What may be said of the intervals taken together: `shown` if there is one to show.
  public let state: FigureState

  /// The intervals with at least one answer, from the prime outwards.
  public let parts: [Part]

  /// About one in so many easy differences is missed; `nil` if that is not sure.
  public let easyOnesPerMiss: Int?

  public let trend: TrendVerdict

  /// Tests the trend, which takes a few milliseconds.
  public init(_ hearing: IntervalHearing) {
    let guessing = hearing.probabilityOfGuessing
    parts = hearing.askedIntervals.map { interval in
      let threshold = hearing.threshold(of: interval)
      let answers = hearing.count(of: interval)
      let state = VerdictTable.state(
        answers: answers, probabilityOfGuessing: guessing, threshold)
      let isShifted =
        state != .guesses
        && VerdictTable.isShifted(answers: answers, isSure: hearing.isSurelyShifted(interval))
      let shift = hearing.shift(of: interval)
      return Part(
        interval: interval,
        threshold: ThresholdVerdict(state: state, answers: answers, threshold: threshold),
        shift: shift,
        shiftVerdict: isShifted ? Shift(shift.value.rawValue, of: interval) : .none)
    }
    answers = hearing.count
    state = VerdictTable.state(
      answers: hearing.count, probabilityOfGuessing: guessing, of: parts.map(\.threshold.state))
    easyOnesPerMiss =
      guessing > VerdictTable.likelyGuesses
      ? nil
      : VerdictTable.easyOnesPerMiss(
        answers: hearing.count, probabilityOfManyLapses: hearing.probabilityOfManyLapses,
        lapseRate: hearing.lapseRate)
    trend = TrendVerdict(hearing.trend, of: parts.map(\.threshold.state))
  }
}

nonisolated extension IntervalVerdicts.Shift {
  /// - Parameter cents: positive is higher. The second note of a descending interval is the lower one,
  ///   so a higher one makes the interval narrow.
  fileprivate init(_ cents: Double, of interval: DirectedInterval) {
    let isWide = (cents > 0) == (interval.direction == .up)
    self = isWide ? .wide(cents.magnitude) : .narrow(cents.magnitude)
  }
}

/// What may be said of pitch matchings.
public nonisolated struct MatchingVerdicts: Sendable {
  /// Whether the error follows the place where the note started.
  public enum Pull: Hashable, Sendable {
    case none
    case towardsStart(CentsEstimate)
    case awayFromStart(CentsEstimate)
  }

  /// The number of matchings.
  public let count: Int

  /// `nil` if it is too early to say.
  public let fit: MatchingFit?

  public let pull: Pull

  public init(_ hearing: MatchingHearing) {
    count = hearing.count
    fit = hearing.fit
    pull = fit.map(VerdictTable.pull) ?? .none
  }
}

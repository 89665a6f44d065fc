import Foundation
import Music

/// The state of a figure, which decides what may be shown of it. A figure can be computed at any
/// time, but an early one is mostly luck; the words of every screen and report follow this state.
public nonisolated enum FigureState: String, CaseIterable, Sendable {
  case early
  /// A range may be shown, but no figure; see ``ThresholdVerdict/range``.
  case first
  /// These answers look like guesses.
  case guesses
  /// Differences of up to 100 cents are not recognized reliably yet.
  case beyond
  /// The figure may be shown, with its interval.
  case shown

  /// True if the answers are about a threshold: they are not guesses, and the differences that are
  /// asked are recognized.
  var isOfThreshold: Bool { self != .guesses && self != .beyond }
}

/// The table that decides the states, in one place.
nonisolated enum VerdictTable {
  static let fewestAnswers = 20
  static let likelyGuesses = 0.7
  private static let largestDifference = 100.0

  /// The greatest ratio of the high end of an interval to its low end for a figure, and for a
  /// range.
  static let widest = 3.0
  static let widestRange = 12.0

  static func state(
    answers: Int, probabilityOfGuessing: Double, _ threshold: CentsEstimate
  ) -> FigureState {
    if answers < fewestAnswers { return .early }
    if probabilityOfGuessing > likelyGuesses { return .guesses }
    if threshold.low.rawValue > largestDifference { return .beyond }
    let ratio = threshold.high.rawValue / threshold.low.rawValue
    return ratio <= widest ? .shown : ratio <= widestRange ? .first : .early
  }

  /// The state of a threshold at the end of each day.
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

  static func state(
    answers: Int, probabilityOfGuessing: Double, of parts: [FigureState]
  ) -> FigureState {
    if answers < fewestAnswers { return .early }
    if probabilityOfGuessing > likelyGuesses { return .guesses }
    if let known = [FigureState.shown, .first].first(where: parts.contains) { return known }
    return parts.allSatisfy { $0 == .beyond } ? .beyond : .early
  }

  /// The number N of "You miss about one in N easy questions"; `nil` if that is not sure.
  static func easyOnesPerMiss(
    answers: Int, probabilityOfManyLapses: Double, lapseRate: Double
  ) -> Int? {
    guard answers >= 200, probabilityOfManyLapses > 0.8 else { return nil }
    return Int((1 / lapseRate).rounded())
  }

  static func isShifted(answers: Int, isSure: @autoclosure () -> Bool) -> Bool {
    answers >= 50 && isSure()
  }

  static func pull(_ fit: MatchingFit) -> MatchingVerdicts.Pull? {
    guard let estimate = fit.pull, fit.count >= 50 else { return nil }
    let pull = estimate.value.rawValue
    guard pull.magnitude > 2.6 * fit.errorOfPull else { return .unclear }
    return pull > 0 ? .towardsStart(estimate) : .awayFromStart(estimate)
  }
}

/// A threshold and whether it may be shown.
public nonisolated struct ThresholdVerdict: Hashable, Sendable {
  public let state: FigureState

  /// The number of answers to the figure's own note or interval; for a level, of all answers.
  public let answers: Int

  public let threshold: CentsEstimate

  public init(state: FigureState, answers: Int, threshold: CentsEstimate) {
    (self.state, self.answers, self.threshold) = (state, answers, threshold)
  }

  /// The round numbers of cents between which the threshold lies, as far as known.
  public var range: ClosedRange<Double> {
    Self.round(threshold.low.rawValue, .down)...Self.round(threshold.high.rawValue, .up)
  }

  /// The nearest of 1, 1.5, 2, 3, 4, 5, 6, 8 and their multiples by powers of ten.
  private static func round(_ cents: Double, _ rule: FloatingPointRoundingRule) -> Double {
    let power = pow(10, log10(cents).rounded(.down))
    let steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map { $0 * power }
    return (rule == .up ? steps.first { $0 >= cents } : steps.last { $0 <= cents }) ?? cents
  }
}

/// Verdicts on pitch matchings, or on played notes.
public nonisolated struct MatchingVerdicts: Sendable {
  /// The influence on the error of the place where the note started.
  public enum Pull: Hashable, Sendable {
    case unclear
    case towardsStart(CentsEstimate)
    case awayFromStart(CentsEstimate)
  }

  public let count: Int

  /// `nil` if it is too early to say.
  public let fit: MatchingFit?

  /// `nil` if the notes are played, which start nowhere, or are too few.
  public let pull: Pull?

  /// True if notes start somewhere.
  public let hasPull: Bool

  /// `nil` if it is too early for a trend.
  public let trend: MatchingTrend?

  public init(_ hearing: MatchingHearing) {
    trend = hearing.trend
    count = hearing.count
    fit = hearing.fit
    pull = fit.flatMap(VerdictTable.pull)
    hasPull = hearing.hasPull
  }
}

/// The verdict on a change of thresholds.
public nonisolated enum TrendVerdict: Hashable, Sendable {
  /// Too few answers or days.
  case tooEarly
  case noClearChange(ThresholdTrend)
  case finer(ThresholdTrend)
  case coarser(ThresholdTrend)

  /// - Parameters:
  ///   - states: those of the figures that the trend is about. Guesses, and thresholds beyond what
  ///     is asked, have no trend.
  ///   - level: the threshold now, if the trend is about one.
  init(_ trend: ThresholdTrend?, of states: [FigureState], level: CentsEstimate?) {
    var trend = trend
    trend?.level = level?.value
    switch trend {
    case _ where !states.contains(where: \.isOfThreshold): self = .tooEarly
    case .none: self = .tooEarly
    case .some(let trend) where !trend.isClear || trend.sureChange == 0:
      self = .noClearChange(trend)
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

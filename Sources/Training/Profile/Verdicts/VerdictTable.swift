import Foundation
import Music

/// What may be said of a figure. Every figure can be computed at any time, but an early one is mostly
/// luck; the words of every screen and report follow this state.
public nonisolated enum FigureState: String, CaseIterable, Sendable {
  /// Too early to say.
  case early
  /// A range may be shown, and no figure; see ``ThresholdVerdict/range``.
  case first
  /// These answers look like guesses.
  case guesses
  /// Differences of up to 100 cents are not recognized reliably yet.
  case beyond
  /// The figure may be shown, with its interval.
  case shown

  /// Whether the answers are about a threshold at all: whether they are no guesses, and differences that are
  /// asked are recognized.
  var isOfThreshold: Bool { self != .guesses && self != .beyond }
}

/// The table that decides what may be said: its only place.
nonisolated enum VerdictTable {
  static let fewestAnswers = 20
  static let likelyGuesses = 0.7
  static let largestDifference = 100.0

  /// How many times its low end the high end of an interval may be for a figure, and for a range.
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
    if let known = [FigureState.shown, .first].first(where: parts.contains) { return known }
    return parts.allSatisfy { $0 == .beyond } ? .beyond : .early
  }

  /// "You miss about one in N easy questions"; `nil` if that is not sure.
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

  /// The number of answers that the figure's own note or interval has; of a level, all.
  public let answers: Int

  public let threshold: CentsEstimate

  public init(state: FigureState, answers: Int, threshold: CentsEstimate) {
    (self.state, self.answers, self.threshold) = (state, answers, threshold)
  }

  /// Between which round numbers of cents the threshold lies, as far as it may be told so far.
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

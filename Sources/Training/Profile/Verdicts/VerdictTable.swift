import Music

/// What may be said of a figure. Every figure can be computed at any time, but an early one is mostly
/// luck; the words of every screen and report follow this state.
public nonisolated enum FigureState: String, CaseIterable, Sendable {
  /// Too early to say.
  case early
  /// These answers look like guesses.
  case guesses
  /// Differences of up to 100 cents are not recognized reliably yet.
  case beyond
  /// The figure may be shown, with its interval.
  case shown

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

  static func pull(_ fit: MatchingFit) -> MatchingVerdicts.Pull {
    guard let estimate = fit.pull else { return .none }
    let pull = estimate.value.rawValue
    guard fit.count >= 50, pull.magnitude > 2.6 * fit.errorOfPull else { return .none }
    return pull > 0 ? .towardsStart(estimate) : .awayFromStart(estimate)
  }
}

/// A threshold and whether it may be shown.
public nonisolated struct ThresholdVerdict: Hashable, Sendable {
  public let state: FigureState

  /// The number of answers that the figure's own note or interval has; of a level, all.
  public let answers: Int

  public let threshold: CentsEstimate
}

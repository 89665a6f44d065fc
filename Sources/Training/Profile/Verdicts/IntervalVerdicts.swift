import Music

/// Verdicts on the comparisons of intervals, or on choices of the one of two that was in tune.
public nonisolated struct IntervalVerdicts: Sendable {
  /// The direction in which the point that sounds true surely lies.
  public enum Shift: Hashable, Sendable {
    /// Not surely off the true interval.
    case none
    /// The listener's interval is wider than the true one by this number of cents.
    case wide(Double)
    case narrow(Double)
  }

  public struct Part: Hashable, Sendable {
    public let interval: DirectedInterval

    /// The threshold about the point that sounds true. Its state is also that of ``shift``.
    public let threshold: ThresholdVerdict

    /// The distance of the point that sounds true from the true interval; positive is higher,
    /// whatever the direction of the interval.
    public let shift: CentsEstimate

    public let shiftVerdict: Shift

    /// True if the point that sounds true may lie off the true interval; otherwise ``shift`` means
    /// nothing.
    public internal(set) var hasShift = true
  }

  public let answers: Int

  /// The state of the intervals taken together: `shown` if there is one to show.
  public let state: FigureState

  /// The intervals with at least one answer, from the prime outwards.
  public let parts: [Part]

  /// The number of easy differences, roughly, of which one is missed; `nil` if that is not sure.
  public let easyOnesPerMiss: Int?

  public let trend: TrendVerdict

  /// True if points that sound true may lie off the true intervals.
  public let hasShift: Bool

  /// Tests the trend, which takes a few milliseconds.
  ///
  /// - Parameter kind: the kind of intervals; `nil` for all.
  public init(_ hearing: IntervalHearing, of kind: TrainingKind? = nil) {
    let guessing = hearing.probabilityOfGuessing
    let hasShift = hearing.hasShift
    self.hasShift = hasShift
    let asked = hearing.askedIntervals.filter { kind == nil || TrainingKind($0) == kind }
    parts = asked.map { interval in
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
        shiftVerdict: isShifted ? Shift(shift.value.rawValue, of: interval) : .none,
        hasShift: hasShift)
    }
    answers = kind == nil ? hearing.count : parts.reduce(0) { $0 + $1.threshold.answers }
    state = VerdictTable.state(
      answers: answers, probabilityOfGuessing: guessing, of: parts.map(\.threshold.state))
    easyOnesPerMiss =
      guessing > VerdictTable.likelyGuesses
      ? nil
      : VerdictTable.easyOnesPerMiss(
        answers: hearing.count, probabilityOfManyLapses: hearing.probabilityOfManyLapses,
        lapseRate: hearing.lapseRate)
    trend = TrendVerdict(
      hearing.trend(of: kind), of: parts.map(\.threshold.state),
      level: parts.count == 1 ? parts.first?.threshold.threshold : nil)
  }
}

nonisolated extension IntervalVerdicts.Shift {
  /// - Parameter cents: positive is higher. The second note of a descending interval is the lower
  ///   one, so a higher one makes the interval narrow.
  fileprivate init(_ cents: Double, of interval: DirectedInterval) {
    let isWide = (cents > 0) == (interval.direction == .up)
    self = isWide ? .wide(cents.magnitude) : .narrow(cents.magnitude)
  }
}

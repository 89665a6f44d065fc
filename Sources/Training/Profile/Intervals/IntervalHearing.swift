import Foundation
import MainThread
import Music

/// The conclusions from the comparisons of intervals other than the prime: the shift and the
/// threshold of each, the trend, and the reliability of the conclusions. Also those from choices of
/// the one of two that was in tune, without a shift, and with the prime as an interval like any
/// other.
///
/// Every figure can be read at any time; ``IntervalVerdicts`` decides which may be shown.
public nonisolated struct IntervalHearing: Sendable {
  private(set) var maps: IntervalMaps
  private var recent = RecentValues<IntervalAnswer>(capacity: ThresholdTrend.window)

  /// - Parameter hasShift: true if the point that sounds true may lie off the true interval.
  public init(hasShift: Bool = true) { maps = IntervalMaps(hasShift: hasShift) }

  /// True if the point that sounds true may lie off the true interval; otherwise it is the true
  /// one.
  public var hasShift: Bool { maps.hasShift }

  /// The number of answers on which the conclusions rest.
  public var count: Int { maps.count }

  /// The number of answers to an interval.
  public func count(of interval: DirectedInterval) -> Int { maps[interval].count }

  /// The numbers of right answers to an interval, real and predicted.
  public func foreseen(of interval: DirectedInterval) -> ForeseenAnswers {
    maps.foreseen(of: interval)
  }

  /// The intervals with at least one answer, from the prime outwards.
  public var askedIntervals: [DirectedInterval] { maps.askedIntervals }

  /// The distance of the point that sounds true from the true interval; positive is higher,
  /// whatever the direction of the interval.
  public func shift(of interval: DirectedInterval) -> CentsEstimate { maps.shift(of: interval) }

  /// The difference about that point that is recognized in three of four cases.
  public func threshold(of interval: DirectedInterval) -> CentsEstimate {
    maps.threshold(of: interval)
  }

  /// The threshold of an interval at the end of each day on which it was asked, in order.
  public func course(of interval: DirectedInterval) -> [LevelOfDay] {
    maps.course(of: interval)
  }

  /// The days of the course of an interval, each with the state of its threshold at its end, by the
  /// same table as the present one.
  public func courseWithStates(
    of interval: DirectedInterval
  ) -> [(day: LevelOfDay, state: FigureState)] {
    VerdictTable.states(of: course(of: interval), probabilityOfGuessing: probabilityOfGuessing)
  }

  /// True if the interval that contains the shift with a probability of 98 % excludes 0.
  public func isSurelyShifted(_ interval: DirectedInterval) -> Bool {
    maps.isSurelyShifted(interval)
  }

  /// The share of answers that have nothing to do with the difference.
  public var lapseRate: Double { maps.weights.lapseRate }

  /// The probability that the answers are guesses.
  public var probabilityOfGuessing: Double { maps.weights.guessing }

  /// The probability that at least one answer in ten is a lapse.
  public var probabilityOfManyLapses: Double { maps.weights.probabilityOfManyLapses }

  /// The change of the thresholds over the last 4000 answers; `nil` if there are too few answers or
  /// days. Takes a few milliseconds.
  public var trend: ThresholdTrend? { trend(of: nil) }

  /// The trend of the answers to one kind of interval; `nil` for all.
  func trend(of kind: TrainingKind?) -> ThresholdTrend? {
    trend { kind == nil || TrainingKind($0) == kind }
  }

  /// The trend of one interval over its last five joined days.
  func lastTrend(of interval: DirectedInterval) -> ThresholdTrend? {
    trend(lastDays: ThresholdTrend.fewestDays) { $0 == interval }
  }

  private func trend(
    lastDays: Int? = nil, where counts: (DirectedInterval) -> Bool
  ) -> ThresholdTrend? {
    var known: [DirectedInterval: (shift: Double, threshold: Double)] = [:]
    let asked = recent.inOrder.filter { counts($0.interval) }
    let answers = asked.map { answer in
      let (shift, threshold) = known[answer.interval] ?? maps.center(of: answer.interval)
      known[answer.interval] = (shift, threshold)
      let side = answer.offset < 0 ? -1.0 : 1.0
      return ThresholdTrend.Answer(
        ratio: StandardNormal.upperQuartile * side * (answer.offset - shift) / threshold,
        day: answer.day, isCorrect: answer.isCorrect)
    }
    return ThresholdTrend(answers, lapseRate: lapseRate, lastDays: lastDays)
  }

  /// Adds an answer, in order of time.
  ///
  /// - Parameter day: the number of its local day.
  mutating func add(_ answer: ChoiceAnswer, day: Int) {
    if let answer = answer.judged(day: day) { add(answer) }
  }

  /// Adds an answer that has an offset, in order of time.
  mutating func add(_ answer: IntervalAnswer) {
    recent.add(answer)
    maps.add(answer)
    checkCounts()
  }

  private func checkCounts() {
    invariant(
      recent.count == min(maps.count, ThresholdTrend.window), "the last answers are among all")
  }

  /// Adds many answers, in order of time, on several threads.
  mutating func add(_ answers: [DatedAnswer]) {
    add(answers.compactMap { $0.answer.judged(day: $0.day) })
  }

  /// Adds many answers that have offsets, in order of time, on several threads.
  mutating func add(_ answers: [IntervalAnswer]) {
    for answer in answers.suffix(ThresholdTrend.window) { recent.add(answer) }
    maps.add(answers)
    checkCounts()
  }
}

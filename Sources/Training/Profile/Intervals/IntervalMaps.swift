import Foundation
import MainThread
import Music

/// The answer to a comparison of intervals, as the maps read it. It is small, as thousands of them
/// stay in memory.
nonisolated struct IntervalAnswer: Hashable, Sendable {
  /// Signed, in cents about the true interval; not 0.
  let offset: Double

  private let dayNumber: Int32
  let interval: DirectedInterval
  let isCorrect: Bool

  /// - Parameter day: the number of the local day (``LocalDays``).
  init(interval: DirectedInterval, day: Int, offset: Double, isCorrect: Bool) {
    (self.interval, self.offset, self.isCorrect) = (interval, offset, isCorrect)
    dayNumber = Int32(clamping: day)
  }

  var day: Int { Int(dayNumber) }

  var answeredHigher: Bool { isCorrect == (offset > 0) }
}

/// The hearing of each directed interval, as the answers show it: the shift of the point that
/// sounds true, and the threshold about it, for each rate of lapses; and the probability of each
/// rate.
///
/// An inner fifth that lies 8 cents wide is not coarse hearing: both are learnt from the same
/// answers. The rates of lapses belong to the listener, so they are weighed for all intervals
/// together.
nonisolated struct IntervalMaps: Sendable {
  /// The number of answers to one interval, and a belief for each rate of lapses.
  struct Part: Sendable {
    let count: Int
    let beliefs: [IntervalBelief]
  }

  /// The mean and the variance of a ln threshold.
  private typealias Moments = (mean: Double, variance: Double)

  /// The beliefs about each interval, in the order of `DirectedInterval.all`, for one rate of
  /// lapses.
  private typealias Beliefs = [IntervalBelief]

  private var beliefs: [Beliefs]

  /// True if the point that sounds true may lie off the true interval.
  let hasShift: Bool

  private var counts = [Int](repeating: 0, count: DirectedInterval.all.count)
  private(set) var weights = LapseWeights()
  private(set) var count = 0

  /// The predictions by interval, in the order of `DirectedInterval.all`.
  private var foreseen = [ForeseenAnswers](
    repeating: ForeseenAnswers(), count: DirectedInterval.all.count)

  /// The numbers of right answers to an interval, real and predicted.
  func foreseen(of interval: DirectedInterval) -> ForeseenAnswers { foreseen[interval.place] }

  /// The threshold of each interval at the end of each day on which it was asked, except the latest
  /// day.
  private var courses = [[LevelOfDay]](repeating: [], count: DirectedInterval.all.count)

  private var day: Int?
  private var countsToday = [Int](repeating: 0, count: DirectedInterval.all.count)

  init(hasShift: Bool = true) {
    self.hasShift = hasShift
    beliefs = LapseWeights.rates.map { rate in
      Beliefs(
        repeating: IntervalBelief(lapseRate: rate, hasShift: hasShift),
        count: DirectedInterval.all.count)
    }
  }

  /// The belief about an interval, asked or not.
  subscript(interval: DirectedInterval) -> Part {
    let place = interval.place
    return Part(count: counts[place], beliefs: beliefs.map { $0[place] })
  }

  /// The intervals that were asked, from the prime outwards.
  var askedIntervals: [DirectedInterval] { DirectedInterval.all.filter { counts[$0.place] > 0 } }

  /// The threshold of an interval at the end of each day on which it was asked, in order of time.
  func course(of interval: DirectedInterval) -> [LevelOfDay] {
    var whole = self
    whole.endDay(thresholds(at: placesToday))
    return whole.courses[interval.place]
  }

  mutating func add(_ answer: IntervalAnswer) {
    if answer.day != day { endDay(thresholds(at: placesToday)) }
    let place = answer.interval.place
    var likelihoods: [Double] = []
    for index in beliefs.indices { likelihoods.append(beliefs[index][place].update(answer)) }
    conclude(answer, likelihoods)
  }

  private mutating func conclude(_ answer: IntervalAnswer, _ likelihoods: [Double]) {
    let place = answer.interval.place
    day = answer.day
    let likelihood = zip(weights.all, likelihoods).reduce(weights.guessing / 2) { $0 + $1.0 * $1.1 }
    foreseen[place].answers += 1
    foreseen[place].correct += answer.isCorrect ? 1 : 0
    foreseen[place].expected += answer.isCorrect ? likelihood : 1 - likelihood
    countsToday[place] += 1
    counts[place] += 1
    count += 1
    invariant(
      foreseen[place].answers == counts[place] && countsToday[place] <= counts[place],
      "all counts of an interval agree")
    weights.add(likelihoods)
  }

  // MARK: Days

  private var placesToday: [Int] { countsToday.indices.filter { countsToday[$0] > 0 } }

  /// The ln thresholds of some intervals, for each rate of lapses.
  private func thresholds(at places: [Int]) -> [[Moments]] {
    beliefs.map { beliefs in places.map { beliefs[$0].threshold } }
  }

  /// Keeps the final thresholds of a day.
  ///
  /// - Parameter thresholds: of the intervals asked on that day, for each rate of lapses.
  private mutating func endDay(_ thresholds: [[Moments]]) {
    guard let day else { return }
    for (number, place) in placesToday.enumerated() {
      let level = NormalMixture(weights.ofRates, thresholds.map { $0[number] }).exponential
      courses[place].append(LevelOfDay(day: day, answers: countsToday[place], level: level))
      countsToday[place] = 0
    }
  }

  // MARK: Many answers

  /// The result of an answer for one rate of lapses.
  private struct Step: Sendable {
    let likelihood: Double

    /// The ln thresholds with which the day before ended, if the answer is the first of a day.
    let thresholdsBefore: [Moments]
  }

  /// Adds many answers, in order of time; threads share the rates of lapses.
  mutating func add(_ answers: [IntervalAnswer]) {
    let ended = placesOfEndedDays(before: answers)
    let runs = ParallelRuns(beliefs, steps: answers.count) { beliefs, index in
      let thresholds = ended[index].map { beliefs[$0].threshold }
      let answer = answers[index]
      return Step(
        likelihood: beliefs[answer.interval.place].update(answer), thresholdsBefore: thresholds)
    }
    beliefs = runs.values
    for (index, answer) in answers.enumerated() {
      if !ended[index].isEmpty { endDay(runs.results.map { $0[index].thresholdsBefore }) }
      conclude(answer, runs.results.map { $0[index].likelihood })
    }
  }

  /// For each answer that is the first of a day, the intervals asked on the previous day with
  /// answers.
  private func placesOfEndedDays(before answers: [IntervalAnswer]) -> [[Int]] {
    var (day, places) = (day, Set(placesToday))
    return answers.map { answer in
      let ended = answer.day == day ? [] : places.sorted()
      if answer.day != day { places = [] }
      day = answer.day
      places.insert(answer.interval.place)
      return ended
    }
  }

  /// The distance of the point that sounds true from the true interval; positive is higher.
  func shift(of interval: DirectedInterval) -> CentsEstimate { shifts(of: interval).plain }

  /// The difference about that point that is recognized in three of four cases.
  func threshold(of interval: DirectedInterval) -> CentsEstimate {
    NormalMixture(weights.ofRates, self[interval].beliefs.map(\.threshold)).exponential
  }

  /// The shift and the threshold without their intervals. O(1).
  func center(of interval: DirectedInterval) -> (shift: Double, threshold: Double) {
    let beliefs = self[interval].beliefs
    func mean(_ value: (IntervalBelief) -> Double) -> Double {
      zip(weights.ofRates, beliefs).reduce(0) { $0 + $1.0 * value($1.1) }
    }
    return (mean { $0.shift.mean }, exp(mean { $0.threshold.mean }))
  }

  /// True if the interval that contains the shift with a probability of 98 % excludes 0.
  func isSurelyShifted(_ interval: DirectedInterval) -> Bool {
    let shifts = shifts(of: interval)
    return shifts.quantile(0.01) > 0 || shifts.quantile(0.99) < 0
  }

  private func shifts(of interval: DirectedInterval) -> NormalMixture {
    NormalMixture(weights.ofRates, self[interval].beliefs.map(\.shift))
  }
}

extension DirectedInterval {
  /// Its place in `all`, without a search.
  nonisolated fileprivate var place: Int {
    let semitones = interval.semitones
    return semitones == 0 ? 0 : 2 * semitones - (direction == .up ? 1 : 0)
  }
}

extension IntervalBelief {
  /// - Returns: the probability of the answer.
  nonisolated fileprivate mutating func update(_ answer: IntervalAnswer) -> Double {
    update(offset: answer.offset, answeredHigher: answer.answeredHigher)
  }
}

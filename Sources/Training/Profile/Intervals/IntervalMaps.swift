import Foundation
import Music

/// The answer to a comparison of intervals, as the maps read it.
nonisolated struct IntervalAnswer: Hashable, Sendable {
  let interval: DirectedInterval

  /// The number of the local day (``LocalDays``).
  let day: Int

  /// Signed, in cents about the true interval; not 0.
  let offset: Double

  let isCorrect: Bool

  var answeredHigher: Bool { isCorrect == (offset > 0) }
}

/// How each directed interval is heard, as the answers show it: the shift of the point that sounds
/// true, and the threshold about it, for each rate of lapses; and how likely each of the rates is.
///
/// An inner fifth that lies 8 cents wide is not coarse hearing: both are learnt from the same
/// answers. The rates of lapses belong to the listener, so they are weighed for all intervals
/// together.
nonisolated struct IntervalMaps: Sendable {
  /// One interval: how many answers it has, and a belief for each rate of lapses.
  struct Part: Sendable {
    let count: Int
    let beliefs: [IntervalBelief]
  }

  /// What is believed of each interval for one rate of lapses.
  private struct Beliefs: Sendable {
    let lapseRate: Double
    private var known: [DirectedInterval: IntervalBelief] = [:]

    init(lapseRate: Double) { self.lapseRate = lapseRate }

    subscript(interval: DirectedInterval) -> IntervalBelief {
      known[interval] ?? IntervalBelief(lapseRate: lapseRate)
    }

    /// - Returns: how likely the answer was.
    mutating func update(_ answer: IntervalAnswer) -> Double {
      known[answer.interval, default: IntervalBelief(lapseRate: lapseRate)].update(
        offset: answer.offset, answeredHigher: answer.answeredHigher)
    }
  }

  private var beliefs = LapseWeights.rates.map { Beliefs(lapseRate: $0) }
  private var counts: [DirectedInterval: Int] = [:]
  private(set) var weights = LapseWeights()

  /// The number of answers that the maps rest on.
  private(set) var count = 0

  /// What is believed of an interval, asked or not.
  subscript(interval: DirectedInterval) -> Part {
    Part(count: counts[interval] ?? 0, beliefs: beliefs.map { $0[interval] })
  }

  /// The intervals that were asked, from the prime outwards.
  var askedIntervals: [DirectedInterval] { DirectedInterval.all.filter { counts[$0] != nil } }

  /// Adds an answer, in order of time.
  mutating func add(_ answer: IntervalAnswer) {
    conclude(answer, beliefs.indices.map { beliefs[$0].update(answer) })
  }

  /// Adds many answers, in order of time; the rates of lapses are shared out among threads.
  mutating func add(_ answers: [IntervalAnswer]) {
    let runs = ParallelRuns(beliefs) { beliefs in answers.map { beliefs.update($0) } }
    beliefs = runs.values
    for (place, answer) in answers.enumerated() {
      conclude(answer, runs.results.map { $0[place] })
    }
  }

  private mutating func conclude(_ answer: IntervalAnswer, _ likelihoods: [Double]) {
    counts[answer.interval, default: 0] += 1
    count += 1
    weights.add(likelihoods)
  }

  /// How far the point that sounds true lies from the true interval; positive is higher.
  func shift(of interval: DirectedInterval) -> CentsEstimate { shifts(of: interval).plain }

  /// The difference about that point that is told right three times in four.
  func threshold(of interval: DirectedInterval) -> CentsEstimate {
    NormalMixture(weights.ofRates, self[interval].beliefs.map(\.threshold)).exponential
  }

  /// Both without their intervals. O(1).
  func center(of interval: DirectedInterval) -> (shift: Double, threshold: Double) {
    let beliefs = self[interval].beliefs
    func mean(_ value: (IntervalBelief) -> Double) -> Double {
      zip(weights.ofRates, beliefs).reduce(0) { $0 + $1.0 * value($1.1) }
    }
    return (mean { $0.shift.mean }, exp(mean { $0.threshold.mean }))
  }

  /// Whether the interval that contains the shift with a probability of 98 % excludes 0.
  func isSurelyShifted(_ interval: DirectedInterval) -> Bool {
    let shifts = shifts(of: interval)
    return shifts.quantile(0.01) > 0 || shifts.quantile(0.99) < 0
  }

  private func shifts(of interval: DirectedInterval) -> NormalMixture {
    NormalMixture(weights.ofRates, self[interval].beliefs.map(\.shift))
  }
}

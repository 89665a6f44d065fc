import Foundation
import Music

/// How each directed interval is heard, as the answers show it: the shift of the point that sounds
/// true, and the threshold about it, for each rate of lapses; and how likely each of the rates is.
///
/// An inner fifth that lies 8 cents wide is not coarse hearing: both are learnt from the same
/// answers. The rates of lapses belong to the listener, so they are weighed for all intervals
/// together.
nonisolated struct IntervalMaps: Sendable {
  /// One interval: how many answers it has, and a belief for each rate of lapses.
  struct Part: Sendable {
    fileprivate(set) var count = 0
    fileprivate(set) var beliefs = LapseWeights.rates.map { IntervalBelief(lapseRate: $0) }
  }

  private var parts: [DirectedInterval: Part] = [:]
  private(set) var weights = LapseWeights()

  /// The number of answers that the maps rest on.
  private(set) var count = 0

  /// What is believed of an interval, asked or not.
  subscript(interval: DirectedInterval) -> Part { parts[interval] ?? Part() }

  /// The intervals that were asked, from the prime outwards.
  var askedIntervals: [DirectedInterval] { DirectedInterval.all.filter { parts[$0] != nil } }

  /// Adds an answer, in order of time. About 10 µs.
  ///
  /// - Parameter offset: signed, in cents about the true interval.
  mutating func add(_ interval: DirectedInterval, offset: Double, answeredHigher: Bool) {
    var part = self[interval]
    parts[interval] = nil
    let likelihoods = part.beliefs.indices.map {
      part.beliefs[$0].update(offset: offset, answeredHigher: answeredHigher)
    }
    part.count += 1
    count += 1
    parts[interval] = part
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

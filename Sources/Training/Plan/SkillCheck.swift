import Foundation
import Music

/// A test of whether a skill is still what it was on the day it was done: trials without verdicts, all of one
/// difference, which was told right 85 times in 100 on that day.
public nonisolated struct SkillCheck: Sendable {
  public enum Verdict: String, Sendable {
    /// An ear as fine as then would rarely do so badly.
    case coarser

    /// An ear twice as coarse would rarely do so well.
    case kept
    case notClear
  }

  /// What was believed on that day.
  private enum Belief {
    case threshold(Double)
    case interval([(weight: Double, belief: IntervalBelief)])
  }

  /// How many trials a check has, whatever the minutes.
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

  /// The probability of a right answer, lapses apart, of an ear so many times as coarse.
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

  /// F, the probability of at most so many right answers of an ear so many times as coarse as then, over the days
  /// that an ear may have.
  ///
  /// - Parameter lapseRate: the share of answers that have nothing to do with the difference, now.
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

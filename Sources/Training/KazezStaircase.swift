import Foundation
import Music

/// A difficulty that follows the answers: a right one narrows the difference, a wrong one widens it.
///
/// With P the last |offset| in cents, right: P·(1 − 0.05·√P), wrong: P·(1 + 0.09·√P) (after Kazez,
/// Kazez, Zembar and Andrews, "A Computer Program for Testing (and Improving?) Pitch Perception",
/// 2001).
nonisolated enum KazezStaircase {
  /// The first difference of someone of whom nothing is known.
  static let initialDifference = Cents(100)

  /// The difference that follows an answer to another, in cents.
  static func difference(after p: Double, isCorrect: Bool) -> Double {
    isCorrect ? p * (1 - 0.05 * p.squareRoot()) : p * (1 + 0.09 * p.squareRoot())
  }

  /// The difference that follows an answered trial. A right answer to what was heard more than once says nothing of
  /// hearing it once, so the difference stays.
  static func difference(after last: CompletedTrial) -> Cents {
    let size = last.challenge.centOffset.magnitude
    if last.isCorrect, let heard = last.context.heard, heard > 1 { return Cents(size) }
    return Cents(difference(after: size, isCorrect: last.isCorrect))
  }

  /// The difference within the limits, with its sign drawn by a fair coin.
  ///
  /// - Parameter limits: of the |offset|, in cents; positive.
  static func offset(
    _ difference: Cents, within limits: ClosedRange<Double>, using random: inout RandomSource
  ) -> Cents {
    let size = min(max(difference.rawValue, limits.lowerBound), limits.upperBound)
    return Cents(Bool.random(using: &random) ? size : -size)
  }
}

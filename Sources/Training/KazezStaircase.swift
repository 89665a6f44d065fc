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

  /// The difference that follows an answer. A right answer to what was heard more than once says
  /// nothing of hearing it once, so the difference stays.
  ///
  /// - Parameters:
  ///   - offset: of the trial that was answered; the sign does not matter.
  ///   - heard: how often that trial was heard; `nil` if it is unknown.
  static func difference(after offset: Cents, isCorrect: Bool, heard: Int?) -> Cents {
    if isCorrect, let heard, heard > 1 { return Cents(offset.magnitude) }
    return Cents(difference(after: offset.magnitude, isCorrect: isCorrect))
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

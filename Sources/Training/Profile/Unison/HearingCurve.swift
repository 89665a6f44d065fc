import Foundation
import MainThread

/// The shares of right answers to differences of each size, relative to the threshold that was
/// believed at that moment, and the predicted shares.
///
/// If the prediction is true, the maps can be trusted. Its size is constant.
public nonisolated struct HearingCurve: Equatable, Sendable {
  /// The answers to differences of about one size.
  public struct Bin: Hashable, Sendable {
    /// The ratios of the difference to the threshold; the upper edge belongs to the next bin.
    public let edges: Range<Double>

    public fileprivate(set) var answers = 0
    public fileprivate(set) var correct = 0
    fileprivate var foreseen = 0.0

    /// The share of right answers; `nil` without an answer.
    public var shareCorrect: Double? { answers > 0 ? Double(correct) / Double(answers) : nil }

    /// The mean of the predicted probabilities; `nil` without an answer.
    public var predicted: Double? { answers > 0 ? foreseen / Double(answers) : nil }

    /// The exact interval that contains the true share with a probability of 90 %.
    public var interval: ClosedRange<Double> {
      BinomialProportion.interval(successes: correct, of: answers)
    }
  }

  /// From small differences to large: below ¼, ten bins up to 8, each edge √2 times the one before,
  /// and beyond.
  public private(set) var bins: [Bin] = {
    let edges = [0] + (0...10).map { 0.25 * exp2(Double($0) / 2) } + [.infinity]
    return zip(edges, edges.dropFirst()).map { Bin(edges: $0..<$1) }
  }()

  public init() {}

  public var foreseen: ForeseenAnswers {
    bins.reduce(into: ForeseenAnswers()) { sum, bin in
      sum.answers += bin.answers
      sum.correct += bin.correct
      sum.expected += bin.foreseen
    }
  }

  public mutating func add(_ other: HearingCurve) {
    for (place, bin) in other.bins.enumerated() {
      bins[place].answers += bin.answers
      bins[place].correct += bin.correct
      bins[place].foreseen += bin.foreseen
    }
  }

  /// Adds an answer.
  ///
  /// - Parameters:
  ///   - ratio: the ratio of the difference to the believed threshold.
  ///   - predicted: the predicted probability of a right answer.
  mutating func add(ratio: Double, predicted: Double, isCorrect: Bool) {
    guard let place = bins.firstIndex(where: { $0.edges.contains(ratio) }) else { return }
    bins[place].answers += 1
    bins[place].correct += isCorrect ? 1 : 0
    bins[place].foreseen += predicted
    invariant(bins[place].correct <= bins[place].answers, "right answers are among the answers")
  }
}

/// The number of right answers, and the number predicted for each before it was given.
public nonisolated struct ForeseenAnswers: Hashable, Sendable {
  public var answers = 0
  public var correct = 0
  public var expected = 0.0

  public init() {}

  public func since(_ earlier: ForeseenAnswers) -> ForeseenAnswers {
    var rest = self
    rest.answers -= earlier.answers
    rest.correct -= earlier.correct
    rest.expected -= earlier.expected
    return rest
  }

  public static func + (one: ForeseenAnswers, other: ForeseenAnswers) -> ForeseenAnswers {
    var sum = one
    sum.answers += other.answers
    sum.correct += other.correct
    sum.expected += other.expected
    return sum
  }
}

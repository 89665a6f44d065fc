import Foundation
import Music

/// Estimates the number of further answers until a figure, or more of it, may be shown.
///
/// The information about a threshold (1 / variance of its logarithm) grows by about the same amount
/// with each answer. This amount follows from the answers so far and, with the weight of some more
/// answers, from those of simulated listeners with thresholds of 3 to 20 cents (`peach simulate`).
private nonisolated enum AnswersToCome {
  struct Kind {
    /// The standard deviation of ln threshold before the first answer.
    let deviation: Double

    /// The information of an answer of simulated listeners, and the number of answers that this
    /// counts for.
    let usualGain: Double
    let weight: Double

    static let level = Kind(deviation: 1.689, usualGain: 0.1, weight: 60)
    static let interval = Kind(deviation: 1.2, usualGain: 0.14, weight: 60)

    /// The information for an interval whose ends have that ratio.
    func information(ofRatio ratio: Double) -> Double {
      let deviation = log(ratio) / (2 * StandardNormal.upperTwentieth)
      return 1 / (deviation * deviation)
    }

    var initial: Double { 1 / (deviation * deviation) }
  }

  /// The highest estimate; more answers are too far away.
  static let most = 300

  /// Returns `nil` if the figure can be shown, if something other than the number of answers
  /// prevents that, or if it takes too many answers.
  static func count(_ verdict: ThresholdVerdict, _ kind: Kind) -> Int? {
    guard verdict.state == .early || verdict.state == .first else { return nil }
    let ratio = verdict.threshold.high.rawValue / verdict.threshold.low.rawValue
    guard ratio.isFinite, ratio > 1 else { return nil }
    let goal = verdict.state == .first ? VerdictTable.widest : VerdictTable.widestRange
    let least = max(VerdictTable.fewestAnswers - verdict.answers, 1)
    let now = verdict.answers == 0 ? kind.initial : kind.information(ofRatio: ratio)
    let gain =
      (now - kind.initial + kind.weight * kind.usualGain) / (Double(verdict.answers) + kind.weight)
    guard gain > 0 else { return nil }
    return rounded(max((kind.information(ofRatio: goal) - now) / gain, Double(least)))
  }

  /// The usual number of answers from the first one on.
  static func usual(_ kind: Kind, to ratio: Double) -> Int {
    rounded((kind.information(ofRatio: ratio) - kind.initial) / kind.usualGain) ?? most
  }

  /// The number rounded to fives or tens, as its accuracy deserves; `nil` if it is too high.
  private static func rounded(_ count: Double) -> Int? {
    guard count.isFinite, count <= Double(most) else { return nil }
    let step = count < 30 ? 5.0 : 10
    return Int(max((count / step).rounded() * step, 5))
  }
}

nonisolated extension FigureState {
  /// The usual number of answers, roughly, until something may be said of a threshold: the level of
  /// unison, or the threshold of one interval.
  public static func usualAnswers(_ kind: TrainingKind) -> Int {
    max(
      AnswersToCome.usual(kind == .unison ? .level : .interval, to: VerdictTable.widestRange),
      VerdictTable.fewestAnswers)
  }
}

nonisolated extension UnisonVerdicts {
  /// The number of further answers, roughly, until the level, or at first a range, may be shown;
  /// `nil` if that is unknown, or if more answers do not help. Under a new condition, the answers
  /// so far do not show how much another one tells.
  public var answersToCome: Int? {
    newCondition?.before == nil ? AnswersToCome.count(level, .level) : nil
  }
}

nonisolated extension IntervalVerdicts.Part {
  /// The number of further answers to this interval, roughly, until its threshold, or at first a
  /// range, may be shown; `nil` as in ``UnisonVerdicts/answersToCome``.
  public var answersToCome: Int? { AnswersToCome.count(threshold, .interval) }
}

nonisolated extension IntervalVerdicts {
  /// The number of further answers, roughly, until more may be shown of one of these intervals, if
  /// all of them are asked in turn; `nil` as in ``UnisonVerdicts/answersToCome``.
  public func answersToCome(of intervals: [DirectedInterval]) -> Int? {
    let asked = parts.filter { intervals.contains($0.interval) }
    guard let soonest = asked.compactMap(\.answersToCome).min() else { return nil }
    let all = soonest * intervals.count
    return all <= AnswersToCome.most ? all : nil
  }
}

nonisolated extension MatchingVerdicts {
  /// The number of further notes until bias and spread may be shown; `nil` if they are shown.
  public var notesToCome: Int? {
    fit == nil && count < MatchingFit.fewest ? MatchingFit.fewest - count : nil
  }
}

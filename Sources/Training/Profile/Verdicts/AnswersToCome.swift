import Foundation
import Music

/// Estimates how many more answers it takes until a figure may be shown: the only place of that estimate.
///
/// Of a threshold the information (1 / variance of its logarithm) grows by about as much with each
/// answer as it did with those so far; it has to reach what an interval of the widest shown ratio means.
/// Before ``VerdictTable/fewestAnswers`` answers that says little, and what is usual is assumed: with
/// the strategy `adaptive`, half of simulated listeners with thresholds of 5 to 20 cents see their level
/// after about 100 answers, and the threshold of an interval after about 80 (`peach simulate`). From 20
/// answers on, the estimate was within a third of the truth in two of three cases.
private nonisolated enum AnswersToCome {
  /// What is usual, and the standard deviation of ln threshold before the first answer.
  struct Kind {
    let usual: Int
    let deviation: Double

    static let level = Kind(usual: 100, deviation: 1.689)
    static let interval = Kind(usual: 80, deviation: 1.2)
  }

  /// More are too far away for an estimate.
  static let most = 200

  /// The standard deviations from one end of a 90 % interval to the other.
  private static let width = 2 * 1.644_853_626_951_472_2

  /// `nil` if the figure can be shown, if something else than the number of answers keeps it from that,
  /// or if it takes too many to say how many.
  static func count(_ verdict: ThresholdVerdict, _ kind: Kind) -> Int? {
    guard verdict.state == .early else { return nil }
    let least = max(VerdictTable.fewestAnswers - verdict.answers, 1)
    guard verdict.answers >= VerdictTable.fewestAnswers else {
      return rounded(Double(max(kind.usual - verdict.answers, least)))
    }
    let ratio = verdict.threshold.high.rawValue / verdict.threshold.low.rawValue
    guard ratio.isFinite, ratio > 1 else { return nil }
    let now = pow(width / log(ratio), 2)
    let wanted = pow(width / log(VerdictTable.widest), 2)
    let gained = (now - 1 / (kind.deviation * kind.deviation)) / Double(verdict.answers)
    guard gained > 0 else { return nil }
    return rounded(max((wanted - now) / gained, Double(least)))
  }

  /// As exact as it deserves: to tens, or 5; `nil` if there are too many.
  private static func rounded(_ count: Double) -> Int? {
    guard count.isFinite, count <= Double(most) else { return nil }
    return count < 7.5 ? 5 : Int((count / 10).rounded()) * 10
  }
}

nonisolated extension FigureState {
  /// About how many answers it usually takes until a first threshold may be shown: the level of unison, or
  /// the threshold of one interval.
  public static func usualAnswers(_ kind: TrainingKind) -> Int {
    (kind == .unison ? AnswersToCome.Kind.level : .interval).usual
  }
}

nonisolated extension UnisonVerdicts {
  /// About how many more answers it takes until the level may be shown; `nil` if that cannot be said, or
  /// if more answers are not what it takes. Under a condition that is new, the answers so far do not show
  /// how much another one tells.
  public var answersToCome: Int? {
    newCondition?.before == nil ? AnswersToCome.count(level, .level) : nil
  }
}

nonisolated extension IntervalVerdicts.Part {
  /// About how many more answers to this interval it takes until its threshold may be shown; `nil` as in
  /// ``UnisonVerdicts/answersToCome``.
  public var answersToCome: Int? { AnswersToCome.count(threshold, .interval) }
}

nonisolated extension IntervalVerdicts {
  /// About how many more answers it takes until the threshold of one of these intervals may be shown, if
  /// all of them are asked in turn; `nil` as in ``UnisonVerdicts/answersToCome``.
  public func answersToCome(of intervals: [DirectedInterval]) -> Int? {
    let asked = parts.filter { intervals.contains($0.interval) }
    guard let soonest = asked.compactMap(\.answersToCome).min() else { return nil }
    let all = soonest * intervals.count
    return all <= AnswersToCome.most ? all : nil
  }
}

nonisolated extension MatchingVerdicts {
  /// How many more notes it takes until bias and spread may be shown; `nil` if they are.
  public var notesToCome: Int? {
    fit == nil && count < MatchingFit.fewest ? MatchingFit.fewest - count : nil
  }
}

import Foundation
import Music

/// Chooses the questions of a comparison training. It is given the interval, never the tuning.
public protocol NextComparisonStrategy {
  /// The next comparison at `interval`.
  ///
  /// - Parameters:
  ///   - notes: the reference notes to choose from, in ascending order; never empty.
  ///   - hearing: the belief about the user's hearing; the day of the comparison has begun.
  ///   - last: the last answered trial at the interval in this session, if any.
  ///   - random: the only source of chance, so that a seed repeats a session.
  func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], presentation: Presentation,
    hearing: HearingModel, last: CompletedTrial?, using random: inout RandomSource
  ) -> Challenge
}

extension StrategyName {
  public func makeStrategy() -> any NextComparisonStrategy {
    switch self {
    case .kazez: KazezNoteStrategy()
    case .adaptive: AdaptiveNoteStrategy()
    }
  }
}

/// Chooses a note and a difficulty by the belief about the user's hearing (``AdaptiveQuestion``).
/// It is the default.
public final class AdaptiveNoteStrategy: NextComparisonStrategy {
  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], presentation: Presentation,
    hearing: HearingModel, last: CompletedTrial?, using random: inout RandomSource
  ) -> Challenge {
    let question: AdaptiveQuestion
    switch TrainingKind(interval) {
    case .unison:
      question = .unison(
        hearing.unison[presentation].maps, among: notes, last: last?.challenge.referenceNote,
        within: Challenge.differences, using: &random)
    case .interval:
      question = .interval(
        interval, hearing.intervals[presentation].maps, among: notes,
        within: Challenge.differences, using: &random)
    }
    return Challenge(
      referenceNote: question.note, interval: interval, centOffset: Cents(question.offset))
  }
}

/// Chooses a difficulty by the answers (``KazezStaircase``), at any note.
public final class KazezNoteStrategy: NextComparisonStrategy {
  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], presentation: Presentation,
    hearing: HearingModel, last: CompletedTrial?, using random: inout RandomSource
  ) -> Challenge {
    let asked = hearing.plain[presentation].profile.discrimination[TrainingKind(interval)]
    let wanted =
      last.map(KazezStaircase.difference(after:)) ?? asked.overallMean
      ?? KazezStaircase.initialDifference
    let offset = KazezStaircase.offset(wanted, within: Challenge.differences, using: &random)
    let note = UsableNotes.draw(among: notes, using: &random)
    return Challenge(referenceNote: note, interval: interval, centOffset: offset)
  }
}

/// A question of the strategy `adaptive`: a pure function of the belief about the user's hearing,
/// and of chance.
///
/// A rate of lapses is drawn by its probability, and the belief under that rate decides. The
/// difference is the one that this belief expects to be recognized in 85 of 100 answers: hard
/// enough to teach both the user and the profile, easy enough to stay a pleasure. The first five
/// questions, and 6 in 100 after them, are easy: they distinguish lapses of attention from
/// differences that are not heard.
nonisolated struct AdaptiveQuestion: Hashable, Sendable {
  let note: MIDINote
  let offset: Double

  private init(_ note: MIDINote, offset: Double, isHigher: Bool) {
    self.note = note
    self.offset = isHigher ? offset : -offset
  }

  private static let targetShare = 0.85

  /// The number of easy answers at the beginning of a history, and the probability of one after
  /// them.
  private static let firstEasy = 5
  private static let shareOfEasy = 0.06

  /// The ratio of an easy difference to the threshold.
  private static let ease = 5.0

  private static func isEasy(after answers: Int, using random: inout RandomSource) -> Bool {
    // Drawn whatever the count, so that it does not change the later choices of a seed.
    let position = Double.random(in: 0..<1, using: &random)
    return answers < firstEasy || position < shareOfEasy
  }

  private static func clamp(_ offset: Double, to limits: ClosedRange<Double>) -> Double {
    min(max(offset, limits.lowerBound), limits.upperBound)
  }

  /// The offset at which a probability that rises with it reaches the target, by bisection of its
  /// logarithm.
  static func offset(
    within limits: ClosedRange<Double>, probabilityCorrect: (Double) -> Double
  ) -> Double {
    guard probabilityCorrect(limits.lowerBound) < targetShare else { return limits.lowerBound }
    guard probabilityCorrect(limits.upperBound) > targetShare else { return limits.upperBound }
    var (low, high) = (log(limits.lowerBound), log(limits.upperBound))
    // Each step halves the distance: 50 leave less than a double can tell apart.
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if probabilityCorrect(exp(middle)) < targetShare { low = middle } else { high = middle }
    }
    return exp((low + high) / 2)
  }
}

nonisolated extension AdaptiveQuestion {
  /// The next question of unisons. The note is never the one just asked: half of the time any
  /// other, a quarter of the time the one whose answer teaches most about the whole range, a
  /// quarter of the time one that is likely to be weak.
  ///
  /// - Parameters:
  ///   - maps: their day has begun.
  ///   - notes: the notes to choose from; not empty.
  ///   - last: the note that was asked last.
  ///   - limits: of the offset, in cents; positive.
  static func unison(
    _ maps: ThresholdMaps, among notes: [MIDINote], last: MIDINote?,
    within limits: ClosedRange<Double>, using random: inout RandomSource
  ) -> AdaptiveQuestion {
    let belief = maps.beliefs[maps.weights.draw(using: &random)]
    // There may be a single note: at the lower end of the keyboard for an octave down, or because a
    // sound leaves no other.
    let others = notes.filter { $0 != last }
    let note = choose(
      among: others.isEmpty ? notes : others, of: notes, by: belief, condition: maps.condition,
      using: &random)
    let offset =
      isEasy(after: maps.count, using: &random)
      ? clamp(ease * maps.thresholdToday(of: note.rawValue), to: limits)
      : offset(for: note, belief, condition: maps.condition, within: limits)
    return AdaptiveQuestion(note, offset: offset, isHigher: Bool.random(using: &random))
  }

  /// The offset that is recognized with the probability ``targetShare`` on this day.
  static func offset(
    for note: MIDINote, _ belief: ThresholdBelief, condition: Int,
    within limits: ClosedRange<Double>
  ) -> Double {
    let (mean, variance) = belief.today(note: note.rawValue, condition: condition)
    return offset(within: limits) { offset in
      0.5
        + ThresholdBelief.rise(offset: offset, mean: mean, deviation: variance.squareRoot())
    }
  }

  private static func choose(
    among candidates: [MIDINote], of range: [MIDINote], by belief: ThresholdBelief, condition: Int,
    using random: inout RandomSource
  ) -> MIDINote {
    switch Double.random(in: 0..<1, using: &random) {
    case ..<0.5: return UsableNotes.draw(among: candidates, using: &random)
    case ..<0.75:
      let range = range.map(\.rawValue)
      return largest(
        candidates,
        candidates.map { belief.gain(askingFor: $0.rawValue, over: range, condition: condition) })
    default:
      // The largest of random ln thresholds, each drawn from the belief about its note (Thompson,
      // "On the likelihood that one unknown probability exceeds another", 1933).
      return largest(
        candidates,
        candidates.map { note in
          let place = note.rawValue
          return belief.mean[place] + belief[place, place].squareRoot() * random.nextNormal()
        })
    }
  }

  private static func largest(_ notes: [MIDINote], _ values: [Double]) -> MIDINote {
    notes[values.indices.max { values[$0] < values[$1] } ?? 0]
  }
}

nonisolated extension AdaptiveQuestion {
  /// The spread of offsets to either side of the intended one, in ln cents.
  private static let spread = 0.8

  /// The limits of intended offsets, in cents.
  private static let reach = 1e-4...1e5

  /// The next question of an interval. If there is a shift to learn, offsets are spread about the
  /// intended one. Any note is as likely as another. Both signs of an offset are equally likely, so
  /// that neither answer is likelier and an ear whose interval is shifted also gets offsets on its
  /// wrong side.
  ///
  /// - Parameters:
  ///   - notes: the notes to choose from; not empty.
  ///   - limits: of the offset, in cents; positive.
  static func interval(
    _ interval: DirectedInterval, _ maps: IntervalMaps, among notes: [MIDINote],
    within limits: ClosedRange<Double>, using random: inout RandomSource
  ) -> AdaptiveQuestion {
    let part = maps[interval]
    let belief = part.beliefs[maps.weights.draw(using: &random)]
    let note = UsableNotes.draw(among: notes, using: &random)
    let position = Double.random(in: -1...1, using: &random)
    let wanted: Double
    if isEasy(after: part.count, using: &random) {
      let (shift, threshold) = maps.center(of: interval)
      wanted = shift.magnitude + ease * threshold
    } else {
      wanted = offset(belief) * exp(maps.hasShift ? spread * position : 0)
    }
    return AdaptiveQuestion(
      note, offset: clamp(wanted, to: limits), isHigher: Bool.random(using: &random))
  }

  /// The offset that is recognized with the probability ``targetShare``, as likely above the
  /// interval as below it.
  static func offset(_ belief: IntervalBelief) -> Double {
    offset(within: reach) { belief.probabilityCorrect(offset: $0) }
  }
}

/// A difficulty that follows the answers: a right one narrows the difference, a wrong one widens
/// it.
///
/// With P the last |offset| in cents, right: P·(1 − 0.05·√P), wrong: P·(1 + 0.09·√P) (after Kazez,
/// Kazez, Zembar and Andrews, "A Computer Program for Testing (and Improving?) Pitch Perception",
/// 2001).
nonisolated enum KazezStaircase {
  /// The first difference for someone of whom nothing is known.
  static let initialDifference = Cents(100)

  /// The difference after an answer to the difference `p`, in cents.
  static func difference(after p: Double, isCorrect: Bool) -> Double {
    isCorrect ? p * (1 - 0.05 * p.squareRoot()) : p * (1 + 0.09 * p.squareRoot())
  }

  /// The difference after an answered trial. A right answer to a trial that was heard more than
  /// once says nothing about hearing it once, so the difference stays.
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

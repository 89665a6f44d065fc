import Foundation
import Music

/// What the strategy `adaptive` asks next: a pure function of what is believed, and of chance.
///
/// One of the rates of lapses is drawn, as likely as it is, and its belief decides. The difference is
/// the one of which that belief expects that 85 answers in 100 are right: hard enough to teach both
/// the user and the profile, easy enough to stay a pleasure. The first five questions, and 6 in 100
/// after them, are easy: they tell lapses of attention from differences that are not heard.
nonisolated struct AdaptiveQuestion: Hashable, Sendable {
  let note: MIDINote

  /// The signed offset in cents.
  let offset: Double

  private init(_ note: MIDINote, offset: Double, isHigher: Bool) {
    self.note = note
    self.offset = isHigher ? offset : -offset
  }

  /// The share of right answers that is aimed at.
  static let targetShare = 0.85

  /// How many answers of a history are easy, and how likely one is after them.
  static let firstEasy = 5
  static let shareOfEasy = 0.06

  /// How many times the threshold an easy difference is.
  static let ease = 5.0

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
  /// The next question of unisons. The note is never the one just asked: half of the time any, a
  /// quarter of the time the one whose answer teaches most of the whole range, a quarter of the time
  /// one that is likely to be weak.
  ///
  /// - Parameters:
  ///   - maps: their day has begun.
  ///   - notes: those to choose from; not empty.
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

  /// The offset that is told right with ``targetShare`` on this day.
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
      // The largest of ln thresholds that might be true: each drawn from what is believed of its note
      // (Thompson, "On the likelihood that one unknown probability exceeds another", 1933).
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
  /// How far the offset is spread to either side of the one aimed at, in ln cents.
  private static let spread = 0.8

  /// Offsets beyond these are never aimed at, in cents.
  private static let reach = 1e-4...1e5

  /// The next question of an interval. If there is a shift to learn, offsets are spread about the one
  /// aimed at. Any note is as likely as another. Both signs of an offset are
  /// equally likely, so neither answer is likelier, and an ear whose interval is shifted meets its
  /// wrong side.
  ///
  /// - Parameters:
  ///   - notes: those to choose from; not empty.
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

  /// The offset that is told right with ``targetShare``, as likely above the interval as below it.
  static func offset(_ belief: IntervalBelief) -> Double {
    offset(within: reach) { belief.probabilityCorrect(offset: $0) }
  }
}

import Foundation
import Music

/// A difficulty and a note that follow the belief about the user's thresholds (``ThresholdMap``).
///
/// The difference is the one of which the belief expects that four answers in five are right: hard
/// enough to teach both the user and the map, easy enough to stay a pleasure. The note is never the
/// one just asked: half of the time any, a quarter of the time the one whose answer teaches most of the
/// whole range, a quarter of the time one that is likely to be weak.
public final class AdaptiveNoteStrategy: NextComparisonStrategy {
  /// The share of right answers that is aimed at.
  static let targetShare = 0.80

  /// What one answer at that share tells of a ln threshold: about its Fisher information.
  private static let informationOfAnswer = 0.35

  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    profile _: PitchDiscriminationProfile, thresholds: ThresholdMap, last: CompletedComparison?,
    using random: inout RandomSource
  ) -> Comparison {
    let isHigher = Bool.random(using: &random)
    let others = notes.filter { $0 != last?.comparison.referenceNote }
    // There may be a single note: at the lower end of the keyboard for an octave down, or because a
    // sound leaves no other.
    let note = choose(among: others.isEmpty ? notes : others, by: thresholds, using: &random)
    let difference = Self.difference(
      for: thresholds.belief(about: note), within: settings.centDifference)
    return Comparison(
      referenceNote: note, interval: interval,
      centOffset: Cents(isHigher ? difference : -difference))
  }

  private func choose(
    among notes: [MIDINote], by thresholds: ThresholdMap, using random: inout RandomSource
  ) -> MIDINote {
    let place: Int
    switch Double.random(in: 0..<1, using: &random) {
    case ..<0.5: place = .random(in: notes.indices, using: &random)
    case ..<0.75: place = Self.mostInstructive(thresholds.covariances(among: notes))
    default:
      place = Self.weak(
        means: thresholds.means(of: notes), variances: thresholds.variances(of: notes),
        using: &random)
    }
    return notes[place]
  }

  /// The note whose answer takes most from the variance of all: the largest Σ_m C_mn² / (C_nn + 1/I).
  private static func mostInstructive(_ covariances: [[Double]]) -> Int {
    place(
      ofLargest: covariances.indices.map { note in
        let row = covariances[note]
        return row.reduce(0) { $0 + $1 * $1 } / (row[note] + 1 / informationOfAnswer)
      })
  }

  /// The largest of ln thresholds that might be true: each drawn from what is believed of its note
  /// (Thompson, "On the likelihood that one unknown probability exceeds another", 1933).
  private static func weak(
    means: [Double], variances: [Double], using random: inout RandomSource
  ) -> Int {
    place(
      ofLargest: zip(means, variances).map { mean, variance in
        mean + variance.squareRoot() * random.nextNormal()
      })
  }

  private static func place(ofLargest values: [Double]) -> Int {
    values.indices.max { values[$0] < values[$1] } ?? 0
  }

  /// The difference that is told right with ``targetShare``, found by bisection of its logarithm.
  static func difference(
    for belief: (mean: Double, deviation: Double), within limits: ClosedRange<Double>
  ) -> Double {
    func isTooSmall(_ offset: Double) -> Bool {
      ThresholdNodes.probabilityCorrect(
        offset: offset, mean: belief.mean, deviation: belief.deviation) < targetShare
    }
    guard isTooSmall(limits.lowerBound) else { return limits.lowerBound }
    guard !isTooSmall(limits.upperBound) else { return limits.upperBound }
    var (low, high) = (log(limits.lowerBound), log(limits.upperBound))
    // Each step halves the distance: 50 leave less than a double can tell apart.
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if isTooSmall(exp(middle)) { low = middle } else { high = middle }
    }
    return exp((low + high) / 2)
  }
}

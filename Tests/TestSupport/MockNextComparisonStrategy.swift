import Music
import Training

/// Asks what a test wants to have asked, and keeps what it was given.
public final class MockNextComparisonStrategy: NextComparisonStrategy {
  public struct Call: Equatable {
    public let interval: DirectedInterval
    public let notes: [MIDINote]
    public let settings: TrainingSettings
    public let profile: PitchDiscriminationProfile
    public let thresholds: ThresholdMap
    public let last: CompletedComparison?
  }

  public private(set) var calls: [Call] = []

  /// What is asked next, without the interval.
  public var referenceNote = MIDINote(60)
  public var centOffset: Cents = 50

  /// Called before the comparison is made.
  public var onCall: ((Call) -> Void)?

  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], settings: TrainingSettings,
    profile: PitchDiscriminationProfile, thresholds: ThresholdMap, last: CompletedComparison?,
    using random: inout RandomSource
  ) -> Comparison {
    let call = Call(
      interval: interval, notes: notes, settings: settings, profile: profile,
      thresholds: thresholds, last: last)
    calls.append(call)
    onCall?(call)
    return Comparison(referenceNote: referenceNote, interval: interval, centOffset: centOffset)
  }

  public func reset() {
    calls = []
    referenceNote = MIDINote(60)
    centOffset = 50
    onCall = nil
  }
}

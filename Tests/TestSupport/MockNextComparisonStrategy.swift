import Music
import Training

/// Asks what a test wants to have asked, and keeps what it was given.
public final class MockNextComparisonStrategy: NextComparisonStrategy {
  public struct Call {
    public let interval: DirectedInterval
    public let notes: [MIDINote]
    public let presentation: Presentation
    public let hearing: HearingModel
    public let last: CompletedTrial?
  }

  public private(set) var calls: [Call] = []

  /// What is asked next, without the interval.
  public var referenceNote = MIDINote(60)
  public var centOffset: Cents = 50

  /// Called before the comparison is made.
  public var onCall: ((Call) -> Void)?

  public init() {}

  public func nextComparison(
    interval: DirectedInterval, among notes: [MIDINote], presentation: Presentation,
    hearing: HearingModel, last: CompletedTrial?, using random: inout RandomSource
  ) -> Challenge {
    let call = Call(
      interval: interval, notes: notes, presentation: presentation, hearing: hearing, last: last)
    calls.append(call)
    onCall?(call)
    return Challenge(referenceNote: referenceNote, interval: interval, centOffset: centOffset)
  }

  public func reset() {
    calls = []
    referenceNote = MIDINote(60)
    centOffset = 50
    onCall = nil
  }
}

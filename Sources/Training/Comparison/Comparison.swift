import Foundation
import Music

/// What a comparison asks: is the second note higher or lower than the true interval?
///
/// It lives in the logical world and knows no tuning and no hertz.
public nonisolated struct Comparison: IntervalChallenge {
  /// The first note, always exact.
  public let referenceNote: MIDINote

  /// The interval at which the second note lies.
  public let interval: DirectedInterval

  /// How far the second note is from the true interval; positive is higher.
  public let centOffset: Cents

  /// - Precondition: the transposed note lies within 0…127.
  public init(referenceNote: MIDINote, interval: DirectedInterval, centOffset: Cents) {
    Self.check(referenceNote, interval)
    self.referenceNote = referenceNote
    self.interval = interval
    self.centOffset = centOffset
  }

  /// Whether "higher" is the right answer.
  public var isTargetHigher: Bool { centOffset.rawValue > 0 }

  public func isCorrect(answeredHigher: Bool) -> Bool { answeredHigher == isTargetHigher }
}

/// A comparison as it will sound.
public nonisolated struct PosedComparison: TwoPartTrial {
  public let comparison: Comparison
  public var challenge: Comparison { comparison }
  public let conditions: TrialConditions
  public let strategy: StrategyName?
  public let believedThreshold: Cents?

  public var hearing = 1

  public init(
    _ comparison: Comparison, _ conditions: TrialConditions, strategy: StrategyName? = nil,
    believedThreshold: Cents? = nil
  ) {
    self.comparison = comparison
    self.conditions = conditions
    self.strategy = strategy
    self.believedThreshold = believedThreshold
  }

  /// What sounds second, the cent offset included.
  public var targetFrequency: Frequency { frequency(offBy: comparison.centOffset) }

  /// The beats of the second note; `nil` if there are none to speak of.
  ///
  /// - Parameter partials: those of the sound; `nil` if they are not known.
  public func beats(_ partials: PartialLevels?) -> TrialBeats? {
    beats(of: targetFrequency, partials, own: partials)
  }
}

/// A comparison that was answered.
public nonisolated struct CompletedComparison: CompletedTrial {
  public let id: UUID
  public let comparison: Comparison
  public var challenge: Comparison { comparison }
  public let answeredHigher: Bool
  public let tuningSystem: TuningSystem

  /// When the answer was given; whole milliseconds.
  public let timestamp: Date
  public let context: TrialContext

  public init(
    id: UUID, comparison: Comparison, answeredHigher: Bool, tuningSystem: TuningSystem,
    timestamp: Date, context: TrialContext = TrialContext()
  ) {
    self.id = id
    self.comparison = comparison
    self.answeredHigher = answeredHigher
    self.tuningSystem = tuningSystem
    self.timestamp = timestamp.inWholeMilliseconds
    self.context = context
  }

  public var isCorrect: Bool { comparison.isCorrect(answeredHigher: answeredHigher) }
}

import Foundation
import Music

/// Which of two is in tune? The same dyad or chord sounds twice, once true and once with one note off.
///
/// It lives in the logical world and knows no tuning and no hertz.
public nonisolated struct Purity: IntervalChallenge {
  /// The note from which the others are measured, always exact.
  public let referenceNote: MIDINote

  /// The interval at which the note lies that may be off.
  public let interval: DirectedInterval

  /// How far that note is from the true interval in the one that is off; positive is higher.
  public let centOffset: Cents

  /// Whether the first of the two is the true one.
  public let isFirstTrue: Bool

  /// - Precondition: the transposed note lies within 0…127.
  public init(
    referenceNote: MIDINote, interval: DirectedInterval, centOffset: Cents, isFirstTrue: Bool
  ) {
    Self.check(referenceNote, interval)
    self.referenceNote = referenceNote
    self.interval = interval
    self.centOffset = centOffset
    self.isFirstTrue = isFirstTrue
  }

  public func isCorrect(answeredFirst: Bool) -> Bool { answeredFirst == isFirstTrue }
}

/// A question of purity as it will sound.
public nonisolated struct PosedPurity: TwoPartTrial {
  public let purity: Purity
  public var challenge: Purity { purity }

  /// The notes of each of the two sound at once; the delay of the voicing is that in the first of the two.
  public let conditions: TrialConditions

  /// The delay of the note that may be off in the second of the two, in seconds (``Voicing/delay``).
  public let delayOfSecond: Double

  public let strategy: StrategyName?
  public let believedThreshold: Cents?

  public var hearing = 1

  public init(
    _ purity: Purity, _ conditions: TrialConditions, delayOfSecond: Double = 0,
    strategy: StrategyName? = nil, believedThreshold: Cents? = nil
  ) {
    self.purity = purity
    self.conditions = conditions
    self.delayOfSecond = delayOfSecond
    self.strategy = strategy
    self.believedThreshold = believedThreshold
  }

  /// The frequency of the note at the interval in the one that is off.
  public var offFrequency: Frequency { frequency(offBy: purity.centOffset) }

  /// The beats of the note that is off; `nil` if there are none to speak of.
  ///
  /// - Parameter partials: those of the sound; `nil` if they are not known.
  public func beats(_ partials: PartialLevels?) -> TrialBeats? {
    beats(of: offFrequency, partials, own: partials)
  }

  /// The seconds between the two: long enough for the second one to be heard as another one.
  public var gap: Double { max(flow.noteGap, Self.leastGap) }

  private static let leastGap = 0.25

  /// The frequencies of the note at the interval in the first and in the second of the two.
  public var frequencies: (first: Frequency, second: Frequency) {
    purity.isFirstTrue ? (trueFrequency, offFrequency) : (offFrequency, trueFrequency)
  }
}

/// A question of purity that was answered.
public nonisolated struct CompletedPurity: CompletedTrial {
  public let id: UUID
  public let purity: Purity
  public var challenge: Purity { purity }

  /// Whether the first of the two was taken for the true one.
  public let answeredFirst: Bool
  public let tuningSystem: TuningSystem

  /// When the answer was given; whole milliseconds.
  public let timestamp: Date
  public let context: TrialContext

  public init(
    id: UUID, purity: Purity, answeredFirst: Bool, tuningSystem: TuningSystem, timestamp: Date,
    context: TrialContext = TrialContext()
  ) {
    self.id = id
    self.purity = purity
    self.answeredFirst = answeredFirst
    self.tuningSystem = tuningSystem
    self.timestamp = timestamp.inWholeMilliseconds
    self.context = context
  }

  public var isCorrect: Bool { purity.isCorrect(answeredFirst: answeredFirst) }
}

/// The answer to a question of purity as far as the model of hearing reads it, living or from a record.
public nonisolated struct PurityAnswer: Sendable {
  /// The reference note.
  public let note: MIDINote
  public let interval: DirectedInterval

  /// Of the note that was off; positive is higher.
  public let centOffset: Cents

  public let isCorrect: Bool
  public let date: Date

  public init(
    note: MIDINote, interval: DirectedInterval, centOffset: Cents, isCorrect: Bool, date: Date
  ) {
    self.note = note
    self.interval = interval
    self.centOffset = centOffset
    self.isCorrect = isCorrect
    self.date = date
  }

  public init(_ completed: CompletedPurity) {
    self.init(
      note: completed.purity.referenceNote, interval: completed.purity.interval,
      centOffset: completed.purity.centOffset, isCorrect: completed.isCorrect,
      date: completed.timestamp)
  }

  /// As the maps of intervals read it; `nil` without a difference to hear: a record may say anything.
  ///
  /// - Parameter day: the number of its local day.
  func judged(day: Int) -> IntervalAnswer? {
    guard centOffset.magnitude > 0, centOffset.rawValue.isFinite else { return nil }
    return IntervalAnswer(
      interval: interval, day: day, offset: centOffset.rawValue, isCorrect: isCorrect)
  }
}

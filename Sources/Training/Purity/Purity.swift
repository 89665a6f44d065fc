import Foundation
import Music

/// Which of two is in tune? The same dyad or chord sounds twice, once true and once with one note off.
///
/// It lives in the logical world and knows no tuning and no hertz.
public nonisolated struct Purity: Hashable, Sendable {
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
    precondition(MIDINote.range.contains(referenceNote.rawValue + interval.semitones))
    self.referenceNote = referenceNote
    self.interval = interval
    self.centOffset = centOffset
    self.isFirstTrue = isFirstTrue
  }

  public var targetNote: MIDINote { referenceNote.transposed(by: interval) }

  public func isCorrect(answeredFirst: Bool) -> Bool { answeredFirst == isFirstTrue }
}

/// A question of purity as it will sound.
public nonisolated struct PosedPurity: TwoPartTrial {
  public let index: Int

  public let purity: Purity
  public var referenceNote: MIDINote { purity.referenceNote }
  public var interval: DirectedInterval { purity.interval }
  public let tuningSystem: TuningSystem

  /// What the true one has at the interval, and what the other one has there.
  public let trueFrequency: Frequency
  public let offFrequency: Frequency

  /// The length of each of the two.
  public let noteDuration: NoteDuration

  /// The level of the second of the two; the first sounds at 0 dB.
  public let amplitudeDB: AmplitudeDB

  /// The frequency of A4.
  public let referencePitch: Frequency

  /// What sounds with the note that may be off, always at once; with its delay in the first of the two.
  public let voicing: Voicing

  /// The delay of that note in the second of the two, in seconds (``Voicing/delay``).
  public let delayOfSecond: Double

  /// What chose the question, if anything did.
  public let strategy: StrategyName?

  /// The threshold that was assumed for the interval when the question was chosen.
  public let believedThreshold: Cents?

  public let flow: TrialFlow

  public var hearing = 1

  public init(
    index: Int, purity: Purity, tuningSystem: TuningSystem, referencePitch: Frequency,
    noteDuration: NoteDuration, amplitudeDB: AmplitudeDB, voicing: Voicing = Voicing(.harmonic),
    delayOfSecond: Double = 0, strategy: StrategyName? = nil, believedThreshold: Cents? = nil,
    flow: TrialFlow = TrialFlow()
  ) {
    self.index = index
    self.purity = purity
    self.tuningSystem = tuningSystem
    func target(_ offset: Cents) -> Frequency {
      tuningSystem.frequency(
        of: purity.interval, offset: offset, above: purity.referenceNote,
        referencePitch: referencePitch)
    }
    trueFrequency = target(0)
    offFrequency = target(purity.centOffset)
    self.noteDuration = noteDuration
    self.amplitudeDB = amplitudeDB
    self.referencePitch = referencePitch
    self.voicing = voicing
    self.delayOfSecond = delayOfSecond
    self.strategy = strategy
    self.believedThreshold = believedThreshold
    self.flow = flow
  }

  /// What sounds with the note that may be off.
  public var voices: [NoteRequest] {
    voicing.requests(
      above: purity.referenceNote, in: tuningSystem, referencePitch: referencePitch)
  }

  /// The seconds between the two: at least so many that the second one is heard as another one.
  public var gap: Double { max(flow.noteGap, Self.leastGap) }

  private static let leastGap = 0.25

  /// What the first of the two has at the interval, and what the second.
  public var frequencies: (first: Frequency, second: Frequency) {
    purity.isFirstTrue ? (trueFrequency, offFrequency) : (offFrequency, trueFrequency)
  }
}

/// A question of purity that was answered.
public nonisolated struct CompletedPurity: Hashable, Sendable, Identifiable {
  /// Stays with the record for as long as it exists.
  public let id: UUID
  public let purity: Purity

  /// Whether the first of the two was taken for the true one.
  public let answeredFirst: Bool
  public let tuningSystem: TuningSystem

  /// When the answer was given; whole milliseconds.
  public let timestamp: Date

  /// How the answer came about.
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

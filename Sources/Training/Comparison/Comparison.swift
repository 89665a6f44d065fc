import Foundation
import Music

/// What a comparison asks: is the second note higher or lower than the true interval?
///
/// It lives in the logical world and knows no tuning and no hertz.
public nonisolated struct Comparison: Hashable, Sendable {
  /// The first note, always exact.
  public let referenceNote: MIDINote

  /// The interval at which the second note lies.
  public let interval: DirectedInterval

  /// How far the second note is from the true interval; positive is higher.
  public let centOffset: Cents

  /// - Precondition: the transposed note lies within 0…127.
  public init(referenceNote: MIDINote, interval: DirectedInterval, centOffset: Cents) {
    precondition(MIDINote.range.contains(referenceNote.rawValue + interval.semitones))
    self.referenceNote = referenceNote
    self.interval = interval
    self.centOffset = centOffset
  }

  public var targetNote: MIDINote { referenceNote.transposed(by: interval) }

  /// Whether "higher" is the right answer.
  public var isTargetHigher: Bool { centOffset.rawValue > 0 }

  public func isCorrect(answeredHigher: Bool) -> Bool { answeredHigher == isTargetHigher }
}

/// A comparison as it will sound.
public nonisolated struct PosedComparison: TwoPartTrial {
  public let index: Int

  public let comparison: Comparison
  public var referenceNote: MIDINote { comparison.referenceNote }
  public var interval: DirectedInterval { comparison.interval }
  public let tuningSystem: TuningSystem

  /// What sounds first.
  public let referenceFrequency: Frequency

  /// What sounds second, the cent offset included.
  public let targetFrequency: Frequency

  /// The length of each note.
  public let noteDuration: NoteDuration

  /// The level of the second note; the first sounds at 0 dB.
  public let amplitudeDB: AmplitudeDB

  /// The frequency of A4.
  public let referencePitch: Frequency

  /// What sounds beside the second note, from the first on.
  public let voicing: Voicing

  /// What chose the comparison, if anything did.
  public let strategy: StrategyName?

  /// The threshold that was assumed for the reference note when the comparison was chosen.
  public let believedThreshold: Cents?

  public let flow: TrialFlow

  public var hearing = 1

  public init(
    index: Int, comparison: Comparison, tuningSystem: TuningSystem, referencePitch: Frequency,
    noteDuration: NoteDuration, amplitudeDB: AmplitudeDB, voicing: Voicing = Voicing(),
    strategy: StrategyName? = nil, believedThreshold: Cents? = nil, flow: TrialFlow = TrialFlow()
  ) {
    self.index = index
    self.comparison = comparison
    self.tuningSystem = tuningSystem
    self.referenceFrequency = tuningSystem.frequency(
      for: comparison.referenceNote, referencePitch: referencePitch)
    self.targetFrequency = tuningSystem.frequency(
      of: comparison.interval, offset: comparison.centOffset, above: comparison.referenceNote,
      referencePitch: referencePitch)
    self.noteDuration = noteDuration
    self.amplitudeDB = amplitudeDB
    self.referencePitch = referencePitch
    self.voicing = voicing
    self.strategy = strategy
    self.believedThreshold = believedThreshold
    self.flow = flow
  }
}

nonisolated extension PosedComparison {
  /// What the second note would be in tune.
  public var trueFrequency: Frequency {
    tuningSystem.frequency(
      of: comparison.interval, offset: 0, above: comparison.referenceNote,
      referencePitch: referencePitch)
  }

  /// What sounds from the first note on.
  public var voices: [NoteRequest] {
    voicing.requests(
      above: comparison.referenceNote, in: tuningSystem, referencePitch: referencePitch)
  }
}

/// A comparison that was answered.
public nonisolated struct CompletedComparison: Hashable, Sendable, Identifiable {
  /// Stays with the record for as long as it exists.
  public let id: UUID
  public let comparison: Comparison
  public let answeredHigher: Bool
  public let tuningSystem: TuningSystem

  /// When the answer was given; whole milliseconds.
  public let timestamp: Date

  /// How the answer came about.
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

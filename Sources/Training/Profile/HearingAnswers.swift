import Foundation
import Music

/// The answer to a choice as far as the model of hearing reads it, live or from a record.
///
/// No conclusion depends on the tuning system, which may be unknown on this machine.
public nonisolated struct ChoiceAnswer: Sendable {
  public let training: TrainingName
  public let note: MIDINote
  public let interval: DirectedInterval

  /// The offset of the note that was off; positive is higher than the true interval.
  public let centOffset: Cents

  public let isCorrect: Bool
  public let date: Date
  public let condition: HearingCondition

  /// The number of times that the trial was heard, if known.
  public let heard: Int?

  public let presentation: Presentation

  /// - Parameter context: an unknown presentation counts as melodic.
  public init(
    _ training: TrainingName, note: MIDINote, interval: DirectedInterval, centOffset: Cents,
    isCorrect: Bool, date: Date, context: TrialContext = TrialContext()
  ) {
    self.training = training
    self.note = note
    self.interval = interval
    self.centOffset = centOffset
    self.isCorrect = isCorrect
    self.date = date
    condition = HearingCondition(context)
    heard = context.heard
    presentation = context.presentation ?? .melodic
  }

  /// Returns `nil` for another answer.
  init?(_ result: CompletedTrial) {
    guard case .choice = result.answer else { return nil }
    self.init(
      result.training, note: result.challenge.referenceNote, interval: result.challenge.interval,
      centOffset: result.challenge.centOffset, isCorrect: result.isCorrect,
      date: result.timestamp, context: result.context)
  }

  var kind: TrainingKind { TrainingKind(interval) }

  var answeredHigher: Bool { isCorrect == (centOffset.rawValue > 0) }

  /// True if there was a difference to hear: a record may have none.
  var isJudgeable: Bool { centOffset.magnitude > 0 && centOffset.rawValue.isFinite }

  /// The answer as the maps of intervals read it; `nil` without a difference to hear.
  ///
  /// - Parameter day: the number of its local day.
  func judged(day: Int) -> IntervalAnswer? {
    guard isJudgeable else { return nil }
    return IntervalAnswer(
      interval: interval, day: day, offset: centOffset.rawValue, isCorrect: isCorrect)
  }
}

/// A note of the user's own as far as the model of hearing reads it, live or from a record.
public nonisolated struct PitchAnswer: Sendable {
  public let training: TrainingName

  /// The reference of a matching. Of a played note, that note in the octave in which it was played:
  /// an open string is the same, whichever octave of it was asked for.
  public let note: MIDINote
  public let interval: DirectedInterval

  /// Positive is sharp.
  public let centError: Cents

  /// The start of the note, from the target; 0 for a played note.
  public let initialCentOffset: Cents

  public let date: Date
  public let presentation: Presentation

  /// - Parameter presentation: `nil` counts as melodic.
  public init(
    _ training: TrainingName, note: MIDINote, interval: DirectedInterval, centError: Cents,
    initialCentOffset: Cents = 0, date: Date, presentation: Presentation?
  ) {
    self.training = training
    self.note = note
    self.interval = interval
    self.centError = centError
    self.initialCentOffset = initialCentOffset
    self.date = date
    self.presentation = presentation ?? .melodic
  }

  /// A played note.
  ///
  /// - Parameters:
  ///   - target: the note that was to be played.
  ///   - octaves: the octaves by which the note was above that. If there is no such note, the
  ///     target counts.
  public init(
    target: MIDINote, octaves: Int = 0, interval: DirectedInterval, centError: Cents, date: Date,
    presentation: Presentation?
  ) {
    self.init(
      .playing, note: MIDINote(exactly: target.rawValue + 12 * octaves) ?? target,
      interval: interval, centError: centError, date: date, presentation: presentation)
  }

  var kind: TrainingKind { TrainingKind(interval) }
}

/// A value for notes one after the other and a value for notes together. They teach different
/// things, so their conclusions are kept separately.
public nonisolated struct ByPresentation<Value> {
  public var melodic: Value
  public var harmonic: Value

  public init(_ value: () -> Value) {
    melodic = value()
    harmonic = value()
  }

  public subscript(presentation: Presentation) -> Value {
    get {
      switch presentation {
      case .melodic: melodic
      case .harmonic: harmonic
      }
    }
    _modify {
      switch presentation {
      case .melodic: yield &melodic
      case .harmonic: yield &harmonic
      }
    }
  }
}

nonisolated extension ByPresentation: Sendable where Value: Sendable {}
nonisolated extension ByPresentation: Equatable where Value: Equatable {}

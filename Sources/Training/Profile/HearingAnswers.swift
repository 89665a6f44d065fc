import Foundation
import Music

/// The answer to a choice as far as the model of hearing reads it, living or from a record.
///
/// A record's tuning system, which no conclusion depends on, may be unknown on this machine.
public nonisolated struct ChoiceAnswer: Sendable {
  public let training: TrainingName

  /// The reference note.
  public let note: MIDINote
  public let interval: DirectedInterval

  /// Of the note that was off; positive is higher than the true interval.
  public let centOffset: Cents

  public let isCorrect: Bool
  public let date: Date
  public let condition: HearingCondition

  /// How often the trial was heard; `nil` if that is unknown.
  public let heard: Int?

  public let presentation: Presentation

  /// - Parameter context: what is unknown in it counts as unknown; an unknown presentation is
  ///   melodic.
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

  /// `nil` of another answer.
  init?(_ result: CompletedTrial) {
    guard case .choice = result.answer else { return nil }
    self.init(
      result.training, note: result.challenge.referenceNote, interval: result.challenge.interval,
      centOffset: result.challenge.centOffset, isCorrect: result.isCorrect,
      date: result.timestamp, context: result.context)
  }

  var kind: TrainingKind { TrainingKind(interval) }

  var answeredHigher: Bool { isCorrect == (centOffset.rawValue > 0) }

  /// Whether there was a difference to hear: a record may say anything.
  var isJudgeable: Bool { centOffset.magnitude > 0 && centOffset.rawValue.isFinite }

  /// As the maps of intervals read it; `nil` without a difference to hear.
  ///
  /// - Parameter day: the number of its local day.
  func judged(day: Int) -> IntervalAnswer? {
    guard isJudgeable else { return nil }
    return IntervalAnswer(
      interval: interval, day: day, offset: centOffset.rawValue, isCorrect: isCorrect)
  }
}

/// A note of the user's own as far as the model of hearing reads it, living or from a record.
public nonisolated struct PitchAnswer: Sendable {
  public let training: TrainingName

  /// The reference of a matching. Of a played note that note in the octave in which it was played: an open string is
  /// what it is, whichever octave of it was asked for.
  public let note: MIDINote
  public let interval: DirectedInterval

  /// Positive is sharp.
  public let centError: Cents

  /// Where the note started, from the target; 0 of a played one.
  public let initialCentOffset: Cents

  public let date: Date
  public let presentation: Presentation

  /// - Parameter presentation: melodic if it is unknown.
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
  ///   - octaves: by how many octaves the note was above that. If there is no such note, the target counts.
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

/// One value for notes one after the other and one for notes together. They teach different things,
/// so what is concluded from them is kept apart.
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

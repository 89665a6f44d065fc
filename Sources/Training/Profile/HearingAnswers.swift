import Foundation
import Music

/// The answer to a comparison as far as the model of hearing reads it, living or from a record.
///
/// A record's tuning system, which no conclusion depends on, may be unknown on this machine.
public nonisolated struct ComparisonAnswer: Sendable {
  public let note: MIDINote
  public let interval: DirectedInterval

  /// Positive is higher than the true interval.
  public let centOffset: Cents

  public let isCorrect: Bool
  public let date: Date
  public let condition: HearingCondition

  /// How often the trial was heard; `nil` if that is unknown.
  public let heard: Int?

  public let presentation: Presentation

  /// - Parameter heard: `nil` if it is unknown.
  public init(
    note: MIDINote, interval: DirectedInterval, centOffset: Cents, isCorrect: Bool, date: Date,
    condition: HearingCondition, heard: Int?, presentation: Presentation
  ) {
    self.note = note
    self.interval = interval
    self.centOffset = centOffset
    self.isCorrect = isCorrect
    self.date = date
    self.condition = condition
    self.heard = heard
    self.presentation = presentation
  }

  /// - Parameter context: what is unknown in it counts as unknown; an unknown presentation is
  ///   melodic.
  public init(
    note: MIDINote, interval: DirectedInterval, centOffset: Cents, isCorrect: Bool, date: Date,
    context: TrialContext
  ) {
    self.init(
      note: note, interval: interval, centOffset: centOffset, isCorrect: isCorrect, date: date,
      condition: HearingCondition(context), heard: context.heard,
      presentation: context.presentation ?? .melodic)
  }

  public init(_ completed: CompletedTrial) {
    self.init(
      note: completed.challenge.referenceNote, interval: completed.challenge.interval,
      centOffset: completed.challenge.centOffset, isCorrect: completed.isCorrect,
      date: completed.timestamp, context: completed.context)
  }

  var kind: TrainingKind { TrainingKind(interval) }

  var answeredHigher: Bool { isCorrect == (centOffset.rawValue > 0) }

  /// Whether there was a difference to hear: a record may say anything.
  var isJudgeable: Bool { centOffset.magnitude > 0 && centOffset.rawValue.isFinite }
}

/// A pitch matching as far as the model of hearing reads it, living or from a record.
public nonisolated struct MatchingAnswer: Sendable {
  public let note: MIDINote
  public let interval: DirectedInterval

  /// Positive is sharp.
  public let centError: Cents

  /// Where the note started, from the target.
  public let initialCentOffset: Cents

  public let date: Date
  public let presentation: Presentation

  /// - Parameter presentation: melodic if it is unknown.
  public init(
    note: MIDINote, interval: DirectedInterval, centError: Cents, initialCentOffset: Cents,
    date: Date, presentation: Presentation?
  ) {
    self.note = note
    self.interval = interval
    self.centError = centError
    self.initialCentOffset = initialCentOffset
    self.date = date
    self.presentation = presentation ?? .melodic
  }

  public init(_ completed: CompletedTrial) {
    self.init(
      note: completed.challenge.referenceNote, interval: completed.challenge.interval,
      centError: completed.userCentError,
      initialCentOffset: completed.challenge.centOffset, date: completed.timestamp,
      presentation: completed.context.presentation)
  }

  var kind: TrainingKind { TrainingKind(interval) }
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

  public init(_ completed: CompletedTrial) {
    self.init(
      note: completed.challenge.referenceNote, interval: completed.challenge.interval,
      centOffset: completed.challenge.centOffset, isCorrect: completed.isCorrect,
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

/// A played note as far as the model of hearing reads it, living or from a record.
public nonisolated struct PlayingAnswer: Sendable {
  /// The note in the octave in which it was played: an open string is what it is, whichever octave of it was asked
  /// for.
  public let note: MIDINote
  public let interval: DirectedInterval

  /// Positive is sharp.
  public let centError: Cents

  public let date: Date
  public let presentation: Presentation

  /// - Parameters:
  ///   - target: the note that was to be played.
  ///   - octaves: by how many octaves the note was above that. If there is no such note, the target counts.
  ///   - presentation: melodic if it is unknown.
  public init(
    target: MIDINote, octaves: Int = 0, interval: DirectedInterval, centError: Cents, date: Date,
    presentation: Presentation?
  ) {
    note = MIDINote(exactly: target.rawValue + 12 * octaves) ?? target
    self.interval = interval
    self.centError = centError
    self.date = date
    self.presentation = presentation ?? .melodic
  }

  public init(_ completed: CompletedTrial) {
    self.init(
      target: completed.challenge.targetNote, octaves: completed.played?.octaves ?? 0,
      interval: completed.challenge.interval, centError: completed.userCentError,
      date: completed.timestamp, presentation: completed.context.presentation)
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

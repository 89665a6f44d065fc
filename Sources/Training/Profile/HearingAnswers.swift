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

  public init(_ completed: CompletedComparison) {
    self.init(
      note: completed.comparison.referenceNote, interval: completed.comparison.interval,
      centOffset: completed.comparison.centOffset, isCorrect: completed.isCorrect,
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

  public init(_ completed: CompletedPitchMatching) {
    self.init(
      note: completed.challenge.referenceNote, interval: completed.challenge.interval,
      centError: completed.userCentError,
      initialCentOffset: completed.challenge.initialCentOffset, date: completed.timestamp,
      presentation: completed.context.presentation)
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

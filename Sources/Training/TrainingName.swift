import Foundation
import Music

/// The trainings, as spelt in settings, JSON and Open Sound Control.
public nonisolated enum TrainingName: String, CaseIterable, Sendable {
  case comparison, matching, purity, playing

  /// Notes and intervals in tune, to be listened to.
  case listening

  /// Notes played freely, for the map of an instrument.
  case map

  /// Three sounds, one of which differs. Only plans ask this.
  case oddOne

  /// The trainings with a command of their own.
  public static let commands = allCases.filter(\.traits.hasCommand)

  /// The trainings with a command in which Peach poses trials.
  public static let posed = commands.filter(\.traits.hasTrials)

  /// The trainings with a command in which something is answered, of which the profile has figures.
  public static let answered = commands.filter { $0.answer != .none }

  public var traits: TrainingTraits {
    switch self {
    case .comparison: TrainingTraits(command: "compare", answer: .choice)
    case .matching: TrainingTraits(command: "match", answer: .pitch)
    case .purity:
      TrainingTraits(
        command: "purity", answer: .choice, asksWhich: true, ownPresentation: .harmonic)
    case .playing: TrainingTraits(command: "play", answer: .pitch, listens: true)
    case .listening: TrainingTraits(command: "listen", answer: .none, ownPresentation: .harmonic)
    case .map: TrainingTraits(command: "map", answer: .none, hasTrials: false, listens: true)
    case .oddOne:
      TrainingTraits(
        command: "oddOne", hasCommand: false, answer: .place, asksWhich: true,
        ownPresentation: .harmonic)
    }
  }

  /// The command that starts the training: `compare`.
  public var command: String { traits.command }

  public var answer: AnswerKind { traits.answer }

  /// The only way in which its notes follow each other; `nil` if the user sets it.
  public var ownPresentation: Presentation? { traits.ownPresentation }
}

/// The differences between a training and others of its kind of answer.
public nonisolated struct TrainingTraits: Sendable {
  /// The command that starts the training: `peach compare`.
  public let command: String

  /// False if only plans ask it.
  public var hasCommand = true
  public let answer: AnswerKind

  /// True if Peach poses trials: a note to start from, and an interval.
  public var hasTrials = true

  /// True if the user says which of several sounds it was, false if the user says higher or lower.
  public var asksWhich = false

  /// True if Peach listens to notes of the user's own.
  public var listens = false
  public var ownPresentation: Presentation?
}

/// The kind of a training's answers, which decides how they are counted and drawn.
public nonisolated enum AnswerKind: Sendable {
  /// A choice between two; it is right or wrong.
  case choice

  /// A place among three; it is right or wrong.
  case place

  /// A pitch, which is off by a number of cents. It takes twice as long.
  case pitch

  /// Nothing to answer.
  case none

  public var isRightOrWrong: Bool { self == .choice || self == .place }
}

/// The two kinds of each training. They teach different things, so their histories are kept
/// separately.
public nonisolated enum TrainingKind: String, CaseIterable, Sendable {
  case unison

  /// The notes lie an interval apart, up or down.
  case interval

  public init(_ interval: DirectedInterval) {
    self = interval == .prime ? .unison : .interval
  }
}

/// A value for unison training and one for interval training.
public nonisolated struct ByTrainingKind<Value> {
  public var unison: Value
  public var interval: Value

  public init(unison: Value, interval: Value) {
    self.unison = unison
    self.interval = interval
  }

  public init(_ value: (TrainingKind) -> Value) {
    self.init(unison: value(.unison), interval: value(.interval))
  }

  public subscript(kind: TrainingKind) -> Value {
    get {
      switch kind {
      case .unison: unison
      case .interval: interval
      }
    }
    _modify {
      switch kind {
      case .unison: yield &unison
      case .interval: yield &interval
      }
    }
  }
}

nonisolated extension ByTrainingKind: Sendable where Value: Sendable {}
nonisolated extension ByTrainingKind: Equatable where Value: Equatable {}

public nonisolated struct RecordCounts: Hashable, Sendable {
  private var counts: [TrainingName: Int]

  /// The number of records of all trainings that the user has taken back. They count in no
  /// training.
  public var withdrawn: Int

  public init(_ counts: [TrainingName: Int] = [:], withdrawn: Int = 0) {
    self.counts = counts.filter { $0.value != 0 }
    self.withdrawn = withdrawn
  }

  public subscript(training: TrainingName) -> Int { counts[training, default: 0] }

  public var total: Int { counts.values.reduce(0, +) }

  public mutating func add(_ training: TrainingName) { counts[training, default: 0] += 1 }

  /// True if there is no record, not even a withdrawn one.
  public var isEmpty: Bool { total + withdrawn == 0 }
}

/// Stores results or learns from them. An observer handles its own errors. Main thread.
public protocol ResultObserver: AnyObject {
  /// - Parameter done: to be called once, at once or later, when the result is stored or cannot be.
  func receive(_ result: CompletedTrial, done: @escaping () -> Void)

  /// Forgets the last result. There is no default, as doing nothing would report a false success.
  ///
  /// - Parameter done: to be called once, at once or later: `false` if that is impossible, and the
  ///   result still counts.
  func withdraw(_ result: CompletedTrial, done: @escaping (Bool) -> Void)

  /// Announces the end of the training, which waits for unfinished work.
  func endSoon()
}

extension ResultObserver {
  public func endSoon() {}
}

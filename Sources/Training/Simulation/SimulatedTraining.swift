import Foundation
import Music

/// Comparison training of a ``SimulatedListener``: without sound, in virtual time, with the same
/// strategies and the same model of hearing as real training.
public final class SimulatedTraining {
  /// How long a trial takes in virtual time, in seconds.
  private static let secondsPerTrial = 4.0

  public let listener: SimulatedListener
  public private(set) var hearing = HearingModel()

  /// The number of trials so far, and what was presented and answered in them.
  public private(set) var trials = 0
  public private(set) var course = SimulatedCourse()

  private let interval: DirectedInterval
  private let notes: [MIDINote]
  private let settings: TrainingSettings
  private let strategy: any NextComparisonStrategy
  private var random: RandomSource
  private var last: CompletedComparison?

  /// - Parameters:
  ///   - interval: the interval of every comparison.
  ///   - settings: only the note range and the limits of the offset matter.
  public init(
    listener: SimulatedListener, strategy: any NextComparisonStrategy,
    interval: DirectedInterval = .prime, settings: TrainingSettings, random: RandomSource
  ) {
    self.listener = listener
    self.strategy = strategy
    self.interval = interval
    notes = settings.noteRange.references(for: interval).map { MIDINote($0) }
    self.settings = settings
    self.random = random
  }

  public var kind: TrainingKind { TrainingKind(interval) }

  /// Trains until that many trials are done.
  public func train(until count: Int) {
    while trials < count { train() }
  }

  private func train() {
    let comparison = strategy.nextComparison(
      interval: interval, among: notes, settings: settings, hearing: hearing, last: last,
      using: &random)
    let completed = CompletedComparison(
      id: UUID.random(using: &random), comparison: comparison,
      answeredHigher: listener.answersHigher(comparison, after: trials, using: &random),
      tuningSystem: .equalTemperament,
      timestamp: Date(timeIntervalSince1970: Double(trials) * Self.secondsPerTrial))
    trials += 1
    course.add(completed)
    hearing.add(.comparison(completed))
    last = completed
  }
}

extension UUID {
  nonisolated fileprivate static func random(using random: inout RandomSource) -> UUID {
    withUnsafeBytes(of: (random.next(), random.next())) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}

/// What was presented in a simulated training, and how much of it was told correctly, after the
/// staircase has found its level.
public nonisolated struct SimulatedCourse: Hashable, Sendable {
  /// The number of trials that a staircase is given to settle.
  private static let settling = 50

  private var offsets = Welford()
  private var correct = 0
  private var seen = 0

  /// The mean |offset| in cents; `nil` before the 51st trial.
  public var meanOffset: Double? { offsets.mean }

  /// The share of correct answers; `nil` before the 51st trial.
  public var shareCorrect: Double? {
    offsets.count > 0 ? Double(correct) / Double(offsets.count) : nil
  }

  fileprivate mutating func add(_ completed: CompletedComparison) {
    seen += 1
    guard seen > Self.settling else { return }
    offsets.add(completed.comparison.centOffset.magnitude)
    if completed.isCorrect { correct += 1 }
  }
}

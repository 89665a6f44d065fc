import MainThread
import Realtime
import Training

/// How far a run of training has come, across the sessions with its clients.
struct RunProgress {
  /// How many results count.
  private(set) var results = 0

  /// How many of them are right answers.
  private(set) var right = 0

  /// The number of the next trial. An answer that is taken back keeps its number.
  private(set) var nextIndex = 1

  /// The run ends there, whatever the settings say; `nil` if they decide.
  private let limit: Block.Length?

  /// How long there was training.
  private(set) var time = Duration.zero
  private var last: ProgramClock.Instant?

  /// After so long without a trial or a result there was none.
  private static let rest = Duration.seconds(15)

  init(limit: Block.Length?) { self.limit = limit }

  /// A trial begins, or has its result.
  mutating func train(at now: ProgramClock.Instant) {
    if let last, now - last <= Self.rest { time += now - last }
    last = now
  }

  mutating func add(_ result: CompletedTrial) {
    results += 1
    right += result.isCorrect ? 1 : 0
    nextIndex += 1
  }

  /// The last answer was taken back.
  mutating func withdraw(_ result: CompletedTrial) {
    results -= 1
    right -= result.isCorrect ? 1 : 0
  }

  /// How many results the run should have; `nil` if it has no end, or another one.
  ///
  /// - Parameter sessionTrials: the trials of a session, as it is set.
  func limit(ofSession sessionTrials: Int?) -> Int? {
    switch limit {
    case .trials(let count): count
    case .seconds: nil
    case nil: sessionTrials
    }
  }

  /// The reason to end if the run has as many results, or has lasted as long, as it should; `nil` if it has not.
  func ending(ofSession sessionTrials: Int?) -> Ending? {
    if case .seconds(let seconds) = limit { return time >= .seconds(seconds) ? .trials : nil }
    guard let limit = limit(ofSession: sessionTrials), results >= limit else { return nil }
    return self.limit == nil ? .sessionEnd : .trials
  }
}

/// A source of chance that goes on where it was, across the sessions of one run.
final nonisolated class SharedRandom: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  /// - Parameter seed: `nil` for the system's chance.
  init(seed: UInt64?) {
    generator = seed.map { SeededGenerator(seed: $0) } ?? SystemRandomNumberGenerator()
  }

  func next() -> UInt64 { generator.next() }
}

import Training

/// How far a run of training has come, across the sessions with its clients.
struct RunProgress {
  /// How many results count.
  private(set) var results = 0

  /// The number of the next trial. An answer that is taken back keeps its number.
  private(set) var nextIndex = 1

  /// The run ends after this many results, whatever the settings say; `nil` if they decide.
  private let trialLimit: Int?

  init(trialLimit: Int?) { self.trialLimit = trialLimit }

  mutating func addResult() {
    results += 1
    nextIndex += 1
  }

  /// The last answer was taken back.
  mutating func withdrawResult() { results -= 1 }

  /// How many results the run should have; `nil` if it has no end.
  ///
  /// - Parameter sessionTrials: the trials of a session, as it is set.
  func limit(ofSession sessionTrials: Int?) -> Int? { trialLimit ?? sessionTrials }

  /// The reason to end if the run has as many results as it should have; `nil` if it has not.
  func ending(ofSession sessionTrials: Int?) -> Ending? {
    guard let limit = limit(ofSession: sessionTrials), results >= limit else { return nil }
    return trialLimit == nil ? .sessionEnd : .trials
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

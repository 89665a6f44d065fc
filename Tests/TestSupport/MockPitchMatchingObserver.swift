import Training

/// Keeps the pitch matchings that it was told of.
public final class MockPitchMatchingObserver: PitchMatchingObserver {
  public private(set) var completed: [CompletedPitchMatching] = []

  /// Called with each pitch matching after it was kept.
  public var onCompleted: ((CompletedPitchMatching) -> Void)?

  public init() {}

  public func pitchMatchingCompleted(_ completed: CompletedPitchMatching) {
    self.completed.append(completed)
    onCompleted?(completed)
  }

  public func reset() {
    completed = []
    onCompleted = nil
  }
}

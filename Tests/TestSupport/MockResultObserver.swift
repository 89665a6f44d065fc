import Training

/// Keeps the results that it was told of.
public final class MockResultObserver: ResultObserver {
  public private(set) var results: [TrainingResult] = []

  /// Called with each result after it was kept.
  public var onResult: ((TrainingResult) -> Void)?

  public init() {}

  public func receive(_ result: TrainingResult) {
    results.append(result)
    onResult?(result)
  }

  public func reset() {
    results = []
    onResult = nil
  }
}

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

  /// The results that were taken back, and whether that is possible.
  public private(set) var withdrawn: [TrainingResult] = []
  public var refusesWithdrawal = false

  public func withdraw(_ result: TrainingResult) -> Bool {
    withdrawn.append(result)
    return !refusesWithdrawal
  }

  public func reset() {
    results = []
    withdrawn = []
    refusesWithdrawal = false
    onResult = nil
  }
}

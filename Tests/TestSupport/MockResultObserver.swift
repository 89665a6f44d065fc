import Training

/// Keeps the results that it was told of.
public final class MockResultObserver: ResultObserver {
  public private(set) var results: [TrainingResult] = []

  /// Called with each result after it was kept.
  public var onResult: ((TrainingResult) -> Void)?

  public init() {}

  /// Whether the results are stored when ``finish()`` is called, and not at once.
  public var isSlow = false

  /// What is to be called when that is done.
  private var waiting: [() -> Void] = []

  /// How often the training has asked for a soon end.
  public private(set) var endings = 0

  public func receive(_ result: TrainingResult, done: @escaping () -> Void) {
    results.append(result)
    onResult?(result)
    if isSlow { waiting.append(done) } else { done() }
  }

  /// Everything is stored.
  public func finish() {
    let waiting = waiting
    self.waiting = []
    for done in waiting { done() }
  }

  /// The results that were taken back, and whether that is possible.
  public private(set) var withdrawn: [TrainingResult] = []
  public var refusesWithdrawal = false

  public func withdraw(_ result: TrainingResult, done: @escaping (Bool) -> Void) {
    withdrawn.append(result)
    done(!refusesWithdrawal)
  }

  public func endSoon() { endings += 1 }

  public func reset() {
    results = []
    withdrawn = []
    waiting = []
    refusesWithdrawal = false
    onResult = nil
  }
}

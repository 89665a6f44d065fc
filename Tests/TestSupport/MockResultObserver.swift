import Training

/// Keeps the results that it was told of.
public final class MockResultObserver: ResultObserver {
  public private(set) var results: [CompletedTrial] = []

  /// Called with each result after it was kept.
  public var onResult: ((CompletedTrial) -> Void)?

  public init() {}

  /// Whether the results are stored when ``finish()`` is called, and not at once.
  public var isSlow = false

  /// What is to be called when that is done.
  private var waiting: [() -> Void] = []

  /// How often the training has asked for a soon end.
  public private(set) var endings = 0

  public func receive(_ result: CompletedTrial, done: @escaping () -> Void) {
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
  public private(set) var withdrawn: [CompletedTrial] = []
  public var refusesWithdrawal = false

  public func withdraw(_ result: CompletedTrial, done: @escaping (Bool) -> Void) {
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

import Training

/// Counts how often it was reset.
public final class MockResettable: Resettable {
  public private(set) var resetCount = 0

  /// Called with each reset.
  public var onReset: (() -> Void)?

  public init() {}

  public func reset() {
    resetCount += 1
    onReset?()
  }
}

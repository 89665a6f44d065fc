import Training

/// Keeps the course of a comparison training.
public final class MockComparisonSessionObserver: ComparisonSessionObserver {
  public enum Event: Equatable {
    case posed(PosedComparison)
    case stateChanged(ComparisonState)
    case stopped(StopReason)
  }

  public private(set) var events: [Event] = []

  /// Called with each event after it was kept.
  public var onEvent: ((Event) -> Void)?

  public init() {}

  /// The challenges among the events.
  public var posed: [PosedComparison] {
    events.compactMap { if case .posed(let challenge) = $0 { challenge } else { nil } }
  }

  /// The changes of state among the events.
  public var states: [ComparisonState] {
    events.compactMap { if case .stateChanged(let state) = $0 { state } else { nil } }
  }

  /// The ends among the events.
  public var stops: [StopReason] {
    events.compactMap { if case .stopped(let reason) = $0 { reason } else { nil } }
  }

  public func comparisonPosed(_ challenge: PosedComparison) { keep(.posed(challenge)) }

  public func comparisonStateChanged(to state: ComparisonState) { keep(.stateChanged(state)) }

  public func comparisonSessionStopped(_ reason: StopReason) { keep(.stopped(reason)) }

  public func reset() {
    events = []
    onEvent = nil
  }

  private func keep(_ event: Event) {
    events.append(event)
    onEvent?(event)
  }
}

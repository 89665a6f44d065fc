import Training

/// Keeps the course of a pitch matching training.
public final class MockPitchMatchingSessionObserver: PitchMatchingSessionObserver {
  public enum Event: Equatable {
    case posed(PosedPitchMatching)
    case stateChanged(PitchMatchingState)
    case stopped(StopReason)
  }

  public private(set) var events: [Event] = []

  /// Called with each event after it was kept.
  public var onEvent: ((Event) -> Void)?

  public init() {}

  /// The challenges among the events.
  public var posed: [PosedPitchMatching] {
    events.compactMap { if case .posed(let challenge) = $0 { challenge } else { nil } }
  }

  /// The changes of state among the events.
  public var states: [PitchMatchingState] {
    events.compactMap { if case .stateChanged(let state) = $0 { state } else { nil } }
  }

  /// The ends among the events.
  public var stops: [StopReason] {
    events.compactMap { if case .stopped(let reason) = $0 { reason } else { nil } }
  }

  public func pitchMatchingPosed(_ challenge: PosedPitchMatching) { keep(.posed(challenge)) }

  public func pitchMatchingStateChanged(to state: PitchMatchingState) {
    keep(.stateChanged(state))
  }

  public func pitchMatchingSessionStopped(_ reason: StopReason) { keep(.stopped(reason)) }

  public func reset() {
    events = []
    onEvent = nil
  }

  private func keep(_ event: Event) {
    events.append(event)
    onEvent?(event)
  }
}

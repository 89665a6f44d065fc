import Training

/// Keeps the events of a training.
public final class MockTrainingObserver: TrainingObserver {
  public private(set) var events: [TrainingEvent] = []

  /// Called with each event after it was kept.
  public var onEvent: ((TrainingEvent) -> Void)?

  public init() {}

  /// The trials among the events.
  public var trials: [PosedTrial] {
    events.compactMap { if case .trial(let trial) = $0 { trial } else { nil } }
  }

  /// The changes of state among the events.
  public var states: [TrialPhase] {
    events.compactMap { if case .state(let state) = $0 { state } else { nil } }
  }

  /// The results among the events.
  public var outcomes: [CompletedTrial] {
    events.compactMap { if case .result(let outcome) = $0 { outcome } else { nil } }
  }

  /// The ends among the events.
  public var stops: [StopReason] {
    events.compactMap { if case .stopped(let reason) = $0 { reason } else { nil } }
  }

  public func receive(_ event: TrainingEvent) {
    events.append(event)
    onEvent?(event)
  }

  public func reset() {
    events = []
    onEvent = nil
  }
}

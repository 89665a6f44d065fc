/// Tells the observers of a pitch matching training what happens.
final class PitchMatchingAnnouncer {
  enum Event {
    case posed(PosedPitchMatching)
    case stateChanged(PitchMatchingState)
    case completed(CompletedPitchMatching)
    case stopped(StopReason)
  }

  var observers: [any PitchMatchingObserver]
  weak var sessionObserver: (any PitchMatchingSessionObserver)?

  private let announcements = Announcements<Event>()

  init(observers: [any PitchMatchingObserver]) { self.observers = observers }

  func announce(_ events: Event...) { announcements.announce(events, tell: tell) }

  private func tell(_ event: Event) {
    switch event {
    case .posed(let challenge): sessionObserver?.pitchMatchingPosed(challenge)
    case .stateChanged(let state): sessionObserver?.pitchMatchingStateChanged(to: state)
    case .completed(let completed):
      for observer in observers { observer.pitchMatchingCompleted(completed) }
    case .stopped(let reason): sessionObserver?.pitchMatchingSessionStopped(reason)
    }
  }
}

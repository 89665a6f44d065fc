/// Tells the observers of a comparison training what happens.
final class ComparisonAnnouncer {
  enum Event {
    case posed(PosedComparison)
    case stateChanged(ComparisonState)
    case completed(CompletedComparison)
    case stopped(StopReason)
  }

  var observers: [any ComparisonObserver]
  weak var sessionObserver: (any ComparisonSessionObserver)?

  private let announcements = Announcements<Event>()

  init(observers: [any ComparisonObserver]) { self.observers = observers }

  func announce(_ events: Event...) { announcements.announce(events, tell: tell) }

  private func tell(_ event: Event) {
    switch event {
    case .posed(let challenge): sessionObserver?.comparisonPosed(challenge)
    case .stateChanged(let state): sessionObserver?.comparisonStateChanged(to: state)
    case .completed(let completed):
      for observer in observers { observer.comparisonCompleted(completed) }
    case .stopped(let reason): sessionObserver?.comparisonSessionStopped(reason)
    }
  }
}

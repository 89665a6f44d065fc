/// Tells of the events of a comparison training one after the other.
///
/// What happens while an event is being told waits its turn, so that every observer hears of
/// everything in the order in which it happened.
final class ComparisonAnnouncer {
  enum Event {
    case posed(PosedComparison)
    case stateChanged(ComparisonState)
    case completed(CompletedComparison)
    case stopped(StopReason)
  }

  var observers: [any ComparisonObserver]
  weak var sessionObserver: (any ComparisonSessionObserver)?

  private var pending: [Event] = []
  private var isTelling = false

  init(observers: [any ComparisonObserver]) { self.observers = observers }

  func announce(_ events: Event...) {
    pending += events
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !pending.isEmpty { tell(pending.removeFirst()) }
  }

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

/// Tells of events one after the other.
///
/// What happens while an event is being told waits its turn, so that every observer hears of everything
/// in the order in which it happened.
final class Announcements<Event> {
  private var pending: [Event] = []
  private var isTelling = false

  /// Has these events told by `tell`, after those that wait already.
  func announce(_ events: [Event], tell: (Event) -> Void) {
    pending += events
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !pending.isEmpty { tell(pending.removeFirst()) }
  }
}

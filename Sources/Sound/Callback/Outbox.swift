import Realtime

/// What the process callback has to tell: events on their way to the main thread, and whether it is to
/// be woken for them.
struct Outbox: BitwiseCopyable {
  private let messages: UnsafeMutablePointer<ProcessMessages>
  private var hasNews = false

  /// - Parameter messages: outlives this.
  init(messages: UnsafeMutablePointer<ProcessMessages>) { self.messages = messages }

  /// Tells what must be known. There is always room: `Control/` admits fewer notes and banks at once
  /// than the ring holds.
  @_noLocks @_noAllocation
  mutating func tell(_ kind: Event.Kind, at time: FrameTime) {
    if !messages.pointee.events.push(Event(kind, at: time), isEssential: true) {
      messages.pointee.counters.countLostEvent()
    }
    hasNews = true
  }

  /// Tells what a later event makes up for; false where the main thread is too far behind.
  @_noLocks @_noAllocation
  mutating func mention(_ kind: Event.Kind, at time: FrameTime) -> Bool {
    let isTold = messages.pointee.events.push(Event(kind, at: time), isEssential: false)
    hasNews = true
    return isTold
  }

  /// Whether there is something that the main thread has not been woken for.
  @_noLocks @_noAllocation
  mutating func takeWakeUp() -> Bool {
    let news = hasNews
    hasNews = false
    return news
  }
}

import Console

/// Gives a first run its time, and does what it asks for. Main thread.
final class FirstRunDriver {
  private(set) var run = FirstRun()
  private let perform: (FirstRun.Action) -> Void
  private let start = ContinuousClock.now
  private var waiting: Task<Void, Never>?

  /// - Parameter perform: called with each action, in order.
  init(_ perform: @escaping (FirstRun.Action) -> Void) { self.perform = perform }

  func soundChanged(_ hasSound: Bool) { handle { $0.soundChanged(hasSound, at: $1) } }

  func handle(_ key: Key) { handle { $0.handle(key, at: $1) } }

  /// No note sounds any more.
  func end() {
    waiting?.cancel()
    waiting = nil
  }

  private func handle(_ input: (inout FirstRun, Duration) -> [FirstRun.Action]) {
    let actions = input(&run, ContinuousClock.now - start)
    waiting?.cancel()
    waiting = nil
    if let next = run.nextNote {
      waiting = Task { [weak self, start] in
        guard (try? await Task.sleep(until: start + next, clock: .continuous)) != nil else {
          return
        }
        self?.handle { $0.tick(at: $1) }
      }
    }
    actions.forEach(perform)
  }
}

import MainThread
import Program

/// What was chosen while the history was still being read: it follows as soon as the history is there. Main
/// thread.
final class PendingAction {
  /// `nil` if nothing waits.
  private(set) var action: ScreenAction?

  /// Whether the user has named what is to follow, so that nothing takes its place.
  private var isNamed = false

  private let wait: LongWait

  /// - Parameter onLongWait: called once for each action that waits for long: see ``LongWait``.
  init(clock: any Clock<Duration> = ProgramClock(), onLongWait: @escaping () -> Void) {
    wait = LongWait(clock: clock, onLongWait: onLongWait)
  }

  /// Keeps an action instead of an earlier one.
  ///
  /// - Parameter isNamed: whether the user has named it, and not just confirmed what was selected.
  func keep(_ action: ScreenAction, isNamed: Bool = false) {
    cancel()
    (self.action, self.isNamed) = (action, isNamed)
    wait.begin()
  }

  /// Another action follows in place of the one that waits, if one does that was not named.
  func replace(with action: ScreenAction) {
    if self.action != nil, !isNamed { self.action = action }
  }

  /// Forgets the action and returns it.
  func take() -> ScreenAction? {
    wait.end()
    defer { action = nil }
    return action
  }

  /// Forgets the action. Returns whether there was one.
  @discardableResult
  func cancel() -> Bool { take() != nil }
}

extension ScreenAction {
  /// Whether it shows or changes what is known of the user.
  var needsHistory: Bool {
    switch self {
    case .train, .today, .open(.profile): true
    case .map, .open, .hearIntervals, .changeLevel, .chooseListener, .moveListener, .quit: false
    }
  }
}

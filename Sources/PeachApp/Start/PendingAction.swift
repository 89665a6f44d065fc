/// What was chosen while the history was still being read: it follows as soon as the history is there. Main
/// thread.
final class PendingAction {
  /// A longer wait is told.
  static let patience = Duration.milliseconds(300)

  /// `nil` if nothing waits.
  private(set) var action: ScreenAction?

  /// Whether the user has named what is to follow, so that nothing takes its place.
  private var isNamed = false

  private let clock: any Clock<Duration>
  private let onLongWait: () -> Void
  private var telling: Task<Void, Never>?

  /// - Parameter onLongWait: called once for each action that waits for longer than ``patience``.
  init(clock: any Clock<Duration> = ContinuousClock(), onLongWait: @escaping () -> Void) {
    self.clock = clock
    self.onLongWait = onLongWait
  }

  /// Keeps an action instead of an earlier one.
  ///
  /// - Parameter isNamed: whether the user has named it, and not just confirmed what was selected.
  func keep(_ action: ScreenAction, isNamed: Bool = false) {
    cancel()
    (self.action, self.isNamed) = (action, isNamed)
    telling = Task { [weak self, clock] in
      guard (try? await clock.sleep(for: Self.patience)) != nil, !Task.isCancelled else { return }
      self?.onLongWait()
    }
  }

  /// Another action follows in place of the one that waits, if one does that was not named.
  func replace(with action: ScreenAction) {
    if self.action != nil, !isNamed { self.action = action }
  }

  /// Forgets the action and returns it.
  func take() -> ScreenAction? {
    telling?.cancel()
    telling = nil
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
    case .train, .open(.profile): true
    case .open, .hearIntervals, .changeLevel, .chooseListener, .quit: false
    }
  }
}

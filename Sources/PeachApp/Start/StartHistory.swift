import Charts
import MainThread
import Training

/// The history of a run of screens. It is read beside them: they show what is known of it as it comes, and
/// what was chosen before follows when it is there. Main thread.
final class StartHistory {
  /// Called when more of the history is there, after the screens show it.
  var onChange: (() -> Void)?

  /// Called with an action that has waited for the history.
  var onAction: ((ScreenAction) -> Void)?

  /// Called with the reason if the history cannot be opened.
  var onFault: ((Fault) -> Void)?

  /// Makes the first run, for a user of whom nothing is known.
  var makeFirstRun: (() -> FirstRunDriver?)?

  /// What was trained last.
  var last: TrainingChoice?

  private var history: TrainingHistory
  private let screens: StartScreens
  private let isThere: () -> Bool

  /// What was chosen before the history was there.
  private let pending: PendingAction

  /// Reads the history beside the screens.
  private var opening: Task<Void, Never>?

  /// Whether the screens are shown; otherwise a training runs.
  private var isShown = false

  /// Whether a key has come since the start.
  private var hasKey = false

  /// - Parameters:
  ///   - isThere: whether there is a history, as far as can be told before it is opened.
  ///   - onLongWait: called if an action waits for long.
  init(
    _ history: TrainingHistory, on screens: StartScreens, isThere: @escaping () -> Bool,
    clock: any Clock<Duration> = ProgramClock(), onLongWait: @escaping () -> Void
  ) {
    self.history = history
    self.screens = screens
    self.isThere = isThere
    pending = PendingAction(clock: clock, onLongWait: onLongWait)
    history.onExtent = { [weak self] in self?.hasGrown() }
  }

  /// Another listener's history is shown from now on, as at the start of the run. The one before is no longer
  /// waited for. To be called while the screens are not shown.
  func change(to next: TrainingHistory) {
    history.onExtent = nil
    history = next
    (opening, hasKey) = (nil, false)
    history.onExtent = { [weak self] in self?.hasGrown() }
    screens.forget()
  }

  /// Whether nothing was ever trained, as far as is known yet.
  var isFirstRun: Bool {
    guard history.extent != .nothing else { return !isThere() }
    return history.counts?.isEmpty == true
  }

  /// The screens are shown from now on. What is read is read once.
  func begin() {
    isShown = true
    guard opening == nil, history.extent == .nothing else { return }
    opening = Task { [weak self, history] in
      do throws(Fault) {
        try await history.open()
      } catch {
        // Another listener's may have taken its place.
        if let self, self.history === history { onFault?(error) }
      }
    }
  }

  /// The screens are no longer shown, and what was chosen for them does not follow any more.
  func end() {
    isShown = false
    pending.cancel()
  }

  /// A key has come: what was chosen does not follow if the user does something else. Returns whether
  /// anything was chosen.
  func keyHasCome() -> Bool {
    hasKey = true
    return pending.cancel()
  }

  /// Returns the action if it can follow at once. What needs the history waits for it.
  ///
  /// - Parameter isNamed: whether the user has named the action, and not just confirmed what was selected.
  func request(_ action: ScreenAction, isNamed: Bool = false) -> ScreenAction? {
    guard action.needsHistory, history.extent != .hearing else { return action }
    pending.keep(action, isNamed: isNamed)
    return nil
  }

  /// More of the history is there: first its records, then what follows from them.
  private func hasGrown() {
    guard isShown else { return }
    switch history.extent {
    case .nothing, .training: break
    case .records: select()
    case .hearing:
      screens.update()
      follow()
    }
    // The action may have begun a training.
    if isShown { onChange?() }
  }

  /// Does what was chosen before.
  private func follow() {
    if let action = pending.take() { onAction?(action) }
  }

  /// Selects what was trained last, or begins the first run, unless the user was faster.
  private func select() {
    if let choice = history.lastChoice {
      last = choice
      // There was no history, but results in a recovery file.
      if !hasKey, let firstRun = screens.firstRun {
        firstRun.cancel()
        screens.begin(last: choice, closing: nil)
      }
      // Who presses Enter at once means what was trained last.
      if screens.suggest(choice) { pending.replace(with: .train(choice)) }
    } else if !hasKey, screens.isAtStart, screens.firstRun == nil, isFirstRun {
      screens.begin(makeFirstRun?() ?? nil, last: nil, closing: nil)
    }
  }
}

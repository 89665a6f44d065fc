import Charts
import Foundation
import MainThread
import Program
import Training

/// The history of a run of screens. It is read in the background: the screens show each part as it
/// comes, and actions that need the history wait for it. Main thread.
final class StartHistory {
  /// Called when more of the history has been read, after the screens show it.
  var onChange: (() -> Void)?

  /// Called with an action that has waited for the history.
  var onAction: ((ScreenAction) -> Void)?

  /// Called with the reason if the history cannot be opened.
  var onFault: ((Fault) -> Void)?

  /// Makes the first run for a user without results.
  var makeFirstRun: (() -> FirstRunDriver?)?

  /// The training that was trained or chosen last, and the time.
  var last: (choice: TrainingChoice, date: Date)?

  /// The training that the start screen selects: the last of today, or `nil` for the plan of the
  /// day.
  var selected: TrainingChoice? {
    last.flatMap {
      Calendar.current.isDate($0.date, inSameDayAs: Scheduling.date) ? $0.choice : nil
    }
  }

  /// The plan of the day; `nil` until it is known.
  var plan: Plan? { history.planOfDay.plan(coach()) }

  private let coach: () -> CoachSettings
  private var history: TrainingHistory
  private let screens: StartScreens
  private let isThere: () -> Bool

  private let pending: PendingAction

  private var opening: Task<Void, Never>?

  /// True if the screens are shown; otherwise a training runs.
  private var isShown = false

  /// True if a key has come since the start.
  private var hasKey = false

  /// - Parameters:
  ///   - coach: the settings for the plan of the day.
  ///   - isThere: tells if a history file exists, before it is opened.
  ///   - onLongWait: called if an action waits for long.
  init(
    _ history: TrainingHistory, on screens: StartScreens,
    coach: @escaping () -> CoachSettings, isThere: @escaping () -> Bool,
    clock: any Clock<Duration> = ProgramClock(), onLongWait: @escaping () -> Void
  ) {
    self.history = history
    self.screens = screens
    self.coach = coach
    self.isThere = isThere
    pending = PendingAction(clock: clock, onLongWait: onLongWait)
    history.onExtent = { [weak self] in self?.hasGrown() }
  }

  /// Changes to another listener's history, and begins as at the start of the run. To be called
  /// while the screens are not shown.
  func change(to next: TrainingHistory) {
    history.onExtent = nil
    history = next
    (opening, hasKey) = (nil, false)
    history.onExtent = { [weak self] in self?.hasGrown() }
    screens.forget()
  }

  /// True if there are no results, as far as is known yet.
  var isFirstRun: Bool {
    guard history.extent != .nothing else { return !isThere() }
    return history.counts?.isEmpty == true
  }

  /// Notes that the screens are shown, and reads the history the first time.
  func begin() {
    isShown = true
    guard opening == nil, history.extent == .nothing else { return }
    opening = Task { [weak self, history] in
      do throws(Fault) {
        try await history.open()
      } catch {
        // Another listener's history may have replaced it.
        if let self, self.history === history { onFault?(error) }
      }
    }
  }

  /// Notes that the screens are no longer shown, and drops the action that waits.
  func end() {
    isShown = false
    pending.cancel()
  }

  /// Drops the action that waits, because a key has come. Returns true if there was one.
  func keyHasCome() -> Bool {
    hasKey = true
    return pending.cancel()
  }

  /// Returns the action if it can follow at once; otherwise keeps it until the history is read.
  ///
  /// - Parameter isNamed: true if the user has named the action, not only confirmed the selection.
  func request(_ action: ScreenAction, isNamed: Bool = false) -> ScreenAction? {
    if canFollow(action) { return action }
    pending.keep(action, isNamed: isNamed)
    return nil
  }

  private func canFollow(_ action: ScreenAction) -> Bool {
    !action.needsHistory || history.extent == .hearing && (action != .today || plan != nil)
  }

  /// Shows the next part of the history: first its records, then the hearing that follows from
  /// them.
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

  /// Performs the action that waits, if it can follow now.
  private func follow() {
    guard let action = pending.action, canFollow(action) else { return }
    pending.cancel()
    onAction?(action)
  }

  /// Selects the last training of today, or begins the first run, unless the user was faster.
  private func select() {
    last = history.last
    if last != nil {
      // There was no history file, but a recovery file with results.
      if !hasKey, let firstRun = screens.firstRun {
        firstRun.cancel()
        screens.begin(last: selected, closing: nil)
      }
      // An early Enter means the training that is selected then.
      if let selected, screens.suggest(selected) { pending.replace(with: .train(selected)) }
    } else if !hasKey, screens.isAtStart, screens.firstRun == nil, isFirstRun {
      screens.begin(makeFirstRun?() ?? nil, last: nil, closing: nil)
    }
  }
}

/// The action that waits until the history is read. Main thread.
final class PendingAction {
  private(set) var action: ScreenAction?

  /// True if the user has named the action, so that no other replaces it.
  private var isNamed = false

  private let wait: LongWait

  /// - Parameter onLongWait: called once for each action that waits for long; see ``LongWait``.
  init(clock: any Clock<Duration> = ProgramClock(), onLongWait: @escaping () -> Void) {
    wait = LongWait(clock: clock, onLongWait: onLongWait)
  }

  /// Keeps an action instead of an earlier one.
  ///
  /// - Parameter isNamed: true if the user has named it, not only confirmed the selection.
  func keep(_ action: ScreenAction, isNamed: Bool = false) {
    cancel()
    (self.action, self.isNamed) = (action, isNamed)
    wait.begin()
  }

  /// Replaces the action that waits, unless the user has named it.
  func replace(with action: ScreenAction) {
    if self.action != nil, !isNamed { self.action = action }
  }

  /// Forgets the action and returns it.
  func take() -> ScreenAction? {
    wait.end()
    defer { action = nil }
    return action
  }

  /// Forgets the action. Returns true if there was one.
  @discardableResult
  func cancel() -> Bool { take() != nil }
}

extension ScreenAction {
  /// True if it shows or changes the profile.
  var needsHistory: Bool {
    switch self {
    case .train, .today, .open(.profile): true
    case .map, .open, .hearIntervals, .changeLevel, .chooseListener, .moveListener, .quit: false
    }
  }
}

import Charts
import Foundation
import MainThread
import Program
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

  /// What was trained last, or chosen to be trained, and when.
  var last: (choice: TrainingChoice, date: Date)?

  /// What the start screen selects: what was trained last, if that was today, otherwise the plan of the day (`nil`).
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

  /// What was chosen before the history was there.
  private let pending: PendingAction

  /// Reads the history beside the screens.
  private var opening: Task<Void, Never>?

  /// Whether the screens are shown; otherwise a training runs.
  private var isShown = false

  /// Whether a key has come since the start.
  private var hasKey = false

  /// - Parameters:
  ///   - coach: what the plan of the day goes by.
  ///   - isThere: whether there is a history, as far as can be told before it is opened.
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
    if canFollow(action) { return action }
    pending.keep(action, isNamed: isNamed)
    return nil
  }

  private func canFollow(_ action: ScreenAction) -> Bool {
    !action.needsHistory || history.extent == .hearing && (action != .today || plan != nil)
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
    guard let action = pending.action, canFollow(action) else { return }
    pending.cancel()
    onAction?(action)
  }

  /// Selects what was trained last today, or begins the first run, unless the user was faster.
  private func select() {
    last = history.last
    if last != nil {
      // There was no history, but results in a recovery file.
      if !hasKey, let firstRun = screens.firstRun {
        firstRun.cancel()
        screens.begin(last: selected, closing: nil)
      }
      // Who presses Enter at once means what is selected then.
      if let selected, screens.suggest(selected) { pending.replace(with: .train(selected)) }
    } else if !hasKey, screens.isAtStart, screens.firstRun == nil, isFirstRun {
      screens.begin(makeFirstRun?() ?? nil, last: nil, closing: nil)
    }
  }
}

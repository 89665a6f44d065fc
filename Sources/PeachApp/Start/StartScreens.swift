import Charts
import Client
import Console
import Program
import Training

/// The stack of a run's screens: the start screen, or the first run in its place, and the screens
/// that were opened from there. Main thread.
final class StartScreens {
  /// Called when the sound of a screen should end.
  var onSilence: (() -> Void)?

  /// Called when the first run is left, if no start screen takes its place.
  var onFirstRunLeft: (() -> Void)?

  private let board: any Board
  private let status: StageStatus
  private let glyphs: Glyphs
  private let isPlain: Bool
  private let facts: () -> StartFacts
  private let make: (ScreenName) -> any Screen<ScreenAction>

  /// From the first to the visible one.
  private var screens: [any Screen<ScreenAction>] = []

  /// The last training of today, which the start screen selects; `nil` for the plan of the day.
  private var last: TrainingChoice?

  /// True if the closing page leads to the question about the user's instrument, which is asked
  /// once.
  var asksWhatIsPlayed = false

  /// True if the menu of the start screen was read out, and if another screen was since.
  private var hasReadMenu = false
  private var hasLeftMenu = false

  /// - Parameter isPlain: true if the board writes lines.
  init(
    on board: any Board, _ status: StageStatus, glyphs: Glyphs, isPlain: Bool,
    facts: @escaping () -> StartFacts, make: @escaping (ScreenName) -> any Screen<ScreenAction>
  ) {
    self.board = board
    self.status = status
    self.glyphs = glyphs
    self.isPlain = isPlain
    self.facts = facts
    self.make = make
  }

  // MARK: The stack

  /// Begins a new stack.
  ///
  /// - Parameters:
  ///   - firstRun: the first run, which replaces the start screen.
  ///   - last: the training that the start screen selects; `nil` for the plan of the day.
  ///   - page: the closing page of a session, above the start screen.
  func begin(_ firstRun: FirstRunDriver? = nil, last: TrainingChoice?, closing page: (any EndPage)?)
  {
    self.last = last
    hasLeftMenu = hasReadMenu
    if let firstRun { screens = [firstRun] } else { screens = [startScreen] }
    if let page { screens.append(ClosingScreen(page, glyphs: glyphs)) }
  }

  /// Lets the menu of the start screen be read out again, since all of it may be different.
  func forget() { hasReadMenu = false }

  /// Shows new facts on the start screen, even if another screen covers it.
  func update() {
    guard var start = screens.first as? StartScreen else { return }
    start.update(facts())
    screens[0] = start
  }

  /// Selects a training on the start screen, unless a key has selected an item. Returns true if it
  /// is selected.
  @discardableResult
  func suggest(_ last: TrainingChoice) -> Bool {
    self.last = last
    guard var start = screens.first as? StartScreen else { return false }
    let isSelected = start.suggest(last)
    screens[0] = start
    return isSelected
  }

  /// True if no screen covers the start screen or the first run.
  var isAtStart: Bool { screens.count == 1 }

  /// True if a MIDI controller can choose: on the start screen and on a closing page.
  var takesControls: Bool { screens.last is StartScreen || screens.last is ClosingScreen }

  /// The first run, while it replaces the start screen.
  var firstRun: FirstRunDriver? { screens.first as? FirstRunDriver }

  /// Ends the sound of the screens. ``statusChanged()`` resumes the notes of the first run.
  func silence() {
    firstRun?.silence()
    (screens.last as? SettingsController)?.silence()
  }

  /// True if every character is text for the visible screen.
  var takesText: Bool {
    (screens.last as? SettingsController)?.takesText ?? (screens.last as? ListenerScreen)?.isTyping
      ?? false
  }

  func open(_ name: ScreenName) { open(make(name)) }

  /// Notifies the first run, if no screen covers it, that the server or the connections have
  /// changed.
  func statusChanged() { if isAtStart { firstRun?.statusChanged() } }

  /// Ends a page with a MIDI input, or an output that was tried.
  func flush() async {
    for case let controller as SettingsController in screens { await controller.flush() }
  }

  /// Passes a key to the visible screen. Returns the action that it requests from the program.
  func handle(_ key: Key) -> ScreenAction? {
    // The screen stays in the stack, as its handler may show a message.
    guard var screen = screens.last else { return nil }
    let reply = screen.handle(key)
    screens[screens.count - 1] = screen
    switch reply {
    // The settings play a change.
    case .stay: if !(screen is SettingsController) { onSilence?() }
    case .back: goBack()
    case .help: if let page = KeyTable.Page(of: screen) { open(help(page)) }
    case .perform(let action): return action
    }
    return nil
  }

  private func open(_ screen: any Screen<ScreenAction>) {
    firstRun?.cover()
    screens.append(screen)
  }

  /// Shows the previous screen, or the start screen, with new facts, after the first run.
  func goBack() {
    onSilence?()
    if isAtStart {
      guard let firstRun else { return }
      firstRun.end()
      if let onFirstRunLeft { return onFirstRunLeft() }
      screens = [startScreen]
    } else {
      if screens.removeLast() is ClosingScreen, asksWhatIsPlayed {
        asksWhatIsPlayed = false
        return open(.player)
      }
      if isAtStart { update() }
    }
  }

  private var startScreen: StartScreen { StartScreen(facts(), glyphs: glyphs, chosen: last) }

  /// The help, with a description of Peach in the first run, or the menu if lines are read out.
  private func help(_ page: KeyTable.Page) -> HelpPage<ScreenAction> {
    let menu = isPlain ? (screens.last as? StartScreen)?.spokenItems : nil
    return HelpPage(
      page, notes: firstRun == nil ? menu ?? [] : StartText.about, messages: status.messages,
      glyphs: glyphs)
  }

  // MARK: Drawing

  func draw() {
    guard let screen = screens.last else { return }
    let size = board.size
    if isPlain {
      board.show(spoken(screen, in: size))
    } else if let frame = screen.frame(in: size) {
      board.show(status.fill(frame))
    } else {
      board.show(screen.lines(in: size))
    }
  }

  /// The lines of a screen. The menu of the start screen is read out once; the status follows as
  /// soon as it is known.
  private func spoken(_ screen: any Screen<ScreenAction>, in size: TerminalSize) -> [String] {
    guard let start = screen as? StartScreen else {
      hasLeftMenu = hasReadMenu
      return screen.spoken(in: size)
    }
    hasReadMenu = true
    let lines = hasLeftMenu ? start.spokenAgain : start.spoken(in: size)
    return status.facts.isSettled ? lines + [status.facts.spoken] : lines
  }
}

extension KeyTable.Page {
  /// The page with the keys of a screen; `nil` for a screen that needs no help.
  init?(of screen: any Screen<ScreenAction>) {
    switch screen {
    case let firstRun as FirstRunDriver: self = firstRun.page
    case is StartScreen: self = .start
    case is ListenerScreen: self = .listener
    case is ClosingScreen: self = .closing
    case is ProfileScreen<ScreenAction>: self = .profile
    case is TextScreen<ScreenAction>: self = .text
    default: return nil
    }
  }
}

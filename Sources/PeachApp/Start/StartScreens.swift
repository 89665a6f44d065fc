import Charts
import Client
import Console
import Program
import Training

/// The screens of a run, one above the other: the start screen, or the first run in its place, and what was
/// opened from there. Main thread.
final class StartScreens {
  /// Called when what a screen has begun to play should end.
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

  /// What was trained last today, which the start screen selects; `nil` for the plan of the day.
  private var last: TrainingChoice?

  /// Whether the closing page leads to the question what the user plays, which is asked once.
  var asksWhatIsPlayed = false

  /// Whether the menu of the start screen was read out, and whether something else was since.
  private var hasReadMenu = false
  private var hasLeftMenu = false

  /// - Parameters:
  ///   - isPlain: whether the board writes lines.
  ///   - facts: what the start screen shows now.
  ///   - make: makes a screen that is opened.
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

  /// Begins anew.
  ///
  /// - Parameters:
  ///   - firstRun: what is shown in place of the start screen, if this is the first run.
  ///   - last: the training that the start screen selects; `nil` for the plan of the day.
  ///   - page: what a session has come to, above the start screen; `nil` if it has come to nothing.
  func begin(_ firstRun: FirstRunDriver? = nil, last: TrainingChoice?, closing page: (any EndPage)?)
  {
    self.last = last
    hasLeftMenu = hasReadMenu
    if let firstRun { screens = [firstRun] } else { screens = [startScreen] }
    if let page { screens.append(ClosingScreen(page, glyphs: glyphs)) }
  }

  /// The menu of the start screen is read out again: everything in it may be different.
  func forget() { hasReadMenu = false }

  /// The start screen shows what has become known meanwhile, whether something covers it or not.
  func update() {
    guard var start = screens.first as? StartScreen else { return }
    start.update(facts())
    screens[0] = start
  }

  /// The start screen selects what was trained last, unless a key has selected something. Returns whether
  /// it is selected.
  @discardableResult
  func suggest(_ last: TrainingChoice) -> Bool {
    self.last = last
    guard var start = screens.first as? StartScreen else { return false }
    let isSelected = start.suggest(last)
    screens[0] = start
    return isSelected
  }

  /// Whether nothing covers the start screen or the first run.
  var isAtStart: Bool { screens.count == 1 }

  /// Whether a controller can choose here: on the start screen and on a closing page.
  var takesHands: Bool { screens.last is StartScreen || screens.last is ClosingScreen }

  /// The first run, as long as it is in place of the start screen.
  var firstRun: FirstRunDriver? { screens.first as? FirstRunDriver }

  /// Ends what the screens play. The notes of the first run begin again with ``statusChanged()``.
  func silence() {
    firstRun?.silence()
    (screens.last as? SettingsController)?.silence()
  }

  /// Whether every character is text for the visible screen.
  var takesText: Bool {
    (screens.last as? SettingsController)?.takesText ?? (screens.last as? ListenerScreen)?.isTyping
      ?? false
  }

  func open(_ name: ScreenName) { open(make(name)) }

  /// Tells the first run that the server or the connections have changed. While something covers it, none of
  /// its notes sounds.
  func statusChanged() { if isAtStart { firstRun?.statusChanged() } }

  /// Ends what the screens have begun: a page with a MIDI input, or an output that was tried.
  func flush() async {
    for case let controller as SettingsController in screens { await controller.flush() }
  }

  /// Passes a key to the visible screen.
  ///
  /// - Returns: what the screen asks of the program.
  func handle(_ key: Key) -> ScreenAction? {
    // It stays visible meanwhile: what it does may show a message.
    guard var screen = screens.last else { return nil }
    let reply = screen.handle(key)
    screens[screens.count - 1] = screen
    switch reply {
    // The settings let a change be heard.
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

  /// Shows the screen before, or the start screen instead of the first run. The start screen shows what has
  /// changed meanwhile.
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
      guard isAtStart, var start = screens[0] as? StartScreen else { return }
      start.update(facts())
      screens[0] = start
    }
  }

  private var startScreen: StartScreen { StartScreen(facts(), glyphs: glyphs, chosen: last) }

  /// Who runs Peach for the first time also reads what it is, and who has the start screen read out what it
  /// lists.
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

  /// The menu of the start screen is read out once. What sounds, and where, is said as soon as it is known.
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
  /// The page with the keys of a screen; `nil` for a screen that explains itself.
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

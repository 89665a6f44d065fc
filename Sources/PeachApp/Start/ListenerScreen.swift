import Console
import History
import Language
import Program

/// The screen on which the user chooses a history: the usual one, or that of a listener.
struct ListenerScreen: Screen {
  typealias Action = ScreenAction

  private let choices: [ListenerName?]
  private let chosen: () -> ListenerName?
  private let glyphs: Glyphs

  private var list: SelectionList

  /// The name that is being typed, for the selected listener or a new one.
  private var typed: String?

  var isTyping: Bool { typed != nil }

  /// - Parameters:
  ///   - listeners: the choices besides the usual history.
  ///   - chosen: the listener whose history is shown, or is about to be; selected at first.
  init(
    _ listeners: [ListenerName], chosen: @autoclosure @escaping () -> ListenerName?, glyphs: Glyphs
  ) {
    choices = [nil] + listeners.map { Optional($0) }
    self.chosen = chosen
    self.glyphs = glyphs
    list = SelectionList(
      count: choices.count + 1, selection: choices.firstIndex(of: chosen()) ?? 0)
  }

  static func name(of listener: ListenerName?) -> String {
    listener?.text ?? localized(context: "listener", "the usual history")
  }

  // MARK: Keys

  mutating func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    if let typed { return handle(key, while: typed) }
    switch key.command {
    case .character("n"): if selected != nil, !isChosen(list.selection) { typed = selected?.text }
    case .character("?"): return .help
    case .escape, .character("q"): return .back
    default:
      if let action = ScreenAction(everywhere: key) { return .perform(action) }
      return list.handle(key) == .chosen ? choose() : .stay
    }
    return .stay
  }

  /// Handles a key while a name is typed. An empty name removes a listener. A text that is no name,
  /// or is another's, stays in the field.
  private mutating func handle(_ key: Key, while text: String) -> ScreenReply<ScreenAction> {
    let name = ListenerName(text)
    switch key {
    case .escape: typed = nil
    case .enter where text == selected?.text ?? "": typed = nil
    case .enter where name.map { !choices.contains($0) } ?? text.isEmpty:
      typed = nil
      if let selected { return .perform(.moveListener(selected, to: name)) }
      return .perform(.chooseListener(name))
    default: typed = key.edited(text)
    }
    return .stay
  }

  /// The selected listener; `nil` for the usual history and for a new listener.
  private var selected: ListenerName? { isNew ? nil : choices[list.selection] }

  /// True if the last row is selected, which makes a listener.
  private var isNew: Bool { list.selection == choices.count }

  private mutating func choose() -> ScreenReply<ScreenAction> {
    guard !isNew else {
      typed = ""
      return .stay
    }
    return isChosen(list.selection) ? .back : .perform(.chooseListener(selected))
  }

  private func name(_ place: Int) -> String {
    place < choices.count ? Self.name(of: choices[place]) : localized("a new listener")
  }

  /// True if that history is shown. It is open, and keeps its name.
  private func isChosen(_ place: Int) -> Bool {
    place < choices.count && choices[place] == chosen()
  }

  // MARK: Drawing

  func frame(in size: TerminalSize) -> StageFrame? {
    let width = min(size.columns, StageFrame.stageColumns)
    let rows = list.rows(width: width, glyphs) { place in
      let tick = isChosen(place) ? StyledText(" \(glyphs.tick)", .right) : StyledText()
      return StyledText(name(place)) + tick
    }
    return StageFrame(
      title: StyledText(StartText.listener), body: rows + ["", StyledText(hint)],
      focus: list.selection,
      keys: [
        .init("Enter", localized(context: "key", "take it")),
        .init("n", localized(context: "key", "name, remove")),
        .init("Esc", localized(context: "key", "cancel")),
      ], verdict: StyledText(isTyping ? hint : name(list.selection), .strong))
  }

  func spoken(in _: TerminalSize) -> [String] {
    let items = list.lines { place in
      isChosen(place) ? localized("%@, chosen", name(place)) : name(place)
    }
    if isTyping { return [hint] }
    let selected = localized(
      "%@ selected. Enter takes it, Escape cancels.", name(list.selection))
    return [StartText.listener] + items + [hint, selected]
  }

  private var hint: String {
    guard let typed else {
      return localized("Each listener has a history and a profile of their own.")
    }
    return isNew
      ? localized("Name (letters, digits, - and _): %@", typed + "_")
      : localized("Name (empty: remove, and keep the history aside): %@", typed + "_")
  }
}

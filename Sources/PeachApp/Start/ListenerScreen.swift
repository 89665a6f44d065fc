import Console
import History
import Language

/// Chooses whose history is shown and trained with: the usual one, or that of a listener.
struct ListenerScreen: Screen {
  typealias Action = ScreenAction

  private let choices: [ListenerName?]
  private let chosen: () -> ListenerName?
  private let glyphs: Glyphs

  /// The place of the selected choice.
  private var selection: Int

  /// - Parameters:
  ///   - listeners: those that can be chosen besides the usual history.
  ///   - chosen: whose history is shown, or is about to be; at first it is selected.
  init(
    _ listeners: [ListenerName], chosen: @autoclosure @escaping () -> ListenerName?, glyphs: Glyphs
  ) {
    choices = [nil] + listeners.map { Optional($0) }
    self.chosen = chosen
    self.glyphs = glyphs
    selection = choices.firstIndex(of: chosen()) ?? 0
  }

  /// Whose history it is, in words.
  static func name(of listener: ListenerName?) -> String {
    listener?.text ?? localized(context: "listener", "the usual history")
  }

  // MARK: Keys

  mutating func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    switch key.command {
    case .up, .character("k"): select(selection - 1)
    case .down, .character("j"): select(selection + 1)
    case .enter: return choose()
    case .character("?"): return .help
    case .escape, .character("q"): return .back
    case .character:
      if let action = ScreenAction(everywhere: key) { return .perform(action) }
      switch menu.choice(key) {
      case .item(let place):
        select(place)
        return choose()
      case .page(let first): select(first)
      case nil: break
      }
    default: break
    }
    return .stay
  }

  private mutating func select(_ place: Int) {
    selection = max(min(place, choices.count - 1), 0)
  }

  /// The history that is shown already stays as it is.
  private func choose() -> ScreenReply<ScreenAction> {
    choices[selection] == chosen() ? .back : .perform(.chooseListener(choices[selection]))
  }

  private var menu: NumberedMenu { NumberedMenu(count: choices.count, selection: selection) }

  // MARK: Drawing

  func frame(in size: TerminalSize) -> StageFrame? {
    let width = min(size.columns, StageFrame.stageColumns)
    let rows = choices.indices.map { index -> StyledText in
      let isSelected = index == selection
      let name = StyledText(Self.name(of: choices[index]))
      let tick = choices[index] == chosen() ? StyledText(" \(glyphs.tick)", .right) : StyledText()
      let line = StyledText("\(isSelected ? glyphs.pointer : " ") ") + name + tick
      return (isSelected ? line.bold : line).shortened(to: width, mark: glyphs.ellipsis)
    }
    return StageFrame(
      title: StyledText(StartText.listener), body: rows + ["", StyledText(Self.hint)],
      focus: selection,
      keys: [
        .init("Enter", localized(context: "key", "take it")),
        .init("Esc", localized(context: "key", "as it was")),
      ], verdict: StyledText(Self.name(of: choices[selection]), .strong))
  }

  func spoken(in _: TerminalSize) -> [String] {
    let items = menu.lines { place in
      let name = Self.name(of: choices[place])
      return choices[place] == chosen() ? localized("%@, chosen", name) : name
    }
    let selected = localized(
      "%@ selected. Enter takes it, Escape leaves it as it was.",
      Self.name(of: choices[selection]))
    return [StartText.listener] + items + [Self.hint, selected]
  }

  private static var hint: String {
    localized("A new listener: start Peach with --listener NAME.")
  }
}

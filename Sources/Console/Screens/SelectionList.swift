/// A list with a selected item: the keys that select, its rows on a stage, and its lines where it is read out.
public struct SelectionList {
  /// What a key has done.
  public enum Reply { case moved, chosen }

  /// How many items there are; the selection stays among them.
  public var count: Int { didSet { select(selection) } }

  /// The place of the selected item, from 0.
  public private(set) var selection = 0

  public init(count: Int = 0, selection: Int = 0) {
    self.count = count
    select(selection)
  }

  public mutating func select(_ place: Int) { selection = max(min(place, count - 1), 0) }

  /// - Returns: `nil` for a key that does nothing here.
  public mutating func handle(_ key: Key) -> Reply? {
    switch key.command {
    case .up, .character("k"): select(selection - 1)
    case .down, .character("j"): select(selection + 1)
    case .enter: return .chosen
    default:
      guard let choice = menu.choice(key) else { return nil }
      select(choice.place)
      if case .item = choice { return .chosen }
    }
    return .moved
  }

  /// The items with the numbers that choose them.
  public func lines(_ item: (Int) -> String) -> [String] { menu.lines(item) }

  /// The items in rows, with a sign before the selected one.
  public func rows(
    width: Int, _ glyphs: Glyphs, _ item: (Int) -> StyledText
  ) -> [StyledText] {
    (0..<count).map { place in
      let isSelected = place == selection
      let text = isSelected ? item(place).bold : item(place)
      return (StyledText(isSelected ? "\(glyphs.pointer) " : "  ") + text)
        .shortened(to: width, mark: glyphs.ellipsis)
    }
  }

  private var menu: NumberedMenu { NumberedMenu(count: count, selection: selection) }
}

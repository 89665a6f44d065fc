import Language

/// A list with a selected item: the keys that select, its rows on a stage, and its lines if it is
/// read out.
public struct SelectionList {
  /// The effect of a key.
  public enum Reply { case moved, chosen }

  /// The number of items. The selection stays among them.
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

/// A menu that is read out: each item has the number of the key that chooses it.
///
/// A single key chooses, so at most nine items are shown at a time, and 0 shows the next ones. The
/// selection determines which items are shown.
public struct NumberedMenu {
  /// The meaning of a number.
  public enum Choice: Hashable {
    /// Chooses the item in this place of all.
    case item(Int)

    /// Shows other items, from this place on.
    case page(first: Int)

    /// The place of the item that is then selected.
    public var place: Int {
      switch self {
      case .item(let place), .page(let place): place
      }
    }
  }

  private static let mostShown = 9

  private let count: Int

  public let shown: Range<Int>

  /// - Parameters:
  ///   - selection: the place of the selected item, from 0.
  public init(count: Int, selection: Int) {
    self.count = max(count, 0)
    let first = max(min(selection, self.count - 1), 0) / Self.mostShown * Self.mostShown
    shown = first..<min(first + Self.mostShown, self.count)
  }

  /// `nil` if the key is no number of this menu.
  public func choice(_ key: Key) -> Choice? {
    guard case .character(let character) = key, character.isASCII,
      let number = character.wholeNumberValue
    else { return nil }
    if number == 0 {
      return isWhole ? nil : .page(first: shown.upperBound < count ? shown.upperBound : 0)
    }
    let place = shown.lowerBound + number - 1
    return shown.contains(place) ? .item(place) : nil
  }

  /// The items with their numbers, one line each.
  public func lines(_ item: (Int) -> String) -> [String] {
    let items = shown.map { "\($0 - shown.lowerBound + 1) \(item($0))" }
    guard !isWhole else { return items }
    return items + [
      localized(
        "0 shows others; these are %d to %d of %d.", shown.lowerBound + 1, shown.upperBound, count)
    ]
  }

  /// The item in a line of a menu; `nil` for other lines.
  static func item(in line: String) -> Substring? {
    guard let first = line.first, first.isASCII, first.isNumber, line.dropFirst().first == " "
    else { return nil }
    return line.dropFirst(2)
  }

  private var isWhole: Bool { count <= Self.mostShown }
}

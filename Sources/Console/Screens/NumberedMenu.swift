import Language

/// A menu that is read out: each item has the number of the key that chooses it.
///
/// One key chooses, so at most nine items are shown at a time, and 0 goes on to the next ones. Which
/// ones are shown follows from the selection alone.
public struct NumberedMenu {
  /// What a number does.
  public enum Choice: Hashable {
    /// It chooses the item in this place of all.
    case item(Int)

    /// It shows other items, of which this is the first.
    case page(first: Int)

    /// The place of the item that is selected then.
    public var place: Int {
      switch self {
      case .item(let place), .page(let place): place
      }
    }
  }

  private static let mostShown = 9

  private let count: Int

  /// The places of the items that have numbers now.
  public let shown: Range<Int>

  /// - Parameters:
  ///   - count: how many items there are.
  ///   - selection: the place of the one that is selected, from 0.
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

  /// The items with their numbers, one line each, without blanks that only align.
  public func lines(_ item: (Int) -> String) -> [String] {
    let items = shown.map { "\($0 - shown.lowerBound + 1) \(item($0))" }
    guard !isWhole else { return items }
    return items + [
      localized(
        "0 shows others; these are %d to %d of %d.", shown.lowerBound + 1, shown.upperBound, count)
    ]
  }

  /// The item of a line of a menu; `nil` of other lines.
  static func item(in line: String) -> Substring? {
    guard let first = line.first, first.isASCII, first.isNumber, line.dropFirst().first == " "
    else { return nil }
    return line.dropFirst(2)
  }

  private var isWhole: Bool { count <= Self.mostShown }
}

import CWidth
import Foundation

/// How a text looks: weight and, for signs and bars alone, a colour. What a style says is also said
/// by a sign or a word, because a terminal may show neither.
public nonisolated struct Style: Hashable, Sendable {
  /// Colours of the terminal's own palette, which fit its background.
  public enum Color: UInt8, Hashable, Sendable {
    case standard = 9
    case red = 1
    case green = 2
    case magenta = 5
  }

  public enum Weight: Hashable, Sendable { case normal, bold, dim }

  public var color: Color
  public var weight: Weight

  public init(color: Color = .standard, weight: Weight = .normal) {
    self.color = color
    self.weight = weight
  }

  public static let plain = Style()
  /// Titles, the letters of keys, the selected item, what sounds.
  public static let strong = Style(weight: .bold)
  /// What is not read each time: the status, notes beside a figure.
  public static let quiet = Style(weight: .dim)
  /// A right answer, and what is true.
  public static let right = Style(color: .green)
  /// A wrong answer, and what the user gave.
  public static let wrong = Style(color: .magenta)
  /// What is broken and stays so until somebody mends it.
  public static let fault = Style(color: .red)

  /// The same colour in bold.
  public var bold: Style { Style(color: color, weight: .bold) }
  /// The same colour, dim.
  public var dim: Style { Style(color: color, weight: .dim) }
}

/// A place on a terminal: a character with the marks combined with it, and its style.
public nonisolated struct Cell: Hashable, Sendable {
  /// Empty in the right half of a wide character.
  public let text: String
  /// The columns that the character takes: 1 or 2; 0 in the right half of a wide one.
  public let width: Int
  public let style: Style

  /// - Parameter text: one character of that width, with the marks combined with it.
  init(text: String, width: Int, style: Style) {
    self.text = text
    self.width = width
    self.style = style
  }

  public static let blank = Cell(text: " ", width: 1, style: .plain)

  static func rightHalf(_ style: Style) -> Cell { Cell(text: "", width: 0, style: style) }
}

/// How many columns characters take.
public nonisolated enum CharacterWidth {
  /// The C library's table for Unicode, whatever the user's locale; `nil` in a system without it.
  private nonisolated(unsafe) static let unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  /// The width by `wcwidth`: 0 for marks that combine with the character before them, 2 for wide
  /// characters, otherwise 1.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    if (0x20..<0x7F).contains(scalar.value) { return 1 }
    guard let unicode else { return 1 }
    let before = uselocale(unicode)
    defer { uselocale(before) }
    let width = wcwidth(wchar_t(bitPattern: scalar.value))
    return width < 0 ? 1 : Int(min(width, 2))
  }
}

extension StringProtocol {
  /// The columns that the text takes on a terminal.
  public nonisolated var columns: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    var columns = 0
    for cell in Clusters(self) { columns += cell.width }
    return columns
  }
}

/// A text as a terminal divides it: each character that takes columns, with the marks that take
/// none.
///
/// Terminals disagree on what joiners and variation selectors do to the width, so these are left
/// out: each joined picture is then shown by itself.
nonisolated struct Clusters: Sequence, IteratorProtocol {
  /// More marks than any script puts on a character. Terminals keep about as many.
  private static let mostMarks = 5

  private var scalars: String.UnicodeScalarView.Iterator
  private var following: Unicode.Scalar?

  init(_ text: some StringProtocol) {
    scalars = String(text).unicodeScalars.makeIterator()
    following = scalars.next()
  }

  mutating func next() -> (text: String, width: Int)? {
    while let first = following {
      following = scalars.next()
      if Self.changesWidth(first) { continue }
      let width = CharacterWidth.of(first)
      // A mark without a character before it has nothing to stand on.
      guard width > 0 else { continue }
      guard let second = following, !(second.isASCII && second.value >= 0x20) else {
        return (String(Character(first)), width)
      }
      var text = String.UnicodeScalarView()
      text.append(first)
      while let mark = following, Self.changesWidth(mark) || CharacterWidth.of(mark) == 0 {
        following = scalars.next()
        if !Self.changesWidth(mark), text.count <= Self.mostMarks { text.append(mark) }
      }
      return (String(text), width)
    }
    return nil
  }

  private static func changesWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0xE0000...0xE0FFF: true
    default: false
    }
  }
}

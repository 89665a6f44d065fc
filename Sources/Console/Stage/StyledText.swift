import CWidth
import Foundation

/// Text for one line of the stage, in runs that have a style each.
///
///     StyledText("✓", .right) + " higher, by 12.5 cents"
///
/// Characters that a terminal would act on are made ``Swift/StringProtocol/visible``.
public nonisolated struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  public struct Run: Hashable, Sendable {
    public let text: String
    public let style: Style
  }

  public private(set) var runs: [Run] = []

  public init() {}

  public init(_ text: some StringProtocol, _ style: Style = .plain) { append(text, style) }

  public init(stringLiteral text: String) { self.init(text) }

  public var isEmpty: Bool { runs.isEmpty }

  /// The text without its styles.
  public var plain: String { runs.map(\.text).joined() }

  public var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }

  public mutating func append(_ text: some StringProtocol, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    if let last = runs.last, last.style == style {
      runs[runs.count - 1] = Run(text: last.text + text.visible, style: style)
    } else {
      runs.append(Run(text: text.visible, style: style))
    }
  }

  public mutating func append(_ other: StyledText) {
    for run in other.runs { append(run.text, run.style) }
  }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var text = left
    text.append(right)
    return text
  }

  public static func += (left: inout StyledText, right: StyledText) { left.append(right) }

  /// - Parameter count: the number of blanks; a negative one counts as 0.
  public static func blanks(_ count: Int) -> StyledText {
    StyledText(String(repeating: " ", count: max(count, 0)))
  }

  /// Changes the style of every run, for example to ``Style/bold`` for the selected line.
  public func styled(_ change: (Style) -> Style) -> StyledText {
    var text = StyledText()
    for run in runs { text.append(run.text, change(run.style)) }
    return text
  }

  public var bold: StyledText { styled(\.bold) }
  public var dim: StyledText { styled(\.dim) }

  /// Adds blanks at the right up to that many columns. The text is never cut.
  public func padded(to columns: Int) -> StyledText { self + .blanks(columns - self.columns) }

  /// Adds blanks at the left up to that many columns. The text is never cut.
  public func leftPadded(to columns: Int) -> StyledText { .blanks(columns - self.columns) + self }

  /// The text if it fits into that many columns, otherwise its beginning and `mark`.
  public func shortened(to columns: Int, mark: String = "…") -> StyledText {
    guard self.columns > columns else { return self }
    let room = columns - mark.columns
    guard room > 0 else { return prefix(columns) }
    var text = prefix(room)
    text.append(mark, text.runs.last?.style ?? .plain)
    return text
  }

  /// The beginning of the text that fits into that many columns.
  public func prefix(_ columns: Int) -> StyledText {
    var text = StyledText()
    var room = columns
    for run in runs {
      for cluster in Clusters(run.text) {
        guard cluster.width <= room else { return text }
        room -= cluster.width
        text.append(cluster.text, run.style)
      }
    }
    return text
  }

  /// The text in lines of at most that many columns, broken at blanks; a longer word is cut. A text
  /// that fits keeps its blanks.
  public func wrapped(to columns: Int) -> [StyledText] {
    guard self.columns > columns else { return isEmpty ? [] : [self] }
    var lines: [StyledText] = []
    var line = StyledText()
    for word in words {
      if !line.isEmpty, line.columns + 1 + word.columns > columns {
        lines.append(line)
        line = StyledText()
      }
      if !line.isEmpty { line.append(" ", line.runs.last?.style ?? .plain) }
      line += word.columns > columns ? word.prefix(max(columns, 1)) : word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The text with one blank between its words, and none before and after them.
  var condensed: StyledText {
    words.reduce(into: StyledText()) { line, word in
      if !line.isEmpty { line.append(" ", line.runs.last?.style ?? .plain) }
      line += word
    }
  }

  private var words: [StyledText] {
    var words: [StyledText] = []
    var word = StyledText()
    for run in runs {
      let parts = run.text.split(separator: " ", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0, !word.isEmpty {
          words.append(word)
          word = StyledText()
        }
        word.append(part, run.style)
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}

/// The look of a text: weight and, for signs and bars alone, a colour. A sign or a word always says
/// the same, because a terminal may show no styles.
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
  /// Titles, the letters of keys, the selected item, the note that sounds.
  public static let strong = Style(weight: .bold)
  /// Text that is not read each time: the status, notes beside a figure.
  public static let quiet = Style(weight: .dim)
  /// A right answer, and the truth.
  public static let right = Style(color: .green)
  /// A wrong answer, and the answer of the user.
  public static let wrong = Style(color: .magenta)
  /// A fault that lasts until it is repaired.
  public static let fault = Style(color: .red)

  public var bold: Style { Style(color: color, weight: .bold) }
  public var dim: Style { Style(color: color, weight: .dim) }
}

/// The number of columns that characters take.
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

/// The characters of a text that take columns, each with the marks that take none.
///
/// Terminals disagree on how joiners and variation selectors change the width, so these are left
/// out: each joined picture is then shown by itself.
nonisolated struct Clusters: Sequence, IteratorProtocol {
  /// The most marks on a character: more than any script has, and about as many as terminals keep.
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
      // A mark needs a character before it.
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

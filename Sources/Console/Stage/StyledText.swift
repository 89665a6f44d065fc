/// Text for one line of the stage, in runs of a style each.
///
///     StyledText("✓", .right) + " higher, by 12.5 cents"
///
/// What a terminal would act on is made ``Swift/StringProtocol/visible``.
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

  /// The columns that it takes.
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

  /// A number of blanks; none if it is negative.
  public static func blanks(_ count: Int) -> StyledText {
    StyledText(String(repeating: " ", count: max(count, 0)))
  }

  /// Every run in the style that `change` makes of its own, for example ``Style/bold`` for the
  /// selected line.
  public func styled(_ change: (Style) -> Style) -> StyledText {
    var text = StyledText()
    for run in runs { text.append(run.text, change(run.style)) }
    return text
  }

  /// All of it in bold.
  public var bold: StyledText { styled(\.bold) }
  /// All of it dim.
  public var dim: StyledText { styled(\.dim) }

  /// With blanks after it, up to that many columns. It is never cut.
  public func padded(to columns: Int) -> StyledText { self + .blanks(columns - self.columns) }

  /// With blanks before it, up to that many columns. It is never cut.
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

  /// As much of it as fits into that many columns.
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

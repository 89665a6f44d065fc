import Console
import Foundation

/// What a terminal shows after some text: the part of ECMA-48 and of xterm's private modes that
/// Peach writes.
public nonisolated struct TerminalModel: Sendable {
  public let columns: Int

  public init(columns: Int) { self.columns = columns }

  /// What there is to be seen, and heard.
  public struct Picture: Equatable, Sendable {
    /// The rows of the screen in view, trailing blanks removed; a line too long is cut in two. Of
    /// the first screen also those that have scrolled away.
    public var rows: [String]
    public var isOnSecondScreen = false
    public var isCursorShown = true

    /// How often the bell has rung.
    public var bells = 0
  }

  /// The rows that stand on the screen.
  public func screen(after text: String) -> [String] { picture(after: text).rows }

  public func picture(after text: String) -> Picture {
    var view = TerminalView(columns: columns)
    view.show(text)
    return view.picture
  }
}

/// A terminal to which text comes bit by bit.
public nonisolated struct TerminalView: Sendable {
  private let columns: Int
  private var state = TerminalModel.Picture(rows: [])
  private var screen = Page()
  private var first = Page()

  /// A sequence whose end has not come yet.
  private var rest = ""

  public init(columns: Int) { self.columns = columns }

  /// What there is to be seen now.
  public var picture: TerminalModel.Picture {
    var picture = state
    picture.rows = screen.rows
    return picture
  }

  public mutating func show(_ text: String) {
    var scalars = Array((rest + text).unicodeScalars)[...]
    rest = ""
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{7}": state.bells += 1
      case "\r": screen.column = 0
      case "\n": screen.beginRow(screen.row + 1)
      case "\u{1B}":
        let sequence = scalars.prefix { !("A"..."Z").contains($0) && !("a"..."z").contains($0) }
        guard let final = scalars.dropFirst(sequence.count).first else {
          rest = "\u{1B}" + String(String.UnicodeScalarView(sequence))
          return
        }
        scalars = scalars.dropFirst(sequence.count + 1)
        obey(String(String.UnicodeScalarView(sequence.dropFirst())), final)
      default: screen.write(scalar, columns: columns)
      }
    }
  }

  private mutating func obey(_ parameter: String, _ final: Unicode.Scalar) {
    switch (parameter, final) {
    case ("?1049", "h"):
      state.isOnSecondScreen = true
      (first, screen) = (screen, Page())
    case ("?1049", "l"):
      state.isOnSecondScreen = false
      screen = first
    case ("?25", "h"): state.isCursorShown = true
    case ("?25", "l"): state.isCursorShown = false
    case ("?7", "h"): screen.hasMargins = true
    case ("?7", "l"): screen.hasMargins = false
    default: screen.obey(final, parameter.split(separator: ";").map { Int($0) ?? 1 })
    }
  }
}

/// One of a terminal's screens, with its cursor.
private nonisolated struct Page {
  /// A string for each column, empty in the right half of a wide character.
  private var lines: [[String]] = [[]]
  private(set) var row = 0
  var column = 0
  /// Whether what is written beyond the last column begins the next row.
  var hasMargins = true

  /// The rows, trailing blanks removed.
  var rows: [String] {
    lines.map { line in
      let end = line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      return line[..<end].joined()
    }
  }

  mutating func beginRow(_ number: Int) {
    (row, column) = (number, 0)
    while lines.count <= row { lines.append([]) }
  }

  mutating func obey(_ final: Unicode.Scalar, _ parameters: [Int]) {
    let parameter = parameters.first ?? 1
    switch final {
    case "A": row = max(row - parameter, 0)
    case "C": column += parameter
    case "H":
      beginRow(parameter - 1)
      column = (parameters.count > 1 ? parameters[1] : 1) - 1
    case "K": lines[row] = Array(lines[row].prefix(column))
    case "J":
      lines[row] = Array(lines[row].prefix(column))
      lines.removeSubrange((row + 1)...)
    default: break
    }
  }

  mutating func write(_ scalar: Unicode.Scalar, columns: Int) {
    let width = CharacterWidth.of(scalar)
    guard width > 0 else {
      if let last = lines[row].prefix(column).lastIndex(where: { !$0.isEmpty }) {
        lines[row][last].unicodeScalars.append(scalar)
      }
      return
    }
    if column + width > columns {
      if hasMargins { beginRow(row + 1) } else { column = columns - width }
    }
    while lines[row].count < column + width { lines[row].append(" ") }
    if lines[row][column].isEmpty, column > 0 { lines[row][column - 1] = " " }
    let next = column + width
    if next < lines[row].count, lines[row][next].isEmpty { lines[row][next] = " " }
    lines[row][column] = String(Character(scalar))
    if width == 2 { lines[row][column + 1] = "" }
    column += width
  }
}

/// Finds texts on a terminal in the order in which they were shown, though only what changed of a
/// row is written.
public nonisolated struct ShownTexts: Sendable {
  /// The end of what was found, in bytes.
  private var position = 0
  /// The terminal at that place.
  private var view: TerminalView
  /// The rows that the last frame changed, after the text that was found there.
  private var rest: [String] = []

  private static let frameEnd = Data("\u{1B}[?2026l".utf8)

  public init(columns: Int) { view = TerminalView(columns: columns) }

  /// Looks for a text that was shown after what was found last: written as a whole, or in a row
  /// that a frame changed.
  ///
  /// - Parameter data: everything that was written to the terminal so far.
  public mutating func find(_ text: String, in data: Data) -> Bool {
    if finds(text, in: rest) { return true }
    var (view, viewed) = (view, position)
    let wanted = Data(text.utf8)
    while true {
      let frame = data.range(of: Self.frameEnd, in: viewed..<data.count)
      let end = frame?.upperBound ?? data.count
      if let range = data.range(of: wanted, in: viewed..<end) {
        view.show(String(decoding: data[viewed..<range.upperBound], as: UTF8.self))
        (self.view, position, rest) = (view, range.upperBound, [])
        return true
      }
      guard frame != nil else { return false }
      let before = view.picture.rows
      view.show(String(decoding: data[viewed..<end], as: UTF8.self))
      viewed = end
      let rows = view.picture.rows.enumerated()
        .filter { !before.indices.contains($0.offset) || before[$0.offset] != $0.element }
        .map(\.element)
      if finds(text, in: rows) {
        (self.view, position) = (view, viewed)
        return true
      }
    }
  }

  /// What came after the text that was found last.
  public func unseen(in data: Data) -> String {
    String(decoding: data[min(position, data.count)...], as: UTF8.self)
  }

  private mutating func finds(_ text: String, in rows: [String]) -> Bool {
    for (index, row) in rows.enumerated() {
      guard let range = row.range(of: text) else { continue }
      rest = [String(row[range.upperBound...])] + rows[(index + 1)...]
      return true
    }
    return false
  }
}

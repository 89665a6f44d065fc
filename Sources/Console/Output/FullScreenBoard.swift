/// The stage: the whole terminal, on its second screen if it has one. One write changes what
/// differs from the frame before.
public final class FullScreenBoard: Board {
  private enum Content: Equatable {
    case lines([StyledText])
    case frame(StageFrame)
  }

  private let output: any TextOutput
  private let capabilities: TerminalCapabilities
  private var wanted = Content.lines([])
  private var isOpen = false

  /// The contents of the terminal; `nil` if they are unknown.
  private var drawn: Grid?

  public init(
    output: any TextOutput, capabilities: TerminalCapabilities = TerminalCapabilities()
  ) {
    self.output = output
    self.capabilities = capabilities
  }

  public var size: TerminalSize { output.size }

  public func show(_ lines: [String]) { show(.lines(lines.map { StyledText($0) })) }

  public func show(_ frame: StageFrame) { show(.frame(frame)) }

  public func print(_: String) {}

  public func ringBell() { output.write(controls: "\u{7}") }

  public func redraw() {
    drawn = nil
    if isOpen { draw() }
  }

  public func clear() {
    wanted = .lines([])
    if isOpen { draw() }
  }

  public func close() {
    guard isOpen else { return }
    isOpen = false
    drawn = nil
    CrashGuard.isOnStage = false
    output.write(controls: ControlSequence.leaveStage(capabilities))
  }

  private func show(_ content: Content) {
    guard !isOpen || content != wanted else { return }
    wanted = content
    draw()
  }

  private func draw() {
    let grid =
      switch wanted {
      case .lines(let lines): Grid(lines, size: size)
      case .frame(let frame): frame.grid(in: size)
      }
    var text = FrameDifference.text(from: isOpen ? drawn : nil, to: grid, on: capabilities)
    if !isOpen {
      CrashGuard.isOnStage = true
      text = ControlSequence.enterStage(capabilities) + text
    }
    isOpen = true
    drawn = grid
    if !text.isEmpty { output.write(controls: text) }
  }
}

/// The bytes that turn one frame on a terminal into another, as few as reasonable.
///
/// They leave the pen plain, so that nothing written afterwards inherits a style. They never write
/// beyond the last column and never scroll: the terminal's automatic margins are off
/// (``ControlSequence/enterStage(_:)``).
public nonisolated enum FrameDifference {
  /// - Parameters:
  ///   - old: what the terminal shows; `nil`, or a grid of another size, if that is unknown.
  ///   - new: what it is to show.
  /// - Returns: text with control sequences of ECMA-48; empty if there is nothing to change.
  public static func text(
    from old: Grid?, to new: Grid, on capabilities: TerminalCapabilities
  ) -> String {
    var drawing = Drawing(columns: new.columns, hasStyles: capabilities.hasStyles)
    if let old, old.size == new.size {
      drawing.draw(from: old, to: new)
    } else {
      drawing.clearScreen()
      drawing.draw(from: Grid(new.size), to: new)
    }
    drawing.setStyle(.plain)
    guard !drawing.text.isEmpty, capabilities.hasSynchronizedOutput else { return drawing.text }
    return ControlSequence.beginFrame + drawing.text + ControlSequence.endFrame
  }
}

/// A terminal's cursor and pen while a frame is drawn.
private nonisolated struct Drawing {
  private(set) var text = ""
  private let columns: Int
  private let hasStyles: Bool

  /// The position of the cursor; `nil` if it is unknown, as after the last column.
  private var row: Int?
  private var column: Int?
  private var pen = Style.plain

  /// The number of blanks beyond which it is cheaper to erase them than to write them.
  private static let fewBlanks = 3

  /// The most unchanged columns that are rewritten to reach the change after them.
  private static let longestBridge = 8

  init(columns: Int, hasStyles: Bool) {
    self.columns = columns
    self.hasStyles = hasStyles
  }

  mutating func clearScreen() {
    text += (hasStyles ? "\u{1B}[m" : "") + ControlSequence.home
    text += ControlSequence.clearToEndOfScreen
    (row, column) = (0, 0)
  }

  mutating func draw(from old: Grid, to new: Grid) {
    for row in 0..<new.rows {
      let (before, after) = (old[row: row], new[row: row])
      if before != after { draw(row, from: Array(before), to: Array(after)) }
    }
  }

  private mutating func draw(_ row: Int, from old: [Cell], to new: [Cell]) {
    guard let last = new.indices.last(where: { differ(old[$0], new[$0]) }) else { return }
    let blanksFrom = (new.lastIndex { !$0.isBlank } ?? -1) + 1
    var place = 0
    while place <= last {
      // The right half of a wide character is drawn with its left one.
      guard new[place].width > 0, differ(old[place], new[place]) else {
        place += 1
        continue
      }
      reach(row, place, in: new)
      if place >= blanksFrom, last - place >= Self.fewBlanks {
        text += ControlSequence.clearToEndOfLine
        return
      }
      write(new[place])
      place += new[place].width
    }
  }

  private func differ(_ old: Cell, _ new: Cell) -> Bool {
    old.text != new.text || style(of: old) != style(of: new)
  }

  /// The visible style: that of a blank cannot be seen.
  private func style(of cell: Cell) -> Style { hasStyles && !cell.isBlank ? cell.style : .plain }

  /// Moves to a place, or writes the unchanged cells before it again if that is as cheap.
  private mutating func reach(_ row: Int, _ place: Int, in cells: [Cell]) {
    guard self.row != row || column != place else { return }
    let move = move(to: row, place)
    if self.row == row, let column, column < place, place - column <= Self.longestBridge {
      let bridge = cells[column..<place]
      let isCheap = bridge.allSatisfy {
        $0.isSimple && ($0.isBlank || style(of: $0) == pen)
      }
      if isCheap, bridge.reduce(0, { $0 + $1.text.utf8.count }) <= move.utf8.count {
        for cell in bridge { write(cell) }
        return
      }
    }
    text += move
    (self.row, column) = (row, place)
  }

  /// The shortest sequence that moves there.
  private func move(to row: Int, _ column: Int) -> String {
    if self.row == row {
      if column == 0 { return "\r" }
      if let here = self.column, here < column { return ControlSequence.right(column - here) }
    }
    if let here = self.row, here + 1 == row, column == 0 { return "\r\n" }
    return ControlSequence.place(row, column)
  }

  private mutating func write(_ cell: Cell) {
    if !cell.isBlank { setStyle(cell.style) }
    text += cell.text
    guard let here = column else { return }
    // Terminals disagree on the width of unusual characters, and on where the cursor is after the
    // last column.
    let next = here + cell.width
    column = cell.isSimple && next < columns ? next : nil
  }

  mutating func setStyle(_ style: Style) {
    guard hasStyles, style != pen else { return }
    defer { pen = style }
    guard style != .plain else {
      text += "\u{1B}[m"
      return
    }
    var codes: [String] = []
    if style.weight != pen.weight {
      // Bold and dim are two attributes, and one code ends both.
      if pen.weight != .normal { codes.append("22") }
      switch style.weight {
      case .normal: break
      case .bold: codes.append("1")
      case .dim: codes.append("2")
      }
    }
    if style.color != pen.color { codes.append("3\(style.color.rawValue)") }
    text += "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

extension Cell {
  fileprivate nonisolated var isBlank: Bool { text == " " }

  /// True if all terminals agree on the width.
  fileprivate nonisolated var isSimple: Bool {
    guard width == 1 else { return false }
    var scalars = text.unicodeScalars.makeIterator()
    guard let first = scalars.next(), scalars.next() == nil else { return false }
    return first.value < 0x1F000
  }
}

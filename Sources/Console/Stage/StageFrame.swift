/// What the whole terminal shows at one moment, whatever its size.
///
/// A title with something at its right, the stage, a row for notices, one for the status and one
/// for keys. In a terminal of 80 × 24:
///
///     row 1     Comparison, unison                                   12 of 40
///     3…20      the stage, 60 columns, centred both ways
///     21        what was said last
///     22        the notice
///     23        Sine · A 440 · → Scarlett 2i2 1+2
///     24        Space again   p pause   Esc end
///
/// ``grid(in:)`` is pure: the same frame and size give the same cells.
public nonisolated struct StageFrame: Hashable, Sendable {
  /// A key and what it does, in the last row.
  public struct KeyHint: Hashable, Sendable {
    public let key: String
    public let meaning: String

    public init(_ key: String, _ meaning: String) {
      self.key = key
      self.meaning = meaning
    }

    /// A text such as `q back`, whose first word is the key.
    public init(_ text: String) {
      let parts = text.split(separator: " ", maxSplits: 1)
      self.init(
        parts.first.map { String($0) } ?? "", parts.count > 1 ? String(parts[1]) : "")
    }

    /// Whether it leads back, or ends what is shown.
    var isWayOut: Bool { key == "Esc" }

    var text: StyledText {
      StyledText(key, .strong) + StyledText(meaning.isEmpty ? "" : " " + meaning)
    }
  }

  /// Shown in bold.
  public var title: StyledText
  /// At the right of the title, shown dim.
  public var corner: StyledText
  /// The lines of the stage. Lines without a single blank (`""`) only separate; a small terminal
  /// leaves them out.
  public var body: [StyledText]
  /// The columns that the body is drawn for: ``stageColumns``, or up to what ``room(in:)`` has for
  /// a plot.
  public var bodyColumns: Int
  /// The rows for which the body is centred: states of one screen that differ in height then stay
  /// in their place. `nil` counts the lines.
  public var bodyRows: Int?
  /// The line of the body that stays in view if not all of them fit: the selected one, or the verdict. No
  /// notice covers it.
  public var focus: Int?
  /// What was said last, shown dim; left out if its row is needed.
  public var last: StyledText = ""
  /// A message that passes.
  public var notice: StyledText
  /// What is so all the time, shown dim; not dim if it has a ``Style/fault``.
  public var status: StyledText
  /// The most important one first: as many as fit are shown.
  public var keys: [KeyHint]

  /// So many of the keys matter more than the way out if there is little room. The way out matters more
  /// than all others.
  public var firstKeys = 0
  /// What alone is shown in a tiny terminal. If it is empty: the notice, else the first line of the
  /// body.
  public var verdict: StyledText

  public init(
    title: StyledText = "", corner: StyledText = "", body: [StyledText] = [],
    bodyColumns: Int = stageColumns, bodyRows: Int? = nil, focus: Int? = nil,
    notice: StyledText = "", status: StyledText = "", keys: [KeyHint] = [],
    verdict: StyledText = ""
  ) {
    self.title = title
    self.corner = corner
    self.body = body
    self.bodyColumns = bodyColumns
    self.bodyRows = bodyRows
    self.focus = focus
    self.notice = notice
    self.status = status
    self.keys = keys
    self.verdict = verdict
  }

  /// The columns of the stage.
  public static let stageColumns = 60

  /// The largest plot, for a terminal that has the room.
  public static let largestPlot = TerminalSize(columns: 120, rows: 30)

  /// A smaller terminal shows the verdict alone.
  public static let smallest = TerminalSize(columns: 30, rows: 8)

  /// A lower terminal has no rows to spare for blanks.
  private static let leastSpaciousRows = 20

  /// The most keys in a terminal that is narrower than the stage, or low.
  private static let fewKeys = 4

  /// The most rows of one notice.
  private static let mostNoticeRows = 3

  /// The columns and rows that a body may use: at least the stage, as far as the terminal has it;
  /// up to ``largestPlot`` in a large one. The body is centred in `room` if it says how many
  /// columns it uses.
  public static func room(in size: TerminalSize) -> TerminalSize {
    let spare = isSpacious(size) ? 6 : 3
    return TerminalSize(
      columns: min(
        max(size.columns, 0), min(max(size.columns - 20, stageColumns), largestPlot.columns)),
      rows: min(max(size.rows - spare, 0), largestPlot.rows))
  }

  /// Whether the terminal has blank rows between the parts.
  public static func isSpacious(_ size: TerminalSize) -> Bool { size.rows >= leastSpaciousRows }

  /// Whether the terminal is too small for anything but the verdict.
  public static func isTiny(_ size: TerminalSize) -> Bool {
    size.columns < smallest.columns || size.rows < smallest.rows
  }

  /// The frame in a terminal of that size.
  public func grid(in size: TerminalSize) -> Grid {
    var grid = Grid(size)
    guard !Self.isTiny(size) else {
      drawVerdict(on: &grid)
      return grid
    }
    let isSpacious = Self.isSpacious(size)
    drawTitle(on: &grid)
    let focus = drawBody(on: &grid, isSpacious: isSpacious)
    let status = status.hasFault ? status : status.dim
    grid.put(status.shortened(to: size.columns), row: size.rows - 2, column: 0)
    drawLast(on: &grid, isSpacious: isSpacious)
    drawNotice(on: &grid, isSpacious: isSpacious, below: focus)
    let most = isSpacious && size.columns >= Self.stageColumns ? keys.count : Self.fewKeys
    grid.put(
      Self.keyLine(keys, columns: size.columns, most: most, first: firstKeys),
      row: size.rows - 1, column: 0)
    return grid
  }

  /// The frame as lines without signs of its layout, for a screen reader: title, stage, notice,
  /// status if it tells of a fault, keys.
  public var spoken: [String] {
    let lines =
      [title + (corner.isEmpty ? "" : ", ") + corner] + body + [notice]
      + [status.hasFault ? status : ""] + [StyledText(Self.spokenKeys(keys))]
    return lines.map { line in
      String(line.plain.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// All keys and what they do, in a line that is read out.
  public static func spokenKeys(_ keys: [KeyHint]) -> String {
    keys.map { $0.meaning.isEmpty ? $0.key : "\($0.key) \($0.meaning)" }.joined(separator: ", ")
  }

  /// As many keys as fit, the first ones first. They move together if that makes room for another one.
  ///
  /// - Parameter first: so many of them are shown before the way out, which is shown before all others.
  static func keyLine(
    _ keys: [KeyHint], columns: Int, most: Int = .max, first: Int = 0
  ) -> StyledText {
    func line(_ gap: StyledText) -> (text: StyledText, count: Int) {
      var shown = (text: StyledText(), indices: [Int]())
      let wayOut = keys.firstIndex(where: \.isWayOut).map { [$0] } ?? []
      for index in Array(keys.indices.prefix(first)) + wayOut + Array(keys.indices)
      where shown.indices.count < most && !shown.indices.contains(index) {
        let indices = (shown.indices + [index]).sorted()
        let text = indices.reduce(into: StyledText()) { text, index in
          text = text.isEmpty ? keys[index].text : text + gap + keys[index].text
        }
        if text.columns <= columns { shown = (text, indices) }
      }
      return (shown.text, shown.indices.count)
    }
    let (wide, narrow) = (line("   "), line("  "))
    return narrow.count > wide.count ? narrow.text : wide.text
  }

  private func drawTitle(on grid: inout Grid) {
    let corner = corner.dim.prefix(grid.columns)
    let room = corner.isEmpty ? grid.columns : max(grid.columns - corner.columns - 1, 0)
    grid.put(title.bold.shortened(to: room), row: 0, column: 0, width: room)
    grid.put(corner, row: 0, column: 0, width: grid.columns, alignment: .right)
  }

  /// - Returns: the row of the focus, if there is one.
  private func drawBody(on grid: inout Grid, isSpacious: Bool) -> Int? {
    let first = isSpacious ? 2 : 1
    let room = grid.rows - (isSpacious ? 6 : 3)
    var lines = body
    var focus = focus
    // What does not fit with blanks may fit without.
    if !isSpacious || lines.count > room {
      focus = focus.map { index in body.prefix(index).count { !$0.isEmpty } }
      lines.removeAll(where: \.isEmpty)
    }
    if lines.count > room {
      let start = focus.map { $0 - room / 2 } ?? 0
      let hidden = min(max(start, 0), lines.count - room)
      lines = Array(lines.dropFirst(hidden).prefix(room))
      focus = focus.map { $0 - hidden }
    }
    let height = min(max(isSpacious ? bodyRows ?? 0 : 0, lines.count), room)
    let top = first + (isSpacious ? (room - height) / 2 : 0)
    let width = min(bodyColumns, grid.columns)
    let left = grid.columns < Self.stageColumns ? 0 : (grid.columns - width) / 2
    for (index, line) in lines.enumerated() {
      grid.put(line, row: top + index, column: left, width: grid.columns - left)
    }
    return focus.map { top + $0 }
  }

  /// In a low terminal, in the last row of the stage if that is empty.
  private func drawLast(on grid: inout Grid, isSpacious: Bool) {
    let row = grid.rows - (isSpacious ? 4 : 3)
    let used = body.count(where: { !$0.isEmpty })
    guard !last.isEmpty, isSpacious || used < grid.rows - 3 else { return }
    let left = grid.columns < Self.stageColumns ? 0 : (grid.columns - Self.stageColumns) / 2
    grid.put(last.dim.shortened(to: grid.columns - left), row: row, column: left)
  }

  /// The notice ends in its row. A longer one covers what is above it, but not the focus.
  private func drawNotice(on grid: inout Grid, isSpacious: Bool, below focus: Int?) {
    guard !notice.isEmpty else { return }
    let last = grid.rows - (isSpacious ? 3 : 2)
    let most = max(min(Self.mostNoticeRows, last - (focus ?? 0)), 1)
    var lines = notice.wrapped(to: grid.columns)
    if lines.count > most {
      let rest = lines[(most - 1)...].reduce(StyledText()) {
        $0.isEmpty ? $1 : $0 + " " + $1
      }
      lines = lines.prefix(most - 1) + [rest.shortened(to: grid.columns)]
    }
    for (index, line) in lines.reversed().enumerated() {
      grid.put(line.padded(to: grid.columns), row: last - index, column: 0)
    }
  }

  private func drawVerdict(on grid: inout Grid) {
    let text = [verdict, notice, body.first { !$0.isEmpty } ?? title].first { !$0.isEmpty } ?? ""
    for (row, line) in text.condensed.wrapped(to: max(grid.columns, 1)).enumerated() {
      grid.put(line, row: row, column: 0)
    }
  }
}

extension StyledText {
  nonisolated fileprivate var hasFault: Bool { runs.contains { $0.style.color == .red } }
}

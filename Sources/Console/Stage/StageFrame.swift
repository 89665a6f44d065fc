/// The contents of the whole terminal at one moment, whatever its size. In a terminal of 80 × 24:
///
///     row 1     Comparison, unison                                   12 of 40
///     3…20      the stage, 60 columns, centred both ways
///     21        the result of the last trial
///     22        the notice
///     23        Sine · A 440 · → Scarlett 2i2 1+2
///     24        Space again   p pause   Esc end
///
/// The same frame and size always give the same cells.
public nonisolated struct StageFrame: Hashable, Sendable {
  /// A key and what it does, in the last row.
  public struct KeyHint: Hashable, Sendable {
    public let key: String
    public let meaning: String

    public init(_ key: String, _ meaning: String) {
      self.key = key
      self.meaning = meaning
    }

    /// - Parameter text: the key and its meaning, such as `q back`.
    public init(_ text: String) {
      let parts = text.split(separator: " ", maxSplits: 1)
      self.init(
        parts.first.map { String($0) } ?? "", parts.count > 1 ? String(parts[1]) : "")
    }

    /// True for the key that leads back or ends what is shown.
    var isWayOut: Bool { key == "Esc" }

    public var styled: StyledText {
      StyledText(key, .strong) + StyledText(meaning.isEmpty ? "" : " " + meaning)
    }
  }

  /// Shown in bold.
  public var title: StyledText
  /// Shown dim at the right of the title.
  public var corner: StyledText
  /// The lines of the stage. Empty lines (`""`) only separate, and a small terminal leaves them
  /// out.
  public var body: [StyledText]
  /// The columns that the body is drawn for: ``stageColumns``, or for a plot up to those of
  /// ``room(in:)``.
  public var bodyColumns: Int
  /// The rows for which the body is centred, so that states of a screen that differ in height stay
  /// in their place; `nil` for the number of lines.
  public var bodyRows: Int?
  /// The line of the body that stays in view if not all of them fit, such as the selected one or
  /// the verdict. No notice covers it.
  public var focus: Int?
  /// The result of the last trial, shown dim; left out if its row is needed.
  public var last: StyledText = ""
  public var notice: StyledText
  /// Shown all the time, dim unless it has a ``Style/fault``.
  public var status: StyledText
  /// The keys, the most important one first. As many as fit are shown.
  public var keys: [KeyHint]

  /// The number of keys that matter more than the way out, which matters more than all others.
  public var firstKeys = 0
  /// The text that a tiny terminal shows alone. If it is empty, the notice or else the first line
  /// of the body is shown.
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

  public static let stageColumns = 60

  public static let largestPlot = TerminalSize(columns: 120, rows: 30)

  /// The smallest terminal that shows more than the verdict.
  public static let smallest = TerminalSize(columns: 30, rows: 8)

  /// The rows from which a terminal has blank rows.
  private static let leastSpaciousRows = 20

  /// The most keys in a terminal that is narrower than the stage, or low.
  private static let fewKeys = 4

  private static let mostNoticeRows = 3

  /// The columns and rows that a body may use: the stage, as far as it fits, and up to
  /// ``largestPlot`` in a large terminal. A body with more columns than the stage sets
  /// ``bodyColumns``.
  public static func room(in size: TerminalSize) -> TerminalSize {
    let spare = isSpacious(size) ? 6 : 3
    return TerminalSize(
      columns: min(
        max(size.columns, 0), min(max(size.columns - 20, stageColumns), largestPlot.columns)),
      rows: min(max(size.rows - spare, 0), largestPlot.rows))
  }

  /// True if the terminal has blank rows between the parts.
  public static func isSpacious(_ size: TerminalSize) -> Bool { size.rows >= leastSpaciousRows }

  private static func isTiny(_ size: TerminalSize) -> Bool {
    size.columns < smallest.columns || size.rows < smallest.rows
  }

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
    grid.put(keyLine(columns: size.columns, most: most), row: size.rows - 1, column: 0)
    return grid
  }

  /// The lines for a screen reader, without signs of the layout: title, stage, notice, keys, and
  /// the status if it reports a fault.
  public var spoken: [String] {
    let lines =
      [title + (corner.isEmpty ? "" : ", ") + corner] + body + [notice]
      + [status.hasFault ? status : ""] + [StyledText(Self.spokenKeys(keys))]
    return lines.map { line in
      String(line.plain.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// All keys with their meanings, in a line that is read out.
  public static func spokenKeys(_ keys: [KeyHint]) -> String {
    keys.map { $0.meaning.isEmpty ? $0.key : "\($0.key) \($0.meaning)" }.joined(separator: ", ")
  }

  /// The keys that fit, with smaller gaps if that makes room for another one.
  private func keyLine(columns: Int, most: Int) -> StyledText {
    func line(_ gap: StyledText) -> (text: StyledText, count: Int) {
      var shown = (text: StyledText(), indices: [Int]())
      let wayOut = keys.firstIndex(where: \.isWayOut).map { [$0] } ?? []
      for index in Array(keys.indices.prefix(firstKeys)) + wayOut + Array(keys.indices)
      where shown.indices.count < most && !shown.indices.contains(index) {
        let indices = (shown.indices + [index]).sorted()
        let text = indices.reduce(into: StyledText()) { text, index in
          text = text.isEmpty ? keys[index].styled : text + gap + keys[index].styled
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
    // The lines may fit without the empty ones.
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

  /// Draws the last result; in a low terminal in the last row of the stage, if that is empty.
  private func drawLast(on grid: inout Grid, isSpacious: Bool) {
    let row = grid.rows - (isSpacious ? 4 : 3)
    let used = body.count(where: { !$0.isEmpty })
    guard !last.isEmpty, isSpacious || used < grid.rows - 3 else { return }
    let left = grid.columns < Self.stageColumns ? 0 : (grid.columns - Self.stageColumns) / 2
    grid.put(last.dim.shortened(to: grid.columns - left), row: row, column: left)
  }

  /// Draws the notice, which ends in its row. A long one covers the rows above it, but not the
  /// focus.
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

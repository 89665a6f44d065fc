import Charts
import Console
import Language

/// The page that `?` opens: the keys of a page, the last messages, and the meaning of its figures.
///
/// The messages are repeated here so that nobody has to read fast. A key that does not scroll
/// closes the page.
package struct HelpPage<Action>: @MainActor StageScreen {
  private let subject: KeyTable.Page
  private let notes: [String]
  private let messages: [String]

  /// The meaning of the page's figures.
  private let terms: [String]
  private let glyphs: Glyphs
  private var first = 0

  /// - Parameters:
  ///   - notes: paragraphs below the keys.
  ///   - messages: in the order in which they are shown.
  package init(
    _ subject: KeyTable.Page, notes: [String] = [], messages: [String], glyphs: Glyphs
  ) {
    self.subject = subject
    self.notes = notes
    self.messages = messages
    terms = subject.showsFigures ? FigureTerms.sentences : []
    self.glyphs = glyphs
  }

  package mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch key.command {
    case .up, .character("k"): first = max(first - 1, 0)
    case .down, .character("j"), .character(" "): first += 1
    case .pageUp: first = max(first - 10, 0)
    case .pageDown: first += 10
    default: return .back
    }
    // Drawing limits this to the text; this limit keeps it small.
    first = min(first, 200)
    return .stay
  }

  package func spoken(in size: TerminalSize) -> [String] {
    KeyTable.lines(of: subject, glyphs) + notes.filter { !$0.isEmpty } + messages + terms
      + [localized("Esc goes back.")]
  }

  package func stage(in size: TerminalSize) -> StageFrame {
    let width = min(size.columns, StageFrame.stageColumns)
    let lines = text(width: width, isSpacious: StageFrame.isSpacious(size))
    let room = StageFrame.room(in: size).rows
    let start = max(min(first, lines.count - room), 0)
    var keys = [StageFrame.KeyHint("Esc", localized(context: "key", "back"))]
    if lines.count > room {
      let arrows = "\(glyphs.up) \(glyphs.down)"
      keys.insert(StageFrame.KeyHint(arrows, localized(context: "key", "scroll")), at: 0)
    }
    return StageFrame(
      title: StyledText(localized("Help")), body: Array(lines.dropFirst(start).prefix(room)),
      bodyRows: room, keys: keys)
  }

  private func text(width: Int, isSpacious: Bool) -> [StyledText] {
    let rows = KeyTable.rows(of: subject, glyphs)
    let keys = (rows.map(\.key.columns).max() ?? 0) + 2
    var lines = rows.flatMap { row in
      Self.hanging(
        StyledText(row.key, .strong).padded(to: keys), StyledText(row.meaning), indent: keys,
        width: width)
    }
    func add(_ paragraphs: [StyledText]) {
      guard !paragraphs.isEmpty else { return }
      if isSpacious { lines.append(" ") }
      lines += paragraphs.flatMap { $0.isEmpty ? [" "] : $0.wrapped(to: width) }
    }
    add(notes.map { StyledText($0) })
    if !messages.isEmpty {
      add([StyledText(localized("The last messages:"), .strong)] + messages.map { StyledText($0) })
    }
    add(terms.map { StyledText($0) })
    return lines
  }

  /// Wraps a text with a hanging indent behind its beginning.
  private static func hanging(
    _ beginning: StyledText, _ text: StyledText, indent: Int, width: Int
  ) -> [StyledText] {
    text.wrapped(to: max(width - indent, 10)).enumerated().map { index, line in
      (index == 0 ? beginning : StyledText.blanks(indent)) + line
    }
  }
}

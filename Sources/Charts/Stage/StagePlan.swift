import Console
import Language

/// The places of the parts of a trial's picture in a terminal.
struct StagePlan {
  let glyphs: Glyphs

  /// The columns from the left edge of the stage to that of the terminal.
  let columns: Int

  /// The rows of the stage. Blank ones are left out if there are too few.
  let rows: Int

  /// True if there is no room for keys beside the picture.
  let isNarrow: Bool

  /// True if there is no room for any text beside the picture.
  let isTight: Bool

  /// The columns of the first note, the second note and the text beside them.
  let first: Int
  let second: Int
  let text: Int

  /// The columns of a quarter of the scale on which a tuned note is shown.
  let quarter: Int

  let hasLast: Bool
  let canUndo: Bool

  let last: TrialScene?

  let explains: Bool

  init(_ size: TerminalSize, _ glyphs: Glyphs, of session: SessionProgress) {
    self.glyphs = glyphs
    hasLast = session.hasLast
    canUndo = session.canUndo
    last = session.last
    explains = session.explains
    rows = StageFrame.room(in: size).rows
    isNarrow = size.columns < StageFrame.stageColumns
    isTight = size.columns < 40
    columns = isNarrow ? size.columns : (size.columns + StageFrame.stageColumns) / 2
    (first, second, text) = isNarrow ? (2, 7, 10) : (9, 19, 22)
    quarter = isTight ? 5 : isNarrow ? 7 : 10
  }

  /// The keys of all moments of a trial.
  var always: [StageFrame.KeyHint] { StageWords.always(canUndo: canUndo, hasLast: hasLast) }

  /// The hints that fit from a column on, the most important ones first.
  func hints(_ hints: [StageFrame.KeyHint], from column: Int) -> StyledText {
    hints.reduce(StyledText()) { line, hint in
      let longer = line.isEmpty ? hint.styled : line + "   " + hint.styled
      return column + longer.columns <= columns ? longer : line
    }
  }

  /// The words for the replay, and the key that skips it unless it stands in the row of keys.
  func replayed(_ words: StyledText) -> [StyledText] {
    let column = max(37, words.columns + 3)
    let skip = isNarrow ? "" : hints([StageWords.skip], from: column)
    return skip.isEmpty ? words.wrapped(to: columns) : [words.padded(to: column) + skip]
  }

  /// The first text that fits into a row, or else the last one.
  func fitting(_ texts: String...) -> StyledText {
    StyledText(texts.first { $0.columns <= columns } ?? texts.last ?? "")
  }

  func verdict(isRight: Bool, _ words: String) -> StyledText {
    let sign =
      isRight ? StyledText(glyphs.rightSign, .right) : StyledText(glyphs.wrongSign, .wrong)
    return sign + StyledText(" " + words)
  }

  /// A picture with text beside it, or below it if there is no room.
  func picture(_ rows: [PictureRow]) -> [StyledText] {
    let isBeside = !isTight && rows.allSatisfy { text + $0.text.columns <= columns }
    guard isBeside else {
      return rows.map(\.picture) + rows.flatMap { $0.text.wrapped(to: columns) }
    }
    return rows.map { row in
      row.text.isEmpty ? row.picture : row.picture.padded(to: text) + row.text
    }
  }

  // MARK: Two places

  var firstOfTwo: [StyledText] {
    let firstWord = localized(context: "note", "first")
    let secondWord = localized(context: "note", "second")
    let start = max(first - firstWord.columns / 2, 0)
    let next = max(second - secondWord.columns / 2, start + firstWord.columns + 1)
    return [
      StyledText(
        placing: (first, StyledText(glyphs.sounded, .strong)), (second, StyledText(glyphs.faint))),
      StyledText(placing: (start, StyledText(firstWord)), (next, StyledText(secondWord))),
    ]
  }

  /// The second of two sounds, or the wait for the answer after it, with the keys beside it if
  /// there is room.
  func secondOfTwo(_ hints: [StageFrame.KeyHint], isOver: Bool = false) -> StyledText {
    let sign: StyledText = isOver ? "?" : StyledText(glyphs.sounded, .strong)
    let places = StyledText(placing: (first, StyledText(glyphs.silent)), (second, sign))
    guard !isNarrow else { return places }
    let column = second + 8
    return places.padded(to: column) + self.hints(hints, from: column)
  }
}

struct PictureRow {
  let picture: StyledText
  let text: StyledText

  /// An empty row that is not left out.
  static let blank = PictureRow(" ")

  init(_ picture: StyledText, _ text: StyledText = "") {
    (self.picture, self.text) = (picture, text)
  }
}

extension [StyledText] {
  /// The last line that shows this text or, if it is broken into lines, its end.
  func lastIndex(showing text: StyledText) -> Int? {
    let words = text.plain
    guard !words.isEmpty else { return nil }
    return lastIndex { line in
      let shown = String(line.plain.drop { $0 == " " })
      return shown.contains(words) || (!shown.isEmpty && words.hasSuffix(shown))
    }
  }
}

extension StyledText {
  /// A line with parts at these columns, from left to right. A part that would cover its neighbour
  /// moves to the right.
  init(placing parts: (column: Int, text: StyledText)...) {
    self.init()
    for part in parts { self = padded(to: part.column) + part.text }
  }

  func bold(if isBold: Bool) -> StyledText { isBold ? bold : self }
}

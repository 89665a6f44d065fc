import Charts
import Console
import Language
import Music

/// The texts of `peach map`.
enum MapWords {
  /// `D4   +8.1 ± 0.3`
  static func row(_ note: MappedNote, plusMinus: String) -> String {
    NoteName.text(note.note).leftPadded(to: 5) + " "
      + CentsText.signed(Cents(note.tone.error)).leftPadded(to: 7)
      + " \(plusMinus) \(CentsText.plain(2 * note.tone.uncertainty))"
  }

  /// A line that is read out: `D4, 8.1 cents sharp`
  static func line(_ note: MappedNote) -> String {
    let (name, cents) = (NoteName.text(note.note), CentsText.plain(abs(note.tone.error)))
    return note.tone.error < 0
      ? localized("%@, %@ cents flat", name, cents) : localized("%@, %@ cents sharp", name, cents)
  }

  static func withdrawn(_ count: Int) -> String {
    localized(one: "%d note taken back.", other: "%d notes taken back.", count)
  }

  static func listening(at port: String, hasKeys: Bool) -> String {
    hasKeys
      ? localized(
        "Play what you like; Peach listens at %@. Backspace takes the last note back, q ends.", port
      )
      : localized(
        "Play what you like; Peach listens at %@. undo takes the last note back, quit ends.", port)
  }

  static var empty: String { localized("No notes yet: peach map records what you play.") }

  static var emptyJSON: String {
    var line = JSONLine()
    line.add("label", String?.none)
    line.add("count", 0)
    return line.description
  }

  /// - Parameter others: the labels of instruments that have notes.
  static func noNotes(of label: String?, others: [String?]) -> String {
    let names = others.compactMap { $0 }.map(\.visible).joined(separator: ", ")
    guard let label else {
      return localized("there are no notes without a label; --label takes one of: %@", names)
    }
    guard !names.isEmpty else {
      return localized("there are no notes of '%@'; leave --label out, or record some", label)
    }
    return localized("there are no notes of '%@'; --label takes one of: %@", label, names)
  }
}

/// The stage of `peach map`: the last notes while the user plays, and then the map.
///
///        D4    +8.1 ± 0.3
///        E4    -2.4 ± 0.2
struct MapScreen {
  let label: String?
  var notes: [MappedNote] = []

  /// The result of the run, once it has ended.
  var outcome: Outcome?

  enum Outcome {
    case map(InstrumentFigures)
    case nothing
  }

  /// - Parameter trouble: the reason why nothing is heard, in place of the notes.
  func stage(
    in size: TerminalSize, _ glyphs: Glyphs, trouble: [StyledText]?, status: StyledText
  ) -> StageFrame {
    let title =
      label.map { localized("My instrument: %@", $0.visible) } ?? localized("My instrument")
    let width = min(size.columns, StageFrame.stageColumns)
    let room = StageFrame.room(in: size).rows
    var body: [StyledText]
    switch outcome {
    case .map(let figures):
      let (basis, sentences) = (figures.basis, figures.sentences)
      body = ([basis] + sentences).flatMap { StyledText($0).wrapped(to: width) }
      let rows = room - body.count - 1
      if rows >= 8 {
        body += [""] + figures.plot(TerminalSize(columns: width, rows: min(rows, 18)), glyphs)
      }
    case .nothing: body = StyledText(MapWords.empty).wrapped(to: width)
    case nil:
      let rows = notes.suffix(max(min(room - 2, 12), 1)).map {
        StyledText(MapWords.row($0, plusMinus: glyphs.dash == "-" ? "+-" : "±"))
      }
      let invitation = StyledText(localized("Play what you like."), .quiet)
      body = trouble ?? (rows.isEmpty ? [invitation] : rows)
    }
    return StageFrame(
      title: StyledText(title),
      corner: StyledText(localized(one: "%d note", other: "%d notes", notes.count), .quiet),
      body: body, focus: max(body.count - 1, 0), status: status,
      keys: outcome == nil ? Self.keys : lastKeys, verdict: body.last ?? "")
  }

  private static var keys: [StageFrame.KeyHint] {
    [
      .init("Backspace", localized(context: "key", "take the last back")),
      .init("d", localized(context: "key", "drone")),
      .init("o", localized(context: "key", "ports")),
      .init("?", localized(context: "key", "help")),
      .init("Esc", localized(context: "key", "end: the map")),
    ]
  }

  private var lastKeys: [StageFrame.KeyHint] {
    (notes.isEmpty ? [] : [.init("u", localized(context: "key", "take all of it back"))])
      + [.init("Esc", localized(context: "key", "end"))]
  }
}

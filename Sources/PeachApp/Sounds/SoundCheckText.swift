import Charts
import Console
import Foundation
import Language
import Music

/// What was found out about a sound, for people: a table, a plot, and what is not to be mended.
enum SoundCheckText {
  static func text(_ facts: SoundCheckFacts, columns: Int, glyphs: Glyphs) -> String {
    let title = localized("Sound %@ of %@", facts.sound, facts.font)
    guard !facts.isExact else {
      return [
        title,
        localized(
          "Exact: a sound of the built-in font is made in tune, and needs no correction."),
      ].joined(separator: "\n")
    }
    guard !facts.shown.isEmpty else {
      return [title, localized("No note of it sounds.")].joined(separator: "\n")
    }
    let plot = DeviationPlot(notes: facts.shown, glyphs: glyphs).lines(columns: columns)
    return
      ([title, ""] + table(facts) + ["", localized("Deviation in cents:")] + plot + [""]
      + summary(facts)).joined(separator: "\n")
  }

  // MARK: The table

  private static func table(_ facts: SoundCheckFacts) -> [String] {
    let heading = [
      localized(context: "column", "note"), localized(context: "column", "cents"), "±",
      localized(context: "column", "tone"), localized(context: "column", "dB"),
      localized(context: "column", "evened by"),
    ]
    let rows = [heading] + facts.shown.map(row)
    let widths = heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        // Words to the left, numbers to the right.
        column == 0 || column == 3
          ? cell.rightPadded(to: widths[column]) : cell.leftPadded(to: widths[column])
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func row(_ note: SoundCheckFacts.Note) -> [String] {
    [
      NoteName.text(note.note), note.deviation.map(CentsText.signed) ?? "",
      note.uncertainty.map { CentsText.plain($0.magnitude) } ?? "", tone(note),
      note.level.map { NumberText.fixed($0, places: 1, isSigned: true) } ?? "",
      NumberText.fixed(note.gain, places: 1, isSigned: true),
    ]
  }

  private static func tone(_ note: SoundCheckFacts.Note) -> String {
    switch note.verdict {
    case .steady: localized("steady")
    case .vibrato:
      localized(
        "vibrato ±%@, %@ a second", NumberText.fixed(note.vibratoExtent.rawValue, places: 0),
        NumberText.fixed(note.vibratoRate, places: 1))
    case .wavering: localized("wavering, %@ from half to half", CentsText.signed(note.drift))
    case .octaveError:
      note.octaves > 0
        ? localized(one: "an octave too high", other: "%d octaves too high", note.octaves)
        : localized(one: "an octave too low", other: "%d octaves too low", -note.octaves)
    case .unpitched: localized("without a pitch of this key")
    case .tooShort: localized("too short")
    case .silent: localized("silent")
    }
  }

  // MARK: What it comes to

  private static func summary(_ facts: SoundCheckFacts) -> [String] {
    let sizes = facts.shown.compactMap(\.deviation?.magnitude).sorted()
    var lines: [String] = []
    if let largest = sizes.last {
      lines.append(
        localized(
          "Off by %@ cents (median), by up to %@.",
          CentsText.plain(sizes[sizes.count / 2]), CentsText.plain(largest)))
    }
    lines += unmendable(facts)
    lines.append(
      facts.isCorrected
        ? localized("Training corrects this.")
        : localized("Training does not correct this: correctIntonation is false."))
    lines.append(
      facts.isEvened
        ? localized("Training evens the loudness out, by up to 6 dB.")
        : localized("Training leaves the loudness as it is: evenLoudness is false."))
    return lines
  }

  private static func unmendable(_ facts: SoundCheckFacts) -> [String] {
    let broken = facts.shown.filter { !$0.isMendable }
    guard !broken.isEmpty else { return [localized("Every note can be corrected.")] }
    let reasons: [(String, (SoundCheckFacts.Note) -> Bool)] = [
      (localized("a whole octave off"), { $0.verdict == .octaveError }),
      (localized("without a pitch of their key"), { $0.verdict == .unpitched }),
      (localized("too short"), { $0.verdict == .tooShort }),
      (
        localized(
          "vibrato wider than ±%@ cents",
          NumberText.short(facts.widestVibrato.rawValue)),
        {
          $0.deviation != nil && $0.verdict != .octaveError
            && $0.vibratoExtent > facts.widestVibrato
        }
      ),
      (
        localized(
          "a pitch that is uncertain by more than %@ cents",
          NumberText.short(facts.greatestUncertainty.rawValue)),
        {
          $0.deviation != nil && $0.verdict != .octaveError
            && $0.vibratoExtent <= facts.widestVibrato
        }
      ),
    ]
    return [localized("What no correction can mend:")]
      + reasons.compactMap { reason, holds in
        let notes = broken.filter(holds).map { NoteName.text($0.note) }
        return notes.isEmpty ? nil : "  \(reason): \(notes.joined(separator: " "))"
      }
  }
}

/// How far the notes of a sound are off, over a keyboard, drawn with characters: a point for a note that
/// can be corrected, a cross for one that cannot.
struct DeviationPlot {
  let notes: [SoundCheckFacts.Note]
  let glyphs: Glyphs

  /// The characters to the left of the plot.
  private static let margin = 7

  /// Rows above the line of no deviation, and below it.
  private static let half = 4

  func lines(columns: Int) -> [String] {
    // Where not all have room, those at both ends are left out.
    let room = max(columns - Self.margin, 1)
    let shown = Array(notes.dropFirst(max(notes.count - room + 1, 0) / 2).prefix(room))
    let reach = Self.reach(of: shown)
    let rows = (-Self.half...Self.half).reversed().map { row in
      label(row, reach) + String(shown.map { mark($0, at: row, reach) })
    }
    return rows + [keys(shown), names(shown)]
  }

  /// The cents at the upper end: a round number that nine of ten notes stay within.
  private static func reach(of notes: [SoundCheckFacts.Note]) -> Double {
    let sizes = notes.compactMap(\.deviation?.magnitude).sorted()
    let common = sizes.isEmpty ? 1 : sizes[Int(0.9 * Double(sizes.count - 1))]
    return [1, 2, 4, 8, 20, 40, 100].first { common <= $0 } ?? 200
  }

  private func label(_ row: Int, _ reach: Double) -> String {
    guard row % 2 == 0 else { return String(repeating: " ", count: Self.margin - 1) + glyphs.axis }
    let cents = reach * Double(row) / Double(Self.half)
    let text = (cents > 0 ? "+" : "") + NumberText.short(cents)
    return text.leftPadded(to: Self.margin - 2) + " " + glyphs.axisTick
  }

  private func mark(_ note: SoundCheckFacts.Note, at row: Int, _ reach: Double) -> Character {
    let empty: Character = row == 0 ? glyphs.level : " "
    guard let deviation = note.deviation else {
      return row == 0 ? glyphs.cross.first ?? "x" : empty
    }
    let place = Int((deviation.rawValue / reach * Double(Self.half)).rounded())
    guard min(max(place, -Self.half), Self.half) == row else { return empty }
    return note.isMendable ? glyphs.point : glyphs.cross.first ?? "x"
  }

  /// The keyboard: black keys dark, white ones light.
  private func keys(_ shown: [SoundCheckFacts.Note]) -> String {
    let keys = shown.map { entry in
      [1, 3, 6, 8, 10].contains(entry.note.rawValue % 12) ? glyphs.blackKey : glyphs.whiteKey
    }
    return String(repeating: " ", count: Self.margin) + String(keys)
  }

  /// The name of every C below its key.
  private func names(_ shown: [SoundCheckFacts.Note]) -> String {
    var line = ""
    for (index, entry) in shown.enumerated() where entry.note.rawValue % 12 == 0 {
      let place = Self.margin + index
      line += String(repeating: " ", count: max(place - line.count, 0)) + NoteName.text(entry.note)
    }
    return line
  }
}

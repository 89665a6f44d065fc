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

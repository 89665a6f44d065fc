import Charts
import Console
import Foundation
import Language
import Music

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

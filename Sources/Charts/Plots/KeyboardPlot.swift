import Console
import Foundation
import Music
import Training

/// Thresholds over a piano keyboard, drawn with characters: for each note its threshold and the
/// interval in which it lies, on a logarithmic scale of cents.
struct KeyboardPlot {
  /// A note to draw.
  struct Entry {
    let note: MIDINote
    /// `nil` of a threshold that may not be shown.
    let threshold: CentsEstimate?
  }

  let entries: [Entry]

  let cents: CentsAxis
  let glyphs: Glyphs

  /// - Parameter thresholds: all that the axis has to cover, in view or not.
  init(entries: [Entry], thresholds: [CentsEstimate], glyphs: Glyphs) {
    self.entries = entries
    self.glyphs = glyphs
    let ends = thresholds.flatMap { [$0.low.rawValue, $0.high.rawValue] }
    cents = .logarithmic(ends.isEmpty ? [1, 100] : ends.map { min(max($0, 0.1), 200) })
  }

  /// The characters to the left of the plot.
  private static let margin = 6
  private static let widestKey = 8

  /// The number of notes that there is room for.
  static func capacity(columns: Int) -> Int { max(columns - margin, 1) }

  /// - Parameters:
  ///   - rows: of the plot and of the keyboard below it, which takes two with its names.
  func lines(columns: Int, rows: Int) -> [String] {
    let width = max(min((columns - Self.margin) / max(entries.count, 1), Self.widestKey), 1)
    let shown = Array(entries.prefix(max((columns - Self.margin) / width, 1)))
    let height = max(rows - 2, 3)
    let axis = cents.lines(height: height, labelWidth: Self.margin - 2, glyphs: glyphs)
    return axis.enumerated().map { row, label in
      label + cells(row, of: height, shown, width)
    } + [keys(shown, width), names(shown, width)]
  }

  private func cells(_ row: Int, of height: Int, _ shown: [Entry], _ width: Int) -> String {
    let cells = shown.map { entry -> String in
      var cell = Array(repeating: Character(" "), count: width)
      cell[width / 2] = mark(entry, at: row, height)
      return String(cell)
    }
    return cells.joined()
  }

  private func mark(_ entry: Entry, at row: Int, _ height: Int) -> Character {
    guard let threshold = entry.threshold else { return " " }
    if cents.row(of: threshold.value.rawValue, height: height) == row { return glyphs.point }
    let top = cents.row(of: threshold.high.rawValue, height: height)
    let bottom = cents.row(of: threshold.low.rawValue, height: height)
    return (top...max(top, bottom)).contains(row) ? glyphs.whisker : " "
  }

  /// The keyboard: black keys dark, white ones light.
  private func keys(_ shown: [Entry], _ width: Int) -> String {
    let keys = shown.map { entry in
      String(repeating: entry.note.isBlackKey ? glyphs.blackKey : glyphs.whiteKey, count: width)
    }
    return String(repeating: " ", count: Self.margin) + keys.joined()
  }

  /// The name of every C below its key.
  private func names(_ shown: [Entry], _ width: Int) -> String {
    var line = ""
    for (index, entry) in shown.enumerated() where entry.note.rawValue % 12 == 0 {
      let place = Self.margin + index * width
      line += String(repeating: " ", count: max(place - line.count, 0)) + NoteName.text(entry.note)
    }
    return line
  }
}

nonisolated extension MIDINote {
  /// Whether the key of the note is black on a piano.
  var isBlackKey: Bool { [1, 3, 6, 8, 10].contains(rawValue % 12) }
}

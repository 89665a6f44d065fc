import Foundation
import Music
import Training

/// Thresholds over a piano keyboard, drawn with characters: for each note its threshold and the
/// interval in which it lies, on a logarithmic scale of cents.
struct KeyboardPlot {
  /// What is drawn for a note.
  struct Entry {
    let note: MIDINote
    let estimate: ThresholdEstimate?
  }

  let entries: [Entry]
  let glyphs: Glyphs

  /// The characters to the left of the plot.
  private static let margin = 6
  private static let ticks = [1.0, 3, 10, 30, 100]

  /// - Parameters:
  ///   - rows: of the plot and the keyboard below it; four of them are the keyboard's and its names'.
  func lines(columns: Int, rows: Int) -> [String] {
    let width = max(min((columns - Self.margin) / max(entries.count, 1), 4), 1)
    let shown = Array(entries.prefix(max((columns - Self.margin) / width, 1)))
    let height = max(rows - 2, 3)
    return (0..<height).map { row in plotRow(row, of: height, shown, width) }
      + [keys(shown, width), names(shown, width)]
  }

  private func plotRow(_ row: Int, of height: Int, _ shown: [Entry], _ width: Int) -> String {
    let tick = Self.ticks.first { self.row(of: $0, height) == row }
    let label = tick.map { "\(Int($0))" } ?? ""
    let axis = String(repeating: " ", count: 4 - min(label.count, 4)) + label + " "
    let cells = shown.map { entry -> String in
      var cell = Array(repeating: Character(" "), count: width)
      cell[width / 2] = mark(entry, at: row, height)
      return String(cell)
    }
    return axis + (tick == nil ? glyphs.axis : glyphs.axisTick) + cells.joined()
  }

  private func mark(_ entry: Entry, at row: Int, _ height: Int) -> Character {
    guard let estimate = entry.estimate else { return " " }
    if self.row(of: estimate.threshold.rawValue, height) == row { return glyphs.point }
    let reach =
      self.row(of: estimate.high.rawValue, height)...self.row(of: estimate.low.rawValue, height)
    return reach.contains(row) ? glyphs.whisker : " "
  }

  /// The row of a threshold, counted from the top.
  private func row(of cents: Double, _ height: Int) -> Int {
    let (low, high) = (log(0.5), log(200.0))
    let share = (log(max(cents, 1e-6)) - low) / (high - low)
    return min(max(Int(((1 - share) * Double(height)).rounded(.down)), 0), height - 1)
  }

  /// The keyboard: black keys dark, white ones light.
  private func keys(_ shown: [Entry], _ width: Int) -> String {
    let keys = shown.map { entry in
      let isBlack = [1, 3, 6, 8, 10].contains(entry.note.rawValue % 12)
      return String(repeating: isBlack ? glyphs.blackKey : glyphs.whiteKey, count: width)
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

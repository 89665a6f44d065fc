import Console
import Language
import Music

/// Intervals in a word or two, for lines that have little room: `fifth ↑`.
public nonisolated enum IntervalName {
  /// The name as musicians shorten it: the perfect intervals are a fourth, a fifth and an octave.
  public static func short(_ interval: Interval) -> String {
    switch interval {
    case .perfectFourth: localized("fourth")
    case .perfectFifth: localized("fifth")
    default: NoteName.text(DirectedInterval(interval), hasDirection: false)
    }
  }

  /// The name and an arrow: `major third ↓`.
  public static func short(_ interval: DirectedInterval, _ glyphs: Glyphs) -> String {
    if glyphs.isSpoken { return NoteName.text(interval) }
    let name = short(interval.interval)
    guard interval != .prime else { return name }
    return "\(name) \(interval.direction == .up ? glyphs.up : glyphs.down)"
  }

  /// As many as fit into that many columns, and how many more there are: `fifth ↑, octave ↓ +3`. The first one
  /// is always there.
  public static func list(
    _ intervals: [DirectedInterval], _ glyphs: Glyphs, columns: Int = .max
  ) -> String {
    let names = intervals.map { short($0, glyphs) }
    for count in stride(from: names.count, to: 1, by: -1) {
      let text = text(names, first: count)
      if text.columns <= columns { return text }
    }
    return text(names, first: 1)
  }

  private static func text(_ names: [String], first count: Int) -> String {
    let shown = names.prefix(count).joined(separator: ", ")
    return count < names.count ? "\(shown) +\(names.count - count)" : shown
  }
}

import Music

/// Notes and intervals as the user reads them.
public nonisolated enum NoteName {
  public static func text(_ note: MIDINote) -> String { note.name }

  /// An interval in words, such as `perfect fifth down`.
  public static func text(_ interval: DirectedInterval) -> String {
    let name = names[interval.interval.rawValue]
    guard interval.interval != .prime else { return name }
    return "\(name) \(interval.direction == .up ? "up" : "down")"
  }

  private static let names = [
    "unison", "minor second", "major second", "minor third", "major third", "perfect fourth",
    "tritone", "perfect fifth", "minor sixth", "major sixth", "minor seventh", "major seventh",
    "octave",
  ]
}

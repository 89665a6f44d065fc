import Foundation

/// The hum of the mains, which has a pitch but is no note: 50 or 60 Hz, or one of its first partials.
///
/// It is kept within 0.2 Hz, which no note in tune comes near except G (100 Hz is 35 cents from it).
/// If the target is so close that an answer may be there, only what has hummed from the start at
/// this level is hum.
struct MainsHum: Sendable {
  private static let places = [50.0, 100, 150, 60, 120, 180]
  /// In cents.
  private static let width = 12.0
  /// A note is louder than the hum by this, in dB.
  private static let rise = 6.0
  /// A sound that begins later than this, in seconds, is no hum if it may be an answer.
  private static let start = 0.2

  let target: Double
  /// The level of what hummed at the start.
  private var level: Double?

  init(target: Double) { self.target = target }

  mutating func explains(_ frame: PitchFrame) -> Bool {
    guard let hertz = frame.frequency,
      let place = Self.places.first(where: { abs(1200 * log2(hertz / $0)) < Self.width })
    else { return false }
    let cents = 1200 * log2(place / target)
    let distance = abs(cents - 1200 * (cents / 1200).rounded())
    if frame.time < Self.start { level = max(level ?? frame.level, frame.level) }
    guard distance < PlayedNote.widestError + 50 else { return true }
    return level.map { frame.level < $0 + Self.rise } ?? false
  }
}

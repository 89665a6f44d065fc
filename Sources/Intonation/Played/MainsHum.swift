import Foundation
import Music

/// The hum of the mains, which has a pitch but is no note: 50 or 60 Hz, or one of its first partials.
///
/// It is kept within 0.2 Hz, which no note in tune comes near except G (100 Hz is 35 cents from it).
/// If the target is so close that an answer may be there, only what has hummed from the start at
/// this level is hum. Without a target any note may be played, and only what was there before is hum:
/// from the start, or for so long without a change that nobody plays it.
struct MainsHum: Sendable {
  private static let places = [50.0, 100, 150, 60, 120, 180]
  /// In cents.
  private static let width = 12.0
  /// A note is louder than the hum by this, in dB.
  private static let rise = 6.0
  /// A sound that begins later than this, in seconds, is no hum if it may be an answer.
  private static let start = 0.2
  /// What stays at its pitch for so many seconds, and within so many dB of its level, is unchanged.
  private static let unchanged = (seconds: 2.0, decibels: 1.0)

  /// In hertz; `nil` if any note may be played.
  let target: Double?
  /// The level of what hummed at the start, or was unchanged since.
  private var level: Double?
  /// The sound at one of the places, without a pause: since when, and its levels.
  private var run: (place: Double, since: Double, levels: ClosedRange<Double>)?

  /// Whether the hum of the last frame has not changed for a while.
  private(set) var isUnchanged = false

  init(target: Double?) { self.target = target }

  /// The frequency of the mains that hum at one of the places.
  static func mains(of place: Double) -> Double {
    place.truncatingRemainder(dividingBy: 50) == 0 ? 50 : 60
  }

  mutating func explains(_ frame: PitchFrame) -> Bool { hum(in: frame) != nil }

  /// The frequency of the hum that explains the pitch of a frame; `nil` if none does.
  mutating func hum(in frame: PitchFrame) -> Double? {
    isUnchanged = false
    guard let hertz = frame.frequency,
      let place = Self.places.first(where: { abs(1200 * log2(hertz / $0)) < Self.width })
    else {
      run = nil
      return nil
    }
    if frame.time < Self.start { level = max(level ?? frame.level, frame.level) }
    if let target {
      let cents = 1200 * log2(place / target)
      let distance = abs(cents - 1200 * (cents / 1200).rounded())
      guard distance < PlayedNote.widestError + 50 else { return place }
    } else {
      follow(place, frame)
    }
    return level.flatMap { frame.level < $0 + Self.rise ? place : nil }
  }

  /// What has not changed for long enough is hum at its level.
  private mutating func follow(_ place: Double, _ frame: PitchFrame) {
    let former = run?.place == place ? run : nil
    let levels =
      min(
        former?.levels.lowerBound ?? frame.level, frame.level)...max(
        former?.levels.upperBound ?? frame.level, frame.level)
    guard let former, levels.upperBound - levels.lowerBound <= 2 * Self.unchanged.decibels else {
      run = (place, frame.time, frame.level...frame.level)
      return
    }
    run = (place, former.since, levels)
    isUnchanged = frame.time - former.since >= Self.unchanged.seconds
    if isUnchanged { level = levels.upperBound }
  }
}

import Foundation
import Music

/// Removes the hum of the mains from an input in which any note may be played: it was there before
/// the notes, and does not change. One thread at a time.
///
/// Removes the hum from samples once it is known, and marks the frames of their coarse analysis
/// that have nothing but hum.
public struct HumFilter: Sendable {
  private let sampleRate: Double
  private var mains = MainsHum(target: nil)
  private var filter: PartialsFilter

  /// The hum that is removed, in hertz.
  private var hertz: Double?

  /// The last samples, in which its partials are looked for.
  private var recent: [Float] = []

  /// The power of the hum, and the power that is removed, over ``moment``.
  private var powerOfHum = 0.0
  private var removed = 0.0

  /// The time constant of the powers, in seconds.
  private static let moment = 0.1

  /// The ratio of the removed power to that of the hum (6 dB) above which a note is in its place.
  private static let rise = 4.0

  /// - Parameter sampleRate: samples a second, after the decimation.
  public init(sampleRate: Double) {
    self.sampleRate = sampleRate
    filter = PartialsFilter(sampleRate: sampleRate)
  }

  /// Begins anew, as a part of the input is missing.
  public mutating func restart() {
    filter = PartialsFilter(sampleRate: sampleRate)
    hertz = nil
    recent = []
  }

  /// Returns the samples without the hum, or unchanged if a note is in its place.
  public mutating func append(_ samples: [Float]) -> [Float] {
    recent += samples
    let most = Int(Accompaniment.look * sampleRate)
    // Not at every period, as it moves the rest.
    if recent.count > 2 * most { recent.removeFirst(recent.count - most) }
    samples.withUnsafeBufferPointer { filter.watch($0) }
    guard !filter.isEmpty else {
      hertz = nil
      return samples
    }
    let clean = filter.clean(samples)
    let seconds = Double(samples.count) / sampleRate
    let new = max(Self.power(samples[...]) - Self.power(clean[...]), 0)
    removed += (new - removed) * min(seconds / Self.moment, 1)
    return removed > Self.rise * powerOfHum ? samples : clean
  }

  /// The mean square.
  private static func power(_ samples: ArraySlice<Float>) -> Double {
    samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
  }

  /// Returns the frames of the filtered samples without the pitch of the hum.
  public mutating func receive(_ frames: [PitchFrame]) -> [PitchFrame] {
    frames.map { receive($0) }
  }

  private mutating func receive(_ frame: PitchFrame) -> PitchFrame {
    var frame = frame
    if let hum = mains.hum(in: frame) {
      frame.exclusion = .hum(hertz: hum)
      frame.frequency = nil
      if hertz == nil, mains.isUnchanged { learn(hum) }
    } else if frame.frequency == nil, frame.exclusion == nil, let hertz {
      frame.exclusion = .hum(hertz: hertz)
    }
    return frame
  }

  private mutating func learn(_ hum: Double) {
    let count = Int(Accompaniment.look * sampleRate)
    guard recent.count >= count else { return }
    filter.learn([MainsHum.mains(of: hum)], from: recent.suffix(count))
    hertz = filter.isEmpty ? nil : hum
    powerOfHum = Self.power(recent.suffix(count))
    removed = powerOfHum
  }
}

/// The hum of the mains, which has a pitch but is no note: 50 or 60 Hz, or one of its first
/// partials.
///
/// Its frequency varies by less than 0.2 Hz, and no note in tune is near except G (100 Hz is 35
/// cents from it). If the target is so close that an answer may be there, only a sound that has had
/// its level from the start is hum. Without a target any note may be played, and only an earlier
/// sound is hum: one from the start, or one that has not changed for so long that nobody plays it.
struct MainsHum: Sendable {
  private static let places = [50.0, 100, 150, 60, 120, 180]
  /// The distance from a place within which a pitch is there, in cents.
  private static let width = 12.0
  /// The least level of a note above the hum, in dB.
  private static let rise = 6.0
  /// The latest beginning of hum in seconds, if the sound may be an answer.
  private static let start = 0.2
  /// The seconds at its pitch, and the range of its level in dB, after which a sound is unchanged.
  private static let unchanged = (seconds: 2.0, decibels: 1.0)

  /// The target in hertz; `nil` if any note may be played.
  let target: Double?
  /// The level of the hum at the start, or unchanged since.
  private var level: Double?
  /// The sound at one of the places without a pause: its beginning and its levels.
  private var run: (place: Double, since: Double, levels: ClosedRange<Double>)?

  /// True if the hum of the last frame has not changed for a while.
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

  /// Takes a sound that has not changed for long enough as hum.
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

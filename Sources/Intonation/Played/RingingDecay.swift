import Foundation

/// How loud the ringing in a room may be at a moment, from the levels at the input so far, in which
/// somebody may have begun to play. Ringing never becomes louder.
struct RingingDecay: Sendable {
  /// The decay of a room of which nothing is known, in dB a second: a reverberation of 5 s.
  private static let usual = 12.0

  /// How far back ringing is looked at, in seconds: strings that beat are soft for a moment.
  private static let window = 1.0

  /// If the level of the ringing is not known, this many first frames bound it: it is no louder.
  private static let first = 5

  /// Ringing is softer by this, in dB, than another pitch that is heard.
  static let hidden = 4.0

  /// A sound that rises by this, in dB, within this many frames has begun.
  private static let onset = (rise: 1.5, frames: 10)

  /// A decay is known from at least this many seconds, if they are no further from a line than
  /// `residue`, in dB. A room loses less later on; so only this share of the slope counts.
  private static let line = (seconds: 0.2, longest: 0.6, residue: 0.7, share: 0.8)

  private var levels: [(time: Double, level: Double)] = []

  /// What is known at a moment.
  struct Bound {
    /// The loudest in the softest window so far, in dB.
    var softest: Double
    /// The highest possible level at that time, in dB.
    var level: Double
  }

  private(set) var bound: Bound
  private var time = 0.0

  /// The level at the entry of somebody who plays, in dB, and by how much it falls in a second.
  private var learned: (level: Double, slope: Double)?

  /// When somebody began to play, in seconds.
  private(set) var entry: Double?

  /// - Parameter level: of what rings, at most, in dB.
  init(level: Double) { bound = Bound(softest: level, level: level) }

  /// The same with the time beginning at that second.
  func next(after time: Double) -> RingingDecay {
    var next = self
    next.levels = []
    next.time -= time
    if let entry { next.entry = entry - time }
    return next
  }

  /// - Parameter isOther: whether another pitch is heard, which hides what rings.
  mutating func receive(_ level: Double, at time: Double, isOther: Bool) {
    levels.append((time, level))
    levels.removeFirst(max(levels.count - Int(Self.window * PitchTracker.frameRate), 0))
    bound.level -= Self.usual * max(time - self.time, 0)
    self.time = time
    if bound.level == .infinity, levels.count == Self.first {
      bound.level = levels.map(\.level).max() ?? .infinity
    }
    if isOther { bound.level = min(bound.level, level - Self.hidden) }
    if levels.count == Int(Self.window * PitchTracker.frameRate),
      let loudest = levels.map(\.level).max()
    {
      bound = Bound(softest: min(bound.softest, loudest), level: min(bound.level, loudest))
    }
    if entry == nil { lookForEntry() }
  }

  private mutating func lookForEntry() {
    let now = levels.suffix(3).map(\.level)
    let before = levels.dropLast(3).suffix(Self.onset.frames)
    guard before.count == Self.onset.frames, let loudest = before.map(\.level).max(),
      now.allSatisfy({ $0 > loudest + Self.onset.rise }), let start = before.last?.time
    else { return }
    entry = start
    // Without the last frame, in which it may have begun.
    let ringing = levels.filter { $0.time > start - Self.line.longest && $0.time < start - 0.03 }
    guard let first = ringing.first?.time, start - first > Self.line.seconds,
      let trend = TrendFit(
        times: ringing.map(\.time), cents: ringing.map(\.level), rate: 0),
      trend.residue < Self.line.residue, trend.slope < 0
    else { return }
    let last = trend.center + trend.slope * (start - (first + start - 0.03) / 2)
    learned = (last, -trend.slope * Self.line.share)
  }

  /// By how much it falls in a second, in dB, as far as that is known.
  var slope: Double { learned.map { $0.slope / Self.line.share } ?? Self.usual }

  /// The highest possible level in dB at a second, if so much was known at an earlier one.
  func level(at time: Double, after earlier: Double, _ bound: Bound) -> Double {
    guard let learned, let entry, earlier >= entry else {
      return bound.level - Self.usual * (time - earlier)
    }
    return learned.level - learned.slope * (time - entry)
  }
}

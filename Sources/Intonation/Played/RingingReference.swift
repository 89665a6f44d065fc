import Foundation
import Music

/// The notes that were played before the player's, as long as they may still ring in the room:
/// sound at their pitch from the start is not the player's, however slowly it dies away.
///
/// Sound is the player's if it is louder than the ringing in the second before, or than the notes
/// themselves at the input, if its pitch is or was another one, or if it does not die away at all.
/// After a moment of silence, the ringing is over.
///
/// The player's note may still be mixed with softer ringing of nearly the same pitch:
/// ``bias(of:over:)`` estimates how far that may pull a judgement.
struct RingingReference: Sendable {
  /// The number of frames without a pitch after which the ringing is over.
  private static let framesOfSilence = 10

  /// The least level of the player's note above the ringing before it, in dB.
  private static let rise = 1.0

  /// The least level above the ringing at any earlier time, in dB: strings that beat become louder
  /// again.
  private static let laterRise = 3.0

  /// The highest level of ringing above the notes themselves, in dB: their direct sound and the
  /// room's may cancel.
  private static let margin = 5.0

  /// The number of frames with another pitch that hide the ringing, and the level in dB by which it
  /// is softer.
  private static let hidden = (frames: 3, level: RingingDecay.hidden)

  /// The seconds before a note in which ringing is looked for: not just before it, as a note takes
  /// time to grow.
  private static let lookBack = (from: 1.1, to: 0.1)

  /// The length, the least slope in dB a second, and the largest distance from the line in dB, of a
  /// sound that is held by a player.
  private static let held = (seconds: 2.0, slope: -1.0, residue: 1.0)

  /// The greatest pull of ringing with which a note is judged, in cents, or as a share of the
  /// distance between them.
  private static let greatestBias = (cents: 0.4, share: 0.02)

  /// The seconds of ringing after which the player is informed.
  private static let longest = 4.0

  private let notes: [Double]
  private var silentFrames = 0

  /// A frame of the input.
  private struct Moment {
    let time: Double
    /// In dB of full scale.
    let level: Double
    /// True if it has another pitch, which is the player's.
    let isOther: Bool
    /// The bound of the ringing at that time.
    let decay: RingingDecay.Bound
  }

  private var levels: [Moment] = []
  private(set) var isOver: Bool

  /// The highest possible level of ringing, in dB of full scale.
  private let loudest: Double
  private var decay: RingingDecay

  /// - Parameters:
  ///   - notes: the frequencies in hertz.
  ///   - level: the level of the notes themselves at the input, in dB of full scale; `nil` if
  ///     unknown.
  init(_ notes: [Double], level: Double?) {
    self.notes = notes
    isOver = notes.isEmpty
    loudest = level.map { $0 + Self.margin } ?? .infinity
    decay = RingingDecay(level: loudest)
  }

  /// The reference for the next judge, whose time begins at that second. A sound at the ringing's
  /// pitch may have been judged as the player's.
  func next(after time: Double) -> RingingReference {
    var next = self
    next.levels = levels.filter(\.isOther).map {
      Moment(time: $0.time - time, level: $0.level, isOther: true, decay: $0.decay)
    }
    next.decay = decay.next(after: time)
    return next
  }

  /// - Parameter hasPitch: true if a note may sound in it.
  mutating func receive(_ frame: PitchFrame, hasPitch: Bool) {
    guard !isOver else { return }
    silentFrames = hasPitch ? 0 : silentFrames + 1
    isOver = silentFrames >= Self.framesOfSilence
    let isOther = hasPitch && frame.frequency.map { !isNear($0) } ?? false
    decay.receive(frame.level, at: frame.time, isOther: isOther)
    levels.append(
      Moment(time: frame.time, level: frame.level, isOther: isOther, decay: decay.bound))
    levels.removeFirst(max(levels.count - 200, 0))
  }

  /// True if the sound in a span may be the ringing.
  ///
  /// - Parameter hertz: the pitch of the sound.
  func explains(_ span: ClosedRange<Double>, hertz: Double) -> Bool {
    guard !isOver, isNear(hertz) else { return false }
    let held = levels.filter { span.contains($0.time) && !$0.isOther }.map(\.level)
    let mean = held.reduce(0, +) / Double(max(held.count, 1))
    if !held.isEmpty, mean > loudest + Self.rise { return false }
    let earliest = span.lowerBound - Self.lookBack.from
    let before = levels.filter {
      (earliest..<span.lowerBound - Self.lookBack.to).contains($0.time) && !$0.isOther
    }
    if before.count >= 5, let loudest = before.map(\.level).max(), mean > loudest + Self.rise {
      return false
    }
    // The player may have begun longer ago.
    if mean > bound(before: span).softest + Self.laterRise { return false }
    // After a slide into the note, or another note before it, ringing is no louder than it could be
    // there.
    let others = levels.filter { (earliest...span.upperBound).contains($0.time) && $0.isOther }
    if others.count >= Self.hidden.frames,
      mean > others.map(\.level).sorted()[others.count / 2] - Self.hidden.level + Self.rise
    {
      return false
    }
    return !isHeld(until: span.upperBound)
  }

  private func middle(_ span: ClosedRange<Double>) -> Double {
    (span.lowerBound + span.upperBound) / 2
  }

  /// The bound of the ringing from before the span.
  private func bound(before span: ClosedRange<Double>) -> RingingDecay.Bound {
    levels.last { $0.time < span.lowerBound }?.decay
      ?? RingingDecay.Bound(softest: loudest, level: loudest)
  }

  /// True if the level has not fallen for so long that a player must hold the note.
  private func isHeld(until end: Double) -> Bool {
    let long = levels.filter {
      ($0.time - end) > -Self.held.seconds && $0.time <= end && $0.time >= 0
    }
    guard let first = long.first?.time, end - first > Self.held.seconds - 0.05,
      let trend = TrendFit(times: long.map(\.time), cents: long.map(\.level), rate: 0)
    else { return false }
    // Strings that beat grow now and then while they die away.
    return trend.slope >= Self.held.slope && trend.residue < Self.held.residue
  }

  /// True if the ringing may pull a pitch further than a judgement may be off.
  func clouds(_ bias: Double, of hertz: Double) -> Bool {
    bias > max(Self.greatestBias.cents, Self.greatestBias.share * (distance(of: hertz) ?? 0))
  }

  /// The largest pull of the ringing on the pitch of the player's note, in cents; 0 if nothing
  /// rings near it.
  ///
  /// Two tones of amplitudes 1 and r < 1 that are d apart sound at a frequency between d/(1 + r)
  /// and d/(1 − r) from the softer one, which is at most r·d from the louder one as far as that is
  /// from the softer one. Over more than a beat this averages out: the phase swings by about r to
  /// either side, which bends a line through T seconds of it by about 12·r/(2π·d·T²) radians a
  /// second at most, by least squares.
  func bias(of hertz: Double, over span: ClosedRange<Double>) -> Double {
    guard !isOver, let cents = distance(of: hertz) else { return 0 }
    let held = levels.filter { span.contains($0.time) }.map(\.level)
    guard !held.isEmpty else { return 0 }
    let mean = held.reduce(0, +) / Double(held.count)
    var level = decay.level(at: middle(span), after: span.lowerBound, bound(before: span))
    // If nothing fades, the ringing has at most this level.
    if isHeld(until: span.upperBound) { level = min(level, mean - 12) }
    let share = pow(10, (level - mean) / 10)
    guard share < 0.7 else { return .infinity }
    let ratio = (share / (1 - share)).squareRoot()
    let apart = hertz * cents * log(2) / 1200
    let seconds = span.upperBound - span.lowerBound
    let ofBeats =
      12 * ratio / (4 * .pi * .pi * max(apart, 1e-9) * seconds * seconds) / hertz * 1200 / log(2)
    // While the ringing fades, its share of the phase does, too.
    let fading = 1 - exp(-decay.slope * log(10) / 20 * seconds)
    let ofFading = 1.2 * ratio * fading / (2 * .pi * seconds) / hertz * 1200 / log(2)
    let ofPitch = min(ratio * cents, ofBeats)
    return (ofPitch * ofPitch + ofFading * ofFading).squareRoot()
  }

  /// The distance of the nearest ringing in cents, if it is so near that it could pull a pitch.
  private func distance(of hertz: Double) -> Double? {
    notes.map { note in
      let ratio = max(hertz / note, note / hertz)
      return abs(1200 * log2(ratio / ratio.rounded()))
    }.min().flatMap { $0 < Self.pull ? $0 : nil }
  }

  /// The largest distance in cents from which ringing pulls a pitch.
  private static let pull = 60.0

  /// True if it has rung for so long that the player has to be informed, unless a note has just
  /// begun, which may be judged.
  func isTooLong(at time: Double) -> Bool {
    guard !isOver, time > Self.longest else { return false }
    func loudest(_ from: Double, _ to: Double) -> Double {
      levels.filter { ($0.time - time) > -from && ($0.time - time) <= -to }.map(\.level).max()
        ?? -.infinity
    }
    return loudest(1, 0) <= loudest(2, 1) + Self.rise
  }

  private func isNear(_ hertz: Double) -> Bool {
    notes.contains { Self.isNear(hertz, to: $0) }
  }
}

extension RingingReference {
  /// The largest distance in cents of ringing from a note, from one of its first partials, or from
  /// a note of which it is a partial.
  private static let reach = 20.0
  private static let partials = 8.0

  static func isNear(_ hertz: Double, to note: Double) -> Bool {
    let ratio = max(hertz / note, note / hertz)
    let number = ratio.rounded()
    return number <= partials && abs(1200 * log2(ratio / number)) < reach
  }
}

extension PitchFrame {
  /// True if the sound may be one of the notes: its pitch is theirs, that of one of their first
  /// partials, or one of which they are partials.
  public func mayBe(anyOf notes: [Frequency]) -> Bool {
    guard let frequency, frequency > 0 else { return false }
    return notes.contains { RingingReference.isNear(frequency, to: $0.hertz) }
  }
}

/// The highest possible level of the ringing in a room, from the levels at the input so far, in
/// which a note may have begun. Ringing never becomes louder.
private struct RingingDecay: Sendable {
  /// The decay of an unknown room, in dB a second: a reverberation of 5 s.
  private static let usual = 12.0

  /// The seconds over which the level of ringing is taken: strings that beat are soft for a moment.
  private static let window = 1.0

  /// The number of first frames whose level bounds that of the ringing if it is not known.
  private static let first = 5

  /// The level in dB by which ringing is softer than another pitch that is heard.
  static let hidden = 4.0

  /// The rise in dB within a number of frames with which a sound begins.
  private static let onset = (rise: 1.5, frames: 10)

  /// The least and the largest number of seconds from which a decay is learned, and their largest
  /// distance from a line in dB. A room decays more slowly later on, so only this share of the
  /// slope counts.
  private static let line = (seconds: 0.2, longest: 0.6, residue: 0.7, share: 0.8)

  private var levels: [(time: Double, level: Double)] = []

  /// The bounds of the ringing at a moment.
  struct Bound {
    /// The loudest in the softest window so far, in dB.
    var softest: Double
    /// The highest possible level at that time, in dB.
    var level: Double
  }

  private(set) var bound: Bound
  private var time = 0.0

  /// The level of the ringing at ``entry`` in dB, and its fall in a second.
  private var learned: (level: Double, slope: Double)?

  /// The beginning of the player's note, in seconds.
  private var entry: Double?

  /// - Parameter level: the highest level of the ringing, in dB.
  init(level: Double) { bound = Bound(softest: level, level: level) }

  /// The decay with the time beginning at that second.
  func next(after time: Double) -> RingingDecay {
    var next = self
    next.levels = []
    next.time -= time
    if let entry { next.entry = entry - time }
    return next
  }

  /// - Parameter isOther: true if another pitch is heard, which hides the ringing.
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
    // Without the last frame, in which the note may have begun.
    let ringing = levels.filter { $0.time > start - Self.line.longest && $0.time < start - 0.03 }
    guard let first = ringing.first?.time, start - first > Self.line.seconds,
      let trend = TrendFit(
        times: ringing.map(\.time), cents: ringing.map(\.level), rate: 0),
      trend.residue < Self.line.residue, trend.slope < 0
    else { return }
    let last = trend.center + trend.slope * (start - (first + start - 0.03) / 2)
    learned = (last, -trend.slope * Self.line.share)
  }

  /// The fall in a second, in dB, as far as it is known.
  var slope: Double { learned.map { $0.slope / Self.line.share } ?? Self.usual }

  /// The highest possible level in dB at a second, by the bound at an earlier one.
  func level(at time: Double, after earlier: Double, _ bound: Bound) -> Double {
    guard let learned, let entry, earlier >= entry else {
      return bound.level - Self.usual * (time - earlier)
    }
    return learned.level - learned.slope * (time - entry)
  }
}

import Foundation
import Music

/// The notes that were to be heard before the player's, as long as they may still ring in the room:
/// sound at their pitch from the start is not the player's, however slowly it dies away.
///
/// It is the player's if it is louder than what rang in the second before, or than what was heard of the notes
/// themselves, if its pitch is or was another one, from which the player came, or if it does not die away at all.
/// When nothing has sounded for a moment, the ringing is over.
///
/// The player's note may still be mixed with softer ringing of nearly the same pitch:
/// ``bias(of:over:)`` says how far that may pull a judgement.
struct RingingReference: Sendable {
  /// The ringing is over after this many frames without a pitch.
  private static let framesOfSilence = 10

  /// The player's note is louder than what rang before it, in dB.
  private static let rise = 1.0

  /// And louder than what rang at any time before by this: strings that beat become louder again.
  private static let laterRise = 3.0

  /// Ringing may be louder than the notes themselves by this, in dB, if their direct sound and the
  /// room's cancel.
  private static let margin = 5.0

  /// If this many frames have another pitch, that pitch hides the ringing, which is softer by
  /// `level`, in dB.
  private static let hidden = (frames: 3, level: RingingDecay.hidden)

  /// The seconds before a note in which ringing is looked for: not just before it, as a note takes
  /// time to grow.
  private static let lookBack = (from: 1.1, to: 0.1)

  /// A sound that lasts `seconds`, dies away more slowly than `slope`, in dB a second, and strays
  /// from that by no more than `residue`, in dB, is held by somebody.
  private static let held = (seconds: 2.0, slope: -1.0, residue: 1.0)

  /// A note is not judged while ringing may pull its pitch by more than this, in cents, and by this share of what is
  /// between them.
  private static let greatestBias = (cents: 0.4, share: 0.02)

  /// After this many seconds of ringing the player is told.
  static let longest = 4.0

  private let notes: [Double]
  private var silentFrames = 0

  /// What was heard at a moment.
  private struct Moment {
    let time: Double
    /// In dB of full scale.
    let level: Double
    /// Whether it has another pitch, which is the player's.
    let isOther: Bool
    /// What was known of the ringing until then.
    let decay: RingingDecay.Bound
  }

  private var levels: [Moment] = []
  private(set) var isOver: Bool

  /// No ringing is louder, in dB of full scale.
  private let loudest: Double
  private var decay: RingingDecay

  /// - Parameters:
  ///   - notes: in hertz.
  ///   - level: of the notes themselves at the input, in dB of full scale; `nil` if unknown.
  init(_ notes: [Double], level: Double?) {
    self.notes = notes
    isOver = notes.isEmpty
    loudest = level.map { $0 + Self.margin } ?? .infinity
    decay = RingingDecay(level: loudest)
  }

  /// The same for the next judge, whose time begins at that second. A sound at the ringing's pitch
  /// may have been judged as the player's.
  func next(after time: Double) -> RingingReference {
    var next = self
    next.levels = levels.filter(\.isOther).map {
      Moment(time: $0.time - time, level: $0.level, isOther: true, decay: $0.decay)
    }
    next.decay = decay.next(after: time)
    return next
  }

  /// - Parameter hasPitch: whether a note may sound in it.
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

  /// Whether what is held there may be the ringing.
  ///
  /// - Parameter hertz: its pitch.
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
    // Somebody may have begun longer ago.
    if mean > bound(before: span).softest + Self.laterRise { return false }
    // A slide into the note, or another note before it: it rings no louder than it could there.
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

  /// What is known of the ringing from before the span.
  private func bound(before span: ClosedRange<Double>) -> RingingDecay.Bound {
    levels.last { $0.time < span.lowerBound }?.decay
      ?? RingingDecay.Bound(softest: loudest, level: loudest)
  }

  /// Whether the level has not fallen for so long that somebody must hold the note.
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

  /// Whether what still rings may pull a pitch further than a judgement may be off.
  func clouds(_ bias: Double, of hertz: Double) -> Bool {
    bias > max(Self.greatestBias.cents, Self.greatestBias.share * (distance(of: hertz) ?? 0))
  }

  /// How far the ringing may pull the pitch of the player's note, in cents; 0 if nothing rings near
  /// it.
  ///
  /// Two tones of amplitudes 1 and r < 1 that are d apart sound at a frequency between d/(1 + r) and d/(1 − r) from
  /// the softer one, which is at most r·d from the louder one as far as that is from the softer one. Over more than a
  /// beat this averages out: the phase swings by about r to either side, which bends a line through T seconds of it by
  /// about 12·r/(2π·d·T²) radians a second at most, by least squares.
  func bias(of hertz: Double, over span: ClosedRange<Double>) -> Double {
    guard !isOver, let cents = distance(of: hertz) else { return 0 }
    let held = levels.filter { span.contains($0.time) }.map(\.level)
    guard !held.isEmpty else { return 0 }
    let mean = held.reduce(0, +) / Double(held.count)
    var level = decay.level(at: middle(span), after: span.lowerBound, bound(before: span))
    // If nothing fades, nothing rings that fades: no more than this is left of it.
    if isHeld(until: span.upperBound) { level = min(level, mean - 12) }
    let share = pow(10, (level - mean) / 10)
    guard share < 0.7 else { return .infinity }
    let ratio = (share / (1 - share)).squareRoot()
    let apart = hertz * cents * log(2) / 1200
    let seconds = span.upperBound - span.lowerBound
    let ofBeats =
      12 * ratio / (4 * .pi * .pi * max(apart, 1e-9) * seconds * seconds) / hertz * 1200 / log(2)
    // While what rings fades, its share of the phase goes.
    let fading = 1 - exp(-decay.slope * log(10) / 20 * seconds)
    let ofFading = 1.2 * ratio * fading / (2 * .pi * seconds) / hertz * 1200 / log(2)
    let ofPitch = min(ratio * cents, ofBeats)
    return (ofPitch * ofPitch + ofFading * ofFading).squareRoot()
  }

  /// Of the nearest ringing, in cents, if it is so near that it could pull a pitch.
  private func distance(of hertz: Double) -> Double? {
    notes.map { note in
      let ratio = max(hertz / note, note / hertz)
      return abs(1200 * log2(ratio / ratio.rounded()))
    }.min().flatMap { $0 < Self.pull ? $0 : nil }
  }

  /// In cents.
  private static let pull = 60.0

  /// Whether it has rung for so long that the player has to be told. Somebody who has just begun gets the time to be
  /// judged.
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
  /// A pitch so near to a note, to one of its first partials, or to what it is a partial of, in cents,
  /// may be its ringing.
  private static let reach = 20.0
  private static let partials = 8.0

  static func isNear(_ hertz: Double, to note: Double) -> Bool {
    let ratio = max(hertz / note, note / hertz)
    let number = ratio.rounded()
    return number <= partials && abs(1200 * log2(ratio / number)) < reach
  }
}

extension PitchFrame {
  /// Whether its pitch is that of one of the notes, of one of their first partials, or of what they are partials of:
  /// it may be what is heard of them.
  public func mayBe(anyOf notes: [Frequency]) -> Bool {
    guard let frequency, frequency > 0 else { return false }
    return notes.contains { RingingReference.isNear(frequency, to: $0.hertz) }
  }
}

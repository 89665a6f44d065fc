import Foundation
import Music

/// The notes that were to be heard before the player's, as long as they may still ring in the room:
/// what sounds at their pitch from the start is not the player's, however slowly it dies away.
///
/// It is the player's if it is louder than what rang in the second before, if its pitch is or was
/// another one, from which the player came, or if it does not die away at all and moves as no ringing
/// does. When nothing has sounded for a moment, the ringing is over.
struct RingingReference: Sendable {
  /// The ringing is over after so many frames without a pitch.
  private static let framesOfSilence = 10

  /// The player's note is louder than what rang before it, in dB.
  private static let rise = 1.0

  /// While so many frames have another pitch, that hides the ringing, which is softer by so many dB.
  private static let hidden = (frames: 3, level: 4.0)

  /// What rang before is looked for in so many seconds, and not just before a note, which takes time to grow.
  private static let lookBack = (from: 1.1, to: 0.1)

  /// What sounds for so many seconds and dies away by less than this, in dB a second, is held by somebody, if its
  /// pitch moves by so many cents.
  private static let held = (seconds: 2.0, slope: -1.0, movement: 2.0)

  /// After so many seconds of ringing the player is told.
  static let longest = 4.0

  private let notes: [Double]
  private var silentFrames = 0

  /// What was heard so far: when, in dB of full scale, and whether it has another pitch, which is the player's.
  private var levels: [(time: Double, level: Double, isOther: Bool)] = []
  private(set) var isOver: Bool

  /// - Parameter notes: in hertz.
  init(_ notes: [Double]) {
    self.notes = notes
    isOver = notes.isEmpty
  }

  /// The same for the next judge, whose time begins at that second. What was heard at the ringing's pitch may have
  /// been judged as the player's.
  func next(after time: Double) -> RingingReference {
    var next = self
    next.levels = levels.filter(\.isOther).map { ($0.time - time, $0.level, true) }
    return next
  }

  /// - Parameter hasPitch: whether a note may sound in it.
  mutating func receive(_ frame: PitchFrame, hasPitch: Bool) {
    guard !isOver else { return }
    silentFrames = hasPitch ? 0 : silentFrames + 1
    isOver = silentFrames >= Self.framesOfSilence
    let isOther = hasPitch && frame.frequency.map { !isNear($0) } ?? false
    levels.append((frame.time, frame.level, isOther))
    levels.removeFirst(max(levels.count - 200, 0))
  }

  /// Whether what is held there may be the ringing.
  ///
  /// - Parameters:
  ///   - hertz: its pitch.
  ///   - movement: of the pitch, in cents, vibrato included.
  func explains(_ span: ClosedRange<Double>, hertz: Double, movement: Double) -> Bool {
    guard !isOver, isNear(hertz) else { return false }
    let held = levels.filter { span.contains($0.time) && !$0.isOther }.map(\.level)
    let earliest = span.lowerBound - Self.lookBack.from
    let before = levels.filter {
      (earliest..<span.lowerBound - Self.lookBack.to).contains($0.time) && !$0.isOther
    }
    let mean = held.reduce(0, +) / Double(max(held.count, 1))
    if before.count >= 5, let loudest = before.map(\.level).max(), mean > loudest + Self.rise {
      return false
    }
    // A slide into the note, or another note before it: it rings no louder than it could there.
    let others = levels.filter { (earliest...span.upperBound).contains($0.time) && $0.isOther }
    if others.count >= Self.hidden.frames,
      mean > others.map(\.level).sorted()[others.count / 2] - Self.hidden.level + Self.rise
    {
      return false
    }
    let long = levels.filter { $0.time > span.upperBound - Self.held.seconds && $0.time >= 0 }
    guard let first = long.first?.time, span.upperBound - first > Self.held.seconds - 0.05,
      let trend = TrendFit(times: long.map(\.time), cents: long.map(\.level), rate: 0)
    else { return true }
    return trend.slope < Self.held.slope || movement < Self.held.movement
  }

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

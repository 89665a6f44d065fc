import Foundation

/// The frames of the coarse analysis that belong to one note, and the stretch of it that is steady.
struct HeldNote: Sendable {
  struct Point: Sendable {
    /// In seconds.
    let time: Double
    /// The distance from the target, not folded into an octave.
    let cents: Double
    let level: Double
  }

  /// A part of a note whose pitch stays, apart from vibrato.
  struct Stretch: Sendable {
    /// Seconds from the first sample.
    let span: ClosedRange<Double>
    /// The mean pitch in cents from the target.
    let cents: Double
    /// The trend over its length, and the movement besides vibrato, in cents.
    let movement: Double
  }

  /// The distance in cents from the frame before at which another note begins, if as many frames
  /// follow there.
  private static let leap = 80.0
  private static let framesOfLeap = 3
  /// The growth in dB within a number of frames with which a note begins anew, as it was the end of
  /// another one.
  private static let onset = (rise: 8.0, frames: 5)
  /// The longest time without pitch within a note, in seconds.
  static let longestGap = 0.1
  /// The seconds from the start of a note to the earliest stretch.
  private static let attack = 0.03
  /// The movement in cents up to which a stretch need not be improved.
  static let goodMovement = 12.0
  /// The movement in cents up to which a stretch can be judged.
  static let greatestMovement = 35.0
  /// The widest vibrato that is no trill, in cents to either side.
  private static let widestVibrato = 70.0
  /// The length in seconds below which a note is forgotten as a knock.
  static let shortest = 0.08

  private(set) var points: [Point] = []
  private var strays: [Point] = []
  /// The start of the first of the notes that follow one another without a gap, in seconds.
  private(set) var phraseStart = 0.0

  /// The points heard since then, without the first ones if there are too many.
  private var phrase: [Point] = []
  private static let longestPhrase = 500

  var isEmpty: Bool { phrase.isEmpty }
  /// The total length of the notes that follow one another.
  var phraseSeconds: Double {
    (phrase.last?.time ?? phraseStart) - phraseStart + 1 / PitchTracker.frameRate
  }
  /// The highest level of these notes, in dB.
  var loudest: Double? { phrase.map(\.level).max() }
  var lastTime: Double { phrase.last?.time ?? -.infinity }
  /// True if the sound was cut within these notes.
  private(set) var isCut = false
  /// The second before which sound is ignored.
  private var wholeFrom = -Double.infinity
  /// The median of the pitch of the last note, in cents from the target.
  var middle: Double? { points.map(\.cents).median }
  var seconds: Double {
    guard let first = points.first, let last = points.last else { return 0 }
    return last.time - first.time + 1 / PitchTracker.frameRate
  }

  mutating func add(_ point: Point) {
    if phrase.count == Self.longestPhrase { phrase.removeFirst() }
    phrase.append(point)
    if phrase.count == 1 { phraseStart = point.time }
    guard point.time >= wholeFrom else { return }
    guard let last = points.last else {
      points = [point]
      return
    }
    // The coarse analysis may err by octaves for a moment.
    let octaves = ((point.cents - last.cents) / 1200).rounded()
    let folded = point.cents - 1200 * octaves
    guard abs(folded - last.cents) > Self.leap else {
      if points.suffix(Self.onset.frames).contains(where: {
        $0.level < point.level - Self.onset.rise
      }) {
        let start = points.lastIndex { $0.level < point.level - Self.onset.rise } ?? 0
        points.removeFirst(start + 1)
        phraseStart = points.first?.time ?? point.time
      }
      points.append(point)
      strays = []
      return
    }
    strays.append(point)
    guard strays.count >= Self.framesOfLeap else { return }
    points = strays
    strays = []
  }

  /// Drops the points before that second, because the sound was cut there. The note and the time
  /// that it has been held continue.
  mutating func cut(before time: Double) {
    isCut = !isEmpty
    wholeFrom = time
    points.removeAll { $0.time < time }
    strays.removeAll { $0.time < time }
  }

  /// The pitch at a second, in cents from the target, in the octave of the `middle`; `nil` without
  /// a point.
  func cents(at time: Double, around middle: Double) -> Double? {
    guard let index = points.firstIndex(where: { $0.time >= time }) ?? points.indices.last
    else { return nil }
    func folded(_ point: Point) -> Double {
      point.cents - 1200 * ((point.cents - middle) / 1200).rounded()
    }
    let (former, next) = (points[max(index - 1, 0)], points[index])
    guard next.time > former.time else { return folded(next) }
    let share = min(max((time - former.time) / (next.time - former.time), 0), 1)
    return folded(former) + share * (folded(next) - folded(former))
  }

  mutating func clear() {
    points = []
    strays = []
    phrase = []
    isCut = false
  }

  /// The last `seconds` of the note if its pitch stays there.
  func stretch(seconds: Double) -> Stretch? {
    guard let first = points.first, let last = points.last else { return nil }
    let start = last.time - seconds
    guard start >= first.time + Self.attack else { return nil }
    let part = points.drop { $0.time < start - 1e-6 }
    guard Double(part.count) >= 0.85 * seconds * PitchTracker.frameRate else { return nil }
    return Self.stretch(of: part, span: start...last.time)
  }

  /// Makes a stretch of points, however much they move; `nil` if they are too few, or a trill.
  ///
  /// - Parameter span: the span of the stretch, in seconds.
  static func stretch(of part: ArraySlice<Point>, span: ClosedRange<Double>) -> Stretch? {
    guard let fit = fit(part), fit.extent <= widestVibrato else { return nil }
    return Stretch(
      span: span, cents: fit.center + fit.octaves,
      movement: abs(fit.slope) * (span.upperBound - span.lowerBound) + 2 * fit.residue)
  }

  /// The range of the pitch in the last `seconds`, in cents, without the outermost twentieth.
  func wobble(seconds: Double) -> Double {
    Self.folded(phrase.suffix(max(Int(seconds * PitchTracker.frameRate), 3))).cents.middleRange
  }

  private typealias Fit = (
    center: Double, octaves: Double, slope: Double, extent: Double, residue: Double
  )

  private static func fit(_ part: ArraySlice<Point>) -> Fit? {
    let (cents, octaves) = folded(part)
    let times = part.map(\.time)
    guard var fit = TrendFit.withVibrato(times: times, cents: cents) else { return nil }
    if fit.residue > 5 {
      // A few wrong frames do not make a note unsteady.
      let middle = cents.sorted()[cents.count / 2]
      let kept = cents.indices.filter { abs(cents[$0] - middle) < widestVibrato }
      if kept.count < cents.count, Double(kept.count) >= 0.9 * Double(cents.count),
        let better = TrendFit.withVibrato(
          times: kept.map { times[$0] }, cents: kept.map { cents[$0] })
      {
        fit = better
      }
    }
    return (fit.center, 1200 * octaves, fit.slope, fit.extent, fit.residue)
  }

  /// Folds the cents into an octave about the last of them, and returns the median of their
  /// octaves.
  private static func folded(_ part: ArraySlice<Point>) -> (cents: [Double], octaves: Double) {
    let all = part.map(\.cents)
    guard let last = all.last else { return ([], 0) }
    let cents = all.map { $0 - 1200 * (($0 - last) / 1200).rounded() }
    let octaves = zip(all, cents).map { (($0 - $1) / 1200).rounded() }.sorted()
    return (cents, octaves[octaves.count / 2])
  }
}

extension [HeldNote.Point] {
  /// The slope of the level, in dB a second.
  var levelSlope: Double {
    TrendFit(times: map(\.time), cents: map(\.level), rate: 0)?.slope ?? 0
  }
}

import Foundation
import Music

/// A note that somebody has played or sung without being asked for it.
public struct FreeNote: Sendable, Hashable {
  /// When it began and ended, in seconds of input.
  public var onset: Double
  public var end: Double

  /// Its steady part, without the curve; the error and the octaves mean nothing.
  public var tone: PlayedNote

  public init(onset: Double, end: Double, tone: PlayedNote) {
    self.onset = onset
    self.end = end
    self.tone = tone
  }
}

/// Finds the notes in free playing, and measures each by both analyses. One thread at a time, which may be any but the
/// process thread.
///
/// The coarse analysis follows the pitch. A note is what stays near one pitch, as vibrato does, until the pitch leaves it,
/// the sound ends, or the note is struck again. Its steady part is the longest in which the pitch does not move, vibrato
/// left out, and that is what the fine analysis measures. So slides, trills and noise are no notes, nor is what is left of
/// an earlier note in a room.
public struct FreePlayingJudge: Sendable {
  /// The shortest steady part, in seconds.
  public static let shortest = 0.15

  /// A note that lasts longer is measured by its first so many seconds.
  private static let longest = 3.0

  /// A steady part that moves no more than ``HeldNote/goodMovement`` is better than a longer one that moves more. None
  /// drifts faster than this, in cents a second: that is a slide.
  private static let fastestDrift = 100.0

  /// A note of so many periods may be measured from an octave below on.
  private static let periods = 50.0

  /// In dB of full scale; a softer sound is no note.
  private static let leastLevel = -66.0

  /// A sound at the pitch of a note that ended less than so many seconds ago, or of its partials, is the rest of that if
  /// it falls faster than this, in dB a second, and has not grown by so many dB at its beginning.
  private static let rest = (seconds: 2.0, slope: -25.0, rise: 1.5)

  private let sampleRate: Double
  private var drone: Accompaniment
  private var hum: HumFilter
  private var tracker: PitchTracker
  private var recording: InputRecording

  /// The frames of the coarse analysis that the last samples have completed, in which neither the drone nor hum has a
  /// pitch.
  public private(set) var frames: [PitchFrame] = []

  /// Samples so far, and those that came before the tracker's first one.
  private var count = 0
  private var trackedFrom = 0

  /// The note that sounds, and the points after its last one that may belong to another note.
  private var note = SoundingNote()
  private var strays: [HeldNote.Point] = []

  /// The levels of the last frames, in dB.
  private var levels: [(time: Double, level: Double)] = []

  /// When the last notes ended, in seconds, and their frequencies in hertz.
  private var former: [(end: Double, hertz: Double)] = []

  /// - Parameters:
  ///   - sampleRate: samples a second, after the decimation.
  ///   - drone: what sounds meanwhile from loudspeakers. The first 0.4 s decide which of its partials the input hears, as
  ///     for ``PlayedNoteRules/accompaniment``.
  public init(sampleRate: Double, drone: [Frequency] = []) {
    self.sampleRate = sampleRate
    self.drone = Accompaniment(drone.map(\.hertz), sampleRate: sampleRate)
    hum = HumFilter(sampleRate: sampleRate)
    tracker = PitchTracker(sampleRate: sampleRate, isAmongNotes: true)
    recording = InputRecording(capacity: Int((Self.longest + 1) * sampleRate))
  }

  /// Adds samples, and returns the notes that have ended.
  public mutating func append(_ samples: [Float]) -> [FreeNote] {
    let clean = hum.append(samples.withUnsafeBufferPointer { drone.append($0) })
    count += clean.count
    let new = clean.withUnsafeBufferPointer { clean in
      recording.append(clean)
      return tracker.append(clean)
    }
    frames = hum.receive(new)
    var notes: [FreeNote] = []
    for index in frames.indices {
      frames[index].time += Double(trackedFrom) / sampleRate
      if isOfDrone(frames[index]) { frames[index].frequency = nil }
      receive(frames[index], &notes)
    }
    return notes
  }

  /// Judges the note that sounds: the input ends, or a part of it is missing here.
  public mutating func end() -> [FreeNote] {
    var notes: [FreeNote] = []
    finish(&notes)
    cut()
    return notes
  }

  /// Drops the note that sounds: it may have been cut just now.
  public mutating func cut() {
    note = SoundingNote()
    strays = []
    levels = []
    trackedFrom = count
    tracker = PitchTracker(sampleRate: sampleRate, isAmongNotes: true)
    hum.restart()
  }

  private func isOfDrone(_ frame: PitchFrame) -> Bool {
    guard let hertz = frame.frequency, !drone.audible.isEmpty else { return false }
    // The notches have to settle first.
    return frame.time < Accompaniment.look || drone.leaves(hertz, level: frame.level)
  }

  // MARK: The coarse analysis

  private mutating func receive(_ frame: PitchFrame, _ notes: inout [FreeNote]) {
    defer { levels = levels.suffix(9) + [(frame.time, frame.level)] }
    let gap = frame.time - (note.points.last?.time ?? frame.time)
    guard frame.level >= Self.leastLevel, let hertz = frame.frequency else {
      if gap > HeldNote.longestGap { finish(&notes) }
      return
    }
    let point = HeldNote.Point(
      time: frame.time, cents: 1200 * log2(hertz / SoundingNote.zero), level: frame.level)
    if note.points.isEmpty { return begin([point]) }
    guard note.holds(point) else {
      strays.append(point)
      if gap > HeldNote.longestGap || note.isOver(with: strays) { finish(&notes) }
      return
    }
    strays = []
    if let new = note.strike(with: point, after: levels) {
      finish(&notes)
      return begin(new)
    }
    note.points.append(point)
    guard note.seconds > Self.longest else { return }
    note.tone = note.tone ?? tone(of: note.points)
    note.shorten()
  }

  private mutating func begin(_ points: [HeldNote.Point]) {
    guard let first = points.first else { return }
    let before = levels.filter { $0.time < first.time && $0.time > first.time - 0.11 }.map(\.level)
    note = SoundingNote(points: points, levelBefore: before.min() ?? -.infinity)
  }

  /// The note that sounds has ended: it is judged, and what came after it may be the next.
  private mutating func finish(_ notes: inout [FreeNote]) {
    let (ended, next) = (note, strays)
    note = SoundingNote()
    strays = []
    begin(next)
    guard let last = ended.points.last, last.time - (ended.points.first?.time ?? 0) > 0.1 else {
      return
    }
    guard let sounding = ended.sounding, var tone = ended.tone ?? tone(of: sounding.points),
      !isRest(ended, tone.frequency)
    else { return }
    tone.settleTime = max(tone.settleTime - sounding.onset, 0)
    former =
      former.filter { $0.end > last.time - Self.rest.seconds } + [(last.time, tone.frequency)]
    notes.append(FreeNote(onset: sounding.onset, end: sounding.end, tone: tone))
  }

  /// Whether the note is what is left of an earlier one.
  private func isRest(_ note: SoundingNote, _ hertz: Double) -> Bool {
    guard let loudest = note.points.map(\.level).max(), loudest < note.levelBefore + Self.rest.rise,
      former.contains(where: { RingingReference.isNear(hertz, to: $0.hertz) })
    else { return false }
    return note.levelSlope < Self.rest.slope
  }

  // MARK: The fine analysis

  /// The steady part of a note, measured; `nil` if it has none. Its settling time is seconds of input.
  private func tone(of points: [HeldNote.Point]) -> PlayedNote? {
    guard let stretch = Self.steadyPart(of: points) else { return nil }
    let margin = PlayedToneMeter.margin
    let (samples, start) = recording.samples(
      from: Int((stretch.span.lowerBound - margin) * sampleRate),
      to: Int((stretch.span.upperBound + margin) * sampleRate))
    var meter = PlayedToneMeter()
    meter.taken = drone.taken
    let near = SoundingNote.zero * exp2(stretch.cents / 1200)
    let length = stretch.span.upperBound - stretch.span.lowerBound
    meter.keepsOctave = ringsBelow(near, at: stretch.span.lowerBound, resolution: 4 / length)
    // Otherwise odd partials may be weak, if it is long enough to tell them from the others.
    let target =
      meter.keepsOctave || near * length < Self.periods ? Frequency(hertz: near) : nil
    let first = Int(stretch.span.lowerBound * sampleRate) - start
    let last = Int(stretch.span.upperBound * sampleRate) - start
    let reading = meter.read(
      samples, stretch: first..<last, sampleRate: sampleRate, near: Frequency(hertz: near),
      target: target)
    guard var tone = reading?.note, tone.uncertainty <= PlayedToneMeter.greatestUncertainty,
      tone.isHeld, abs(tone.drift) <= Self.fastestDrift * tone.length,
      !drone.hides(noteAt: tone.frequency)
    else { return nil }
    tone.settleTime += stretch.span.lowerBound
    // Nobody keeps it, and somebody may play for hours.
    tone.curve = []
    return tone
  }

  /// Whether an earlier note may ring where partials would be if the note were an octave lower.
  private func ringsBelow(_ hertz: Double, at time: Double, resolution: Double) -> Bool {
    former.contains { note in
      note.end > time - Self.rest.seconds
        && [0.5, 1.5, 2.5, 3.5].contains { number in
          let partial = max((number * hertz / note.hertz).rounded(), 1)
          return partial <= 8 && abs(number * hertz - partial * note.hertz) < resolution
        }
    }
  }

  /// The longest part in which the pitch stays.
  private static func steadyPart(of points: [HeldNote.Point]) -> HeldNote.Stretch? {
    let least = Int(shortest * PitchTracker.frameRate)
    for movement in [HeldNote.goodMovement, HeldNote.greatestMovement] {
      let step = max(points.count / 16, 1)
      for length in stride(from: points.count, through: least, by: -step) {
        for start in stride(from: 0, through: points.count - length, by: step) {
          let part = points[start..<start + length]
          guard let first = part.first, let last = part.last,
            let stretch = HeldNote.stretch(of: part, span: first.time...last.time),
            stretch.movement <= movement
          else { continue }
          return stretch
        }
      }
    }
    return nil
  }
}

/// What the coarse analysis hears of a note until it ends.
private struct SoundingNote: Sendable {
  /// The pitches of points are in cents from this, in hertz.
  static let zero = 440.0

  /// The pitch of a note stays so near to its middle, in cents: a wide vibrato does, and the semitone beside it does not.
  private static let reach = 45.0

  /// The middle is that of the last so many points, as a held note may drift.
  private static let pointsOfMiddle = 25

  /// What is softer than the loudest moment by this, in dB, is no longer played.
  private static let rest = 15.0

  /// So many points elsewhere end a note, unless they are whole octaves away, as the coarse analysis may err.
  private static let pointsElsewhere = 3

  /// A note that grows by this, in dB, within so many frames is struck again.
  private static let strike = (rise: 6.0, frames: 5)

  /// A note begins and ends where it is softer than usual by this, in dB.
  private static let edge = 10.0

  var points: [HeldNote.Point] = []

  /// The lowest level of the frames just before it, in dB.
  var levelBefore = -Double.infinity

  /// When it began, in seconds, and its tone, once it has been shortened.
  var onset: Double?
  var tone: PlayedNote?

  var seconds: Double {
    guard let first = points.first, let last = points.last else { return 0 }
    return last.time - first.time
  }

  private var loudest: Double { points.map(\.level).max() ?? -.infinity }

  /// From the point to the middle of the note, in cents.
  private func distance(of point: HeldNote.Point) -> Double {
    let sorted = points.suffix(Self.pointsOfMiddle).map(\.cents).sorted()
    return sorted.isEmpty ? 0 : point.cents - sorted[sorted.count / 2]
  }

  /// Whether the note sounds at the point.
  func holds(_ point: HeldNote.Point) -> Bool {
    abs(distance(of: point)) <= Self.reach && point.level >= loudest - Self.rest
  }

  /// Whether the note has ended before these points.
  func isOver(with strays: [HeldNote.Point]) -> Bool {
    let elsewhere = strays.filter {
      let cents = distance(of: $0)
      return abs(cents) < 1150 || abs(cents - 1200 * (cents / 1200).rounded()) > Self.reach
    }
    return elsewhere.count >= Self.pointsElsewhere
  }

  /// The points of the next note, if it is struck with this one: the note has been softer just before.
  ///
  /// - Parameter levels: those of the last frames, with and without a pitch, in dB.
  mutating func strike(
    with point: HeldNote.Point, after levels: [(time: Double, level: Double)]
  ) -> [HeldNote.Point]? {
    let start = points.first?.time ?? point.time
    guard
      let softest = levels.suffix(Self.strike.frames).filter({ $0.time >= start })
        .min(by: { $0.level < $1.level }),
      softest.level < point.level - Self.strike.rise
    else { return nil }
    let new = points.filter { $0.time > softest.time } + [point]
    points.removeAll { $0.time >= softest.time }
    return new
  }

  /// Drops the first points of a note that has been measured.
  mutating func shorten() {
    onset = onset ?? sounding?.onset
    points = points.suffix(Self.pointsOfMiddle)
  }

  /// The part that is as loud as usual, and when that began and ended, in seconds.
  var sounding: (points: [HeldNote.Point], onset: Double, end: Double)? {
    let sorted = points.map(\.level).sorted()
    guard !sorted.isEmpty else { return nil }
    let least = sorted[sorted.count / 2] - Self.edge
    let part = points.drop { $0.level < least }
    let loud = part.prefix((part.lastIndex { $0.level >= least } ?? -1) + 1 - part.startIndex)
    guard let first = loud.first, let last = loud.last else { return nil }
    let half = 0.5 / PitchTracker.frameRate
    return (Array(loud), onset ?? first.time - half, last.time + half)
  }

  /// In dB a second.
  var levelSlope: Double {
    TrendFit(times: points.map(\.time), cents: points.map(\.level), rate: 0)?.slope ?? 0
  }
}

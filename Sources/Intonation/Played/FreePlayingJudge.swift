import Foundation
import Music

/// A note of free playing or singing.
public struct FreeNote: Sendable, Hashable {
  /// The beginning and the end, in seconds of input.
  public var onset: Double
  public var end: Double

  /// The steady part, without the curve; the error and the octaves mean nothing.
  public var tone: PlayedNote

  public init(onset: Double, end: Double, tone: PlayedNote) {
    self.onset = onset
    self.end = end
    self.tone = tone
  }
}

/// Finds the notes in free playing, and measures each by both analyses. One thread at a time, which
/// may be any but the process thread.
///
/// The coarse analysis follows the pitch. A note is a sound that stays near one pitch, as with
/// vibrato, until the pitch leaves it, the sound ends, or the note is struck again. The fine
/// analysis measures its steady part, the longest in which the pitch does not move except for
/// vibrato. So slides, trills and noise are no notes, nor is the rest of an earlier note in a room.
public struct FreePlayingJudge: Sendable {
  /// The shortest steady part, in seconds.
  public static let shortest = 0.15

  /// The first seconds by which a longer note is measured.
  private static let longest = 3.0

  /// The fastest drift that is no slide, in cents a second.
  private static let fastestDrift = 100.0

  /// The least number of periods of a note that may be measured from an octave below on.
  private static let periods = 50.0

  /// The least level of a note, in dB of full scale.
  private static let leastLevel = -66.0

  /// The seconds after the end of a note in which a sound at its pitch, or at that of its partials,
  /// may be its rest, the slope in dB a second of such a sound, and its largest growth in dB at its
  /// beginning.
  private static let rest = (seconds: 2.0, slope: -25.0, rise: 1.5)

  private let sampleRate: Double
  private var drone: Accompaniment
  private var hum: HumFilter
  private var tracker: PitchTracker
  private var recording: InputRecording

  /// The frames of the coarse analysis that the last samples have completed, in which neither the
  /// drone nor hum has a pitch.
  public private(set) var frames: [PitchFrame] = []

  /// The number of samples so far, and of those before the tracker's first one.
  private var count = 0
  private var trackedFrom = 0

  /// The note that sounds, and the points after its last one that may belong to another note.
  private var note = SoundingNote()
  private var strays: [HeldNote.Point] = []

  /// The levels of the last frames, in dB.
  private var levels: [(time: Double, level: Double)] = []

  /// The ends of the last notes in seconds, and their frequencies in hertz.
  private var former: [(end: Double, hertz: Double)] = []

  /// - Parameters:
  ///   - sampleRate: samples a second, after the decimation.
  ///   - drone: the notes that sound from loudspeakers. The first 0.4 s show which of their
  ///     partials the input hears, as for ``PlayedNoteRules/accompaniment``.
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

  /// Judges the note that sounds, as the input ends, or as a part of it is missing here.
  public mutating func end() -> [FreeNote] {
    var notes: [FreeNote] = []
    finish(&notes)
    cut()
    return notes
  }

  /// Drops the note that sounds, as it may have been cut just now.
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

  /// Judges the note that sounds, as it has ended. The points after it may begin the next note.
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

  /// True if the note is the rest of an earlier one.
  private func isRest(_ note: SoundingNote, _ hertz: Double) -> Bool {
    guard let loudest = note.points.map(\.level).max(), loudest < note.levelBefore + Self.rest.rise,
      former.contains(where: { RingingReference.isNear(hertz, to: $0.hertz) })
    else { return false }
    return note.points.levelSlope < Self.rest.slope
  }

  // MARK: The fine analysis

  /// Measures the steady part of a note; `nil` if it has none. Its settling time is in seconds of
  /// input.
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
    // Otherwise odd partials may be weak, if the note is long enough to distinguish them from the
    // others.
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
    // Not needed, and the user may play for hours.
    tone.curve = []
    return tone
  }

  /// True if an earlier note may ring where partials would be if the note were an octave lower.
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

/// The coarse analysis of a note until it ends.
private struct SoundingNote: Sendable {
  /// The frequency from which the pitches of points are measured in cents, in hertz.
  static let zero = 440.0

  /// The largest distance of a note from its middle, in cents: more than that of a wide vibrato,
  /// and less than a semitone.
  private static let reach = 45.0

  /// The number of last points whose middle is that of the note, as a held note may drift.
  private static let pointsOfMiddle = 25

  /// The level in dB below the loudest moment at which a note is no longer played.
  private static let rest = 15.0

  /// The number of points elsewhere that end a note, unless they are whole octaves away, as the
  /// coarse analysis may err.
  private static let pointsElsewhere = 3

  /// The growth in dB within a number of frames with which a note is struck again.
  private static let strike = (rise: 6.0, frames: 5)

  /// The level in dB below the usual one at which a note begins and ends.
  private static let edge = 10.0

  var points: [HeldNote.Point] = []

  /// The lowest level of the frames just before it, in dB.
  var levelBefore = -Double.infinity

  /// The beginning in seconds, and the tone, once the note has been shortened.
  var onset: Double?
  var tone: PlayedNote?

  var seconds: Double {
    guard let first = points.first, let last = points.last else { return 0 }
    return last.time - first.time
  }

  private var loudest: Double { points.map(\.level).max() ?? -.infinity }

  /// The distance of the point from the middle of the note, in cents.
  private func distance(of point: HeldNote.Point) -> Double {
    points.suffix(Self.pointsOfMiddle).map(\.cents).median.map { point.cents - $0 } ?? 0
  }

  /// True if the note sounds at the point.
  func holds(_ point: HeldNote.Point) -> Bool {
    abs(distance(of: point)) <= Self.reach && point.level >= loudest - Self.rest
  }

  /// True if the note has ended before these points.
  func isOver(with strays: [HeldNote.Point]) -> Bool {
    let elsewhere = strays.filter {
      let cents = distance(of: $0)
      return abs(cents) < 1150 || abs(cents - 1200 * (cents / 1200).rounded()) > Self.reach
    }
    return elsewhere.count >= Self.pointsElsewhere
  }

  /// Ends the note if it is struck again with this point, as it has been softer just before;
  /// returns the points of the next note, or `nil`.
  ///
  /// - Parameter levels: the levels of the last frames, with and without a pitch, in dB.
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

  /// The part that is as loud as usual, and its beginning and end in seconds.
  var sounding: (points: [HeldNote.Point], onset: Double, end: Double)? {
    guard let usual = points.map(\.level).median else { return nil }
    let least = usual - Self.edge
    let part = points.drop { $0.level < least }
    let loud = part.prefix((part.lastIndex { $0.level >= least } ?? -1) + 1 - part.startIndex)
    guard let first = loud.first, let last = loud.last else { return nil }
    let half = 0.5 / PitchTracker.frameRate
    return (Array(loud), onset ?? first.time - half, last.time + half)
  }
}

import Foundation
import Intonation
import Music
import Sound

/// The measurement of a held note.
nonisolated struct TunerReading: Hashable, Sendable {
  /// The time of the input, in seconds.
  let time: Double
  let note: MIDINote

  /// The distance from the note; positive is sharp.
  let cents: Double

  /// The half width of the interval, in cents, that has the true figure in at least 90 of 100
  /// cases: two standard errors of the fit.
  let uncertainty: Double

  /// The frequency in hertz.
  let frequency: Double

  /// The periods of the vibrato a second; 0 without vibrato.
  let vibratoRate: Double

  /// The cents of the vibrato to either side.
  let vibratoExtent: Double
}

/// The state of a tuner: the present sound, the last ten seconds, and the level of the input. Its
/// time is that of the input.
nonisolated struct TunerModel: Sendable {
  /// The pitch at a moment.
  struct Point: Hashable, Sendable {
    let time: Double
    let note: MIDINote

    /// The distance from the note; a pitch that is not measured is known to a few cents.
    let cents: Double
    let isMeasured: Bool
  }

  enum Sound: Hashable, Sendable {
    case nothing

    /// A pitch that is not steady or not held for long enough, known to ten cents.
    case about(MIDINote, cents: Int)
    case held(TunerReading)

    /// A pitch that is no note.
    case excluded(PitchFrame.Exclusion)
  }

  /// The length of the past that is kept, in seconds.
  static let span = 10.0

  /// The time for which a measurement holds, in seconds. Each is made from the half second before
  /// it, five times a second.
  private static let lifetime = 0.9

  /// The number of frames without a pitch, or with another one, that end a note.
  private static let framesToEnd = 5

  /// The distance in cents from which a pitch is another one.
  private static let otherPitch = 70.0

  /// The fall of the level's mark in dB a second.
  private static let fall = 20.0

  let scale: TunerScale

  /// The seconds of input so far.
  private(set) var now = 0.0

  /// The highest recent sample in dB of full scale, falling by ``fall``.
  private(set) var level = -Double.infinity
  private(set) var isSilent = false
  private(set) var points: [Point] = []

  private var reading: TunerReading?

  /// The pitch of the coarse analysis at that reading, in hertz.
  private var heldPitch = 0.0

  /// The last frame with a pitch.
  private var coarse: (frequency: Double, time: Double)?
  private var framesBesideNote = 0

  /// The last pitch that is no note, with its beginning and end.
  private var excluded: (exclusion: PitchFrame.Exclusion, since: Double, until: Double)?

  /// The time in seconds after which such a pitch is shown, and for which it stays after its end.
  private static let exclusionTime = 0.3

  init(_ scale: TunerScale) { self.scale = scale }

  var sound: Sound {
    if let reading, now - reading.time <= Self.lifetime { return .held(reading) }
    guard let coarse, now - coarse.time <= 0.1, let near = scale.nearest(to: coarse.frequency)
    else {
      guard let excluded, now - excluded.until <= Self.exclusionTime,
        excluded.until - excluded.since >= Self.exclusionTime
      else { return .nothing }
      return .excluded(excluded.exclusion)
    }
    return .about(near.note, cents: Int((near.cents / 10).rounded()) * 10)
  }

  mutating func receive(_ frames: [PitchFrame], _ health: InputHealth) {
    isSilent = health.isSilent
    for frame in frames { receive(frame) }
    // Input that is lost again and again has no frames, but time passes.
    let time = max(now, frames.last?.time ?? 0, health.time)
    level = max(level - Self.fall * (time - now), health.peak)
    now = time
    points.removeAll { $0.time < now - Self.span }
    // A part is missing, so that the measurement before it no longer holds.
    if health.overruns > 0 { reading = nil }
  }

  private mutating func receive(_ frame: PitchFrame) {
    if let exclusion = frame.exclusion {
      let isSame =
        excluded?.exclusion == exclusion
        && frame.time - (excluded?.until ?? 0) <= Self.exclusionTime
      excluded = (exclusion, isSame ? excluded?.since ?? frame.time : frame.time, frame.time)
    }
    if let frequency = frame.frequency, let near = scale.nearest(to: frequency) {
      coarse = (frequency, frame.time)
      points.append(
        Point(time: frame.time, note: near.note, cents: near.cents, isMeasured: false))
    }
    guard reading != nil else { return }
    let isSame = frame.frequency.map { abs(1200 * log2($0 / heldPitch)) < Self.otherPitch }
    framesBesideNote = isSame == true ? 0 : framesBesideNote + 1
    if framesBesideNote >= Self.framesToEnd { reading = nil }
  }

  /// - Returns: the measurement with its note; `nil` beyond the notes of the scale.
  @discardableResult
  mutating func receive(_ held: HeldTone) -> TunerReading? {
    let tone = held.tone
    guard let near = scale.nearest(to: tone.frequency) else { return nil }
    let reading = TunerReading(
      time: held.time, note: near.note, cents: near.cents, uncertainty: 2 * tone.uncertainty,
      frequency: tone.frequency, vibratoRate: tone.vibratoRate, vibratoExtent: tone.vibratoExtent)
    self.reading = reading
    heldPitch = held.coarse
    framesBesideNote = 0
    points.append(Point(time: held.time, note: near.note, cents: near.cents, isMeasured: true))
    return reading
  }

  /// The last ten seconds in equal parts, the oldest first: for each part its measurement, or else
  /// another pitch.
  func course(in count: Int) -> [Point?] {
    guard count > 0 else { return [] }
    let width = Self.span / Double(count)
    // A measurement stands for the time around it, as five are made a second.
    let reach = max(width / 2, 0.12)
    return (0..<count).map { index in
      let middle = now - Self.span + (Double(index) + 0.5) * width
      let near = points.filter { abs($0.time - middle) <= ($0.isMeasured ? reach : width / 2) }
      return near.min {
        ($0.isMeasured ? 0 : 1, abs($0.time - middle))
          < ($1.isMeasured ? 0 : 1, abs($1.time - middle))
      }
    }
  }
}

/// The notes by which a tuner measures: a tuning that is built on a root.
///
///     let (note, cents) = scale.nearest(to: 441.8)   // A4, +7.0
///
/// The root is on the equal-tempered grid of the reference pitch, and does not matter in equal
/// temperament. A scale of the user's own has only the notes of its degrees.
nonisolated struct TunerScale: Hashable, Sendable {
  let tuning: TuningSystem
  let referencePitch: Frequency
  let root: MIDINote

  private struct Place: Hashable {
    let note: MIDINote

    /// The distance above the root.
    let cents: Double
  }

  /// All notes of the scale with the root, upwards.
  private let places: [Place]

  /// The greatest distance of a pitch from its note, in cents.
  private static let reach = 600.0

  init(tuning: TuningSystem, referencePitch: Frequency, root: MIDINote) {
    (self.tuning, self.referencePitch, self.root) = (tuning, referencePitch, root)
    places = MIDINote.range.compactMap { number in
      tuning.place(ofSemitones: number - root.rawValue)
        .map { Place(note: MIDINote(number), cents: $0.rawValue) }
    }
  }

  /// The note nearest to a frequency, with the frequency's distance above it in cents; `nil` beyond
  /// the notes of MIDI.
  func nearest(to hertz: Double) -> (note: MIDINote, cents: Double)? {
    guard hertz.isFinite, hertz > 0 else { return nil }
    let distance = Cents(from: base, to: Frequency(hertz: hertz)).rawValue
    let nearest = places.min { abs(distance - $0.cents) < abs(distance - $1.cents) }
    guard let nearest, abs(distance - nearest.cents) <= Self.reach else { return nil }
    return (nearest.note, distance - nearest.cents)
  }

  /// The note of the scale that is a number of semitones away; if there is none, the next one in
  /// that direction, or else the nearest one.
  ///
  /// - Parameter range: the allowed numbers of notes.
  func note(_ steps: Int, from note: MIDINote, in range: ClosedRange<Int>) -> MIDINote {
    let goal = min(max(note.rawValue + steps, range.lowerBound), range.upperBound)
    let notes = places.map(\.note).filter { range.contains($0.rawValue) }
    let onwards = notes.filter { steps < 0 ? $0.rawValue <= goal : $0.rawValue >= goal }
    func distance(_ note: MIDINote) -> Int { abs(note.rawValue - goal) }
    return onwards.min { distance($0) < distance($1) }
      ?? notes.min { distance($0) < distance($1) } ?? root
  }

  /// The frequency of a note, or of the nearest one that the scale has.
  func frequency(of note: MIDINote) -> Frequency {
    let nearest = places.min {
      abs($0.note.rawValue - note.rawValue) < abs($1.note.rawValue - note.rawValue)
    }
    return base.shifted(by: Cents(nearest?.cents ?? 0))
  }

  /// The frequency of the root.
  private var base: Frequency { tuning.frequency(for: root, referencePitch: referencePitch) }
}

import Foundation
import Intonation
import Music
import Sound

/// A note that is held, as it was measured.
nonisolated struct TunerReading: Hashable, Sendable {
  /// Seconds since the tuner has begun to listen.
  let time: Double
  let note: MIDINote

  /// How far it is from the note; positive is sharp.
  let cents: Double

  /// The true figure lies within this many cents to either side in at least 90 of 100 cases: two
  /// standard errors of the fit.
  let uncertainty: Double

  /// In hertz.
  let frequency: Double

  /// Periods a second; 0 without vibrato.
  let vibratoRate: Double

  /// Cents to either side.
  let vibratoExtent: Double
}

/// What a tuner knows: what is played now, the last ten seconds, and how the input is. A value that knows no clock:
/// its time is that of the input.
nonisolated struct TunerModel: Sendable {
  /// What was played at a moment.
  struct Point: Hashable, Sendable {
    let time: Double
    let note: MIDINote

    /// From the note; a pitch that is not measured is known to a few cents.
    let cents: Double
    let isMeasured: Bool
  }

  /// What is played now.
  enum Sound: Hashable, Sendable {
    case nothing

    /// It has a pitch, and is not steady or not held for long enough: about this note, to ten cents.
    case about(MIDINote, cents: Int)
    case held(TunerReading)

    /// A pitch that is no note.
    case excluded(PitchFrame.Exclusion)
  }

  /// How much of the past is kept, in seconds.
  static let span = 10.0

  /// How long a measurement holds, in seconds: it is made from the half second before, five times a
  /// second.
  private static let lifetime = 0.9

  /// This many frames without a pitch, or with another one, end a note.
  private static let framesToEnd = 5

  /// A pitch that is further from the measured one, in cents, is another one.
  private static let otherPitch = 70.0

  /// By how many dB a second the level's mark falls.
  private static let fall = 20.0

  let scale: TunerScale

  /// Seconds of input so far.
  private(set) var now = 0.0

  /// The highest sample of the last moments in dB of full scale.
  private(set) var level = -Double.infinity
  private(set) var isSilent = false
  private(set) var points: [Point] = []

  private var reading: TunerReading?

  /// The pitch of the coarse analysis that belongs to it.
  private var heldPitch = 0.0

  /// The last frame with a pitch.
  private var coarse: (frequency: Double, time: Double)?
  private var framesBesideNote = 0

  /// What was heard last that is no note, since when and until when.
  private var excluded: (exclusion: PitchFrame.Exclusion, since: Double, until: Double)?

  /// How long that is heard before it is shown, and shown on, in seconds.
  private static let exclusionTime = 0.3

  init(_ scale: TunerScale) { self.scale = scale }

  /// What is played now.
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
    // Input that is lost again and again has no frames, and goes on all the same.
    let time = max(now, frames.last?.time ?? 0, health.time)
    level = max(level - Self.fall * (time - now), health.peak)
    now = time
    points.removeAll { $0.time < now - Self.span }
    // A part is missing, and what was measured before it is over.
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

  /// - Returns: the measurement, seen from its note; `nil` if that is none.
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
    points.append(
      Point(time: held.time, note: near.note, cents: near.cents, isMeasured: true))
    return reading
  }

  /// The last ten seconds in this many parts of the same length, the oldest first: of each what was
  /// measured there, else what was heard, else nothing.
  func course(in count: Int) -> [Point?] {
    guard count > 0 else { return [] }
    let width = Self.span / Double(count)
    // A measurement stands for what is around it: five of them are made in a second.
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

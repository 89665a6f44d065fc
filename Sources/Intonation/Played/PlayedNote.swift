import Foundation
import Music

/// What a ``PlayedNoteJudge`` waits for.
public struct PlayedNoteRules: Sendable, Hashable {
  /// For how long the input is heard with an accompaniment before the player should play, in seconds.
  public static let accompanimentTime = 0.4

  /// The note that is to be played.
  public var target: Frequency

  /// How long a note must be held steadily, in seconds.
  public var steadyTime: Double

  /// How long to wait for a note that can be judged, in seconds from the first sample.
  public var longestWait: Double

  /// The notes that sound meanwhile from loudspeakers. If the input hears them, they and their
  /// partials are left out. The first 0.4 s (``accompanimentTime``) decide that: they should sound in them and the
  /// player should not. Empty in headphones or without an accompaniment.
  public var accompaniment: [Frequency]

  /// The notes that sounded until now and may still ring in the room: they are not taken for the
  /// player's; see ``RingingReference``. Empty if the input did not hear them.
  public var ringing: [Frequency]

  /// The level at which the input heard those, in dB of full scale: they ring no louder. `nil` if
  /// that is not known.
  public var ringingLevel: Double?

  /// The level of the input half a second before the first sample, in dB of full scale: what begins with the first
  /// sample and is louder is no rest of an earlier note. `nil` if that is not known.
  public var levelBefore: Double?

  /// The octave of the target that does not count, seen from the target, as it is the note that sounded: the octave
  /// below for an octave upwards. `nil` if all count.
  public var refusedOctave: Int?

  /// Whether the note before was judged beside the same accompaniment, or after the same ringing, of
  /// which is known then what the input hears: the player may be playing already.
  public var continues: Bool

  /// - Precondition: the times are positive.
  public init(
    target: Frequency, steadyTime: Double = 0.6, longestWait: Double = 15,
    accompaniment: [Frequency] = [], ringing: [Frequency] = [], ringingLevel: Double? = nil,
    levelBefore: Double? = nil, refusedOctave: Int? = nil, continues: Bool = false
  ) {
    precondition(steadyTime > 0 && longestWait > 0, "the times are positive")
    self.target = target
    self.steadyTime = steadyTime
    self.longestWait = longestWait
    self.accompaniment = accompaniment
    self.ringing = ringing
    self.ringingLevel = ringingLevel
    self.levelBefore = levelBefore
    self.refusedOctave = refusedOctave
    self.continues = continues
  }
}

/// What became of a note that was waited for.
public enum PlayedNoteOutcome: Sendable, Hashable {
  /// It was the target, well or badly in tune.
  case judged(PlayedNote)
  /// It ended before it could be judged.
  case tooShort(seconds: Double)
  /// It was held, but its pitch did not settle; it moved over a range of `wobble` cents.
  case unsteady(wobble: Double)
  /// Nothing with a pitch was heard.
  case noPitch
  /// It was another note, more than ``PlayedNote/widestError`` from the target: which one in hertz,
  /// and how far from the target in cents.
  case wrongNote(frequency: Double, cents: Double)
  /// It cannot be told from the accompaniment, or from what rings on, which the input hears as well.
  case inseparable
}

/// A note that was played or sung, measured.
public struct PlayedNote: Sendable, Hashable {
  /// A note further than this from the target, in cents, is another one.
  public static let widestError = 150.0

  /// How far it was from the target in cents, in the octave where it was played; positive is sharp.
  /// Of vibrato, the mean over whole periods.
  public var error: Double
  /// How far off ``error`` may be, in cents: one standard error of the measurement.
  public var uncertainty: Double
  /// By how much the end was higher than the start, in cents, vibrato left out.
  public var drift: Double
  /// Periods a second; 0 without vibrato.
  public var vibratoRate: Double
  /// Cents to either side; 0 without vibrato.
  public var vibratoExtent: Double
  /// The RMS distance of the pitch from its trend, in cents, vibrato left out.
  public var steadiness: Double
  /// How much of it was judged, in seconds.
  public var length: Double
  /// Seconds from the first sound with a pitch to the judged stretch.
  public var settleTime: Double
  /// Seconds from the end of the judged stretch to the last sample that was there when it was
  /// judged.
  public var age = 0.0
  /// The RMS level in dB of full scale.
  public var level: Double
  /// The pitch over the judged stretch at equal distances, in cents from the target as ``error``.
  public var curve: [Float]
  /// In which octave it was played, seen from the target; 0 is the target's own.
  public var octaves: Int
  /// Its frequency in hertz, in the octave where it was played.
  public var frequency: Double

  public init(
    error: Double, uncertainty: Double, drift: Double = 0, vibratoRate: Double = 0,
    vibratoExtent: Double = 0, steadiness: Double = 0, length: Double, settleTime: Double = 0,
    level: Double, curve: [Float] = [], octaves: Int = 0, frequency: Double
  ) {
    self.error = error
    self.uncertainty = uncertainty
    self.drift = drift
    self.vibratoRate = vibratoRate
    self.vibratoExtent = vibratoExtent
    self.steadiness = steadiness
    self.length = length
    self.settleTime = settleTime
    self.level = level
    self.curve = curve
    self.octaves = octaves
    self.frequency = frequency
  }

  /// Its pitch this many seconds after its beginning, in hertz.
  func hertz(at time: Double) -> Double {
    guard curve.count > 1, length > 2 * PitchCurve.reach else { return frequency }
    // Its points are the middles of means.
    let share = (time - PitchCurve.reach) / (length - 2 * PitchCurve.reach)
    let place = min(max(share, 0), 1) * Double(curve.count - 1)
    let index = min(Int(place), curve.count - 2)
    // The ends follow the direction that the curve has there.
    let beyond = (share - min(max(share, 0), 1)) * Double(curve.count - 1)
    let slope = Double(curve[index + 1] - curve[index])
    let cents = Double(curve[index]) + (place - Double(index) + beyond) * slope
    return frequency * exp2((cents - error) / 1200)
  }

  /// Whether the pitch stays, or moves about its mean as vibrato does. A trill jumps between two
  /// notes, which leaves a tenth of its width and more beside a sine; wide vibrato leaves less.
  var isHeld: Bool {
    guard vibratoExtent > 0 else { return steadiness <= 15 }
    return vibratoExtent <= 85 && (vibratoExtent <= 45 || steadiness <= 0.07 * vibratoExtent)
  }
}

extension PlayedNoteOutcome {
  var isJudged: Bool { if case .judged = self { true } else { false } }

  /// The same with the age of the note at that second.
  func judged(at time: Double) -> PlayedNoteOutcome {
    guard case .judged(var note) = self else { return self }
    note.age = max(note.age + time, 0)
    return .judged(note)
  }
}

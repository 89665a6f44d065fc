import Foundation

/// What is listened for: a note that is played or sung.
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
  /// player's. Empty if the input did not hear them.
  public var ringing: [Frequency]

  /// How long those sounded, in seconds.
  public var soundedSeconds: Double

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

  /// Whether the judge follows the pitch closely while it sounds.
  public var followsPitch = false

  /// - Precondition: the times are positive.
  public init(
    target: Frequency, steadyTime: Double = 0.6, longestWait: Double = 15,
    accompaniment: [Frequency] = [], ringing: [Frequency] = [], soundedSeconds: Double = 0,
    ringingLevel: Double? = nil,
    levelBefore: Double? = nil, refusedOctave: Int? = nil, continues: Bool = false
  ) {
    precondition(steadyTime > 0 && longestWait > 0, "the times are positive")
    self.target = target
    self.steadyTime = steadyTime
    self.longestWait = longestWait
    self.accompaniment = accompaniment
    self.ringing = ringing
    self.soundedSeconds = soundedSeconds
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
  /// A part of the sound was lost on its way to us: what was heard counts for nothing.
  case lost

  /// As spelt in JSON.
  public var name: String {
    switch self {
    case .judged: "judged"
    case .tooShort: "tooShort"
    case .unsteady: "unsteady"
    case .noPitch: "noPitch"
    case .wrongNote: "wrongNote"
    case .inseparable: "inseparable"
    case .lost: "lost"
    }
  }
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
    error: Double, uncertainty: Double = 0, drift: Double = 0, vibratoRate: Double = 0,
    vibratoExtent: Double = 0, steadiness: Double = 0, length: Double, settleTime: Double = 0,
    level: Double = 0, curve: [Float] = [], octaves: Int = 0, frequency: Double = 0
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

  /// The course of its pitch as records keep it.
  public var recordedCurve: PlayedCurve { PlayedCurve(cents: curve) }
}

/// The course of a pitch in time, in cents from the target. Small, because it is kept with the record:
/// hundredths of a cent in two bytes each.
public struct PlayedCurve: Hashable, Sendable {
  /// More points are thinned out.
  public static let mostPoints = 100

  /// Hundredths of a cent, from the first moment to the last at equal distances.
  public private(set) var hundredths: [Int16] = []

  public init() {}

  /// - Parameter cents: values that are no number are taken for those before them.
  public init(cents: [Float]) {
    let count = min(cents.count, Self.mostPoints)
    var last: Int16 = 0
    hundredths = (0..<count).map { place in
      // Each is the mean of its neighbours.
      let part = cents[(place * cents.count / count)..<((place + 1) * cents.count / count)]
      let value = part.reduce(0, +) / Float(part.count)
      if value.isFinite { last = Int16(min(max(value * 100, -32_767), 32_767).rounded()) }
      return last
    }
  }

  /// - Parameter hundredths: of a cent; `nil` for more than ``mostPoints``.
  public init?(hundredths: [Int16]) {
    guard hundredths.count <= Self.mostPoints else { return nil }
    self.hundredths = hundredths
  }

  public var cents: [Double] { hundredths.map { Double($0) / 100 } }

  public var isEmpty: Bool { hundredths.isEmpty }
}

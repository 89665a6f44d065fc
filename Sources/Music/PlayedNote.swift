import Foundation

/// The rules for listening to a note that is played or sung.
public struct PlayedNoteRules: Sendable, Hashable {
  /// The time for which the input is heard with an accompaniment before the player should play, in
  /// seconds.
  public static let accompanimentTime = 0.4

  public var target: Frequency

  /// The time for which a note must be held steadily, in seconds.
  public var steadyTime: Double

  /// The longest wait for a note that can be judged, in seconds from the first sample.
  public var longestWait: Double

  /// The notes that sound meanwhile from loudspeakers. If the input hears them, they and their
  /// partials are left out, as decided in the first 0.4 s (``accompanimentTime``): they should
  /// sound then and the player should not. Empty in headphones or without an accompaniment.
  public var accompaniment: [Frequency]

  /// The notes that sounded until now and may still ring in the room, so that they are not mistaken
  /// for the player's. Empty if the input did not hear them.
  public var ringing: [Frequency]

  /// The time for which those sounded, in seconds.
  public var soundedSeconds: Double

  /// The level at which the input heard those, in dB of full scale: they ring no louder. `nil` if
  /// unknown.
  public var ringingLevel: Double?

  /// The level of the input half a second before the first sample, in dB of full scale: a louder
  /// sound that begins with the first sample is not the rest of an earlier note. `nil` if unknown.
  public var levelBefore: Double?

  /// The octave that does not count, relative to the target, because it is the note that sounded:
  /// the octave below for an octave upwards. `nil` if all count.
  public var refusedOctave: Int?

  /// True if the note before was judged with the same accompaniment or ringing, so that it is known
  /// what the input hears: the player may be playing already.
  public var continues: Bool

  /// True to follow the pitch closely while it sounds.
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

/// The outcome of a wait for a note.
public enum PlayedNoteOutcome: Sendable, Hashable {
  /// The target, well or badly in tune.
  case judged(PlayedNote)
  /// The note ended before it could be judged.
  case tooShort(seconds: Double)
  /// The note was held, but its pitch did not settle; it moved over a range of `wobble` cents.
  case unsteady(wobble: Double)
  /// No pitch was heard.
  case noPitch
  /// Another note, more than ``PlayedNote/widestError`` from the target: its frequency in hertz and
  /// its distance from the target in cents.
  case wrongNote(frequency: Double, cents: Double)
  /// The note cannot be told from the accompaniment or from ringing notes, which the input hears
  /// too.
  case inseparable
  /// A part of the sound was lost on its way to Peach, so that none of it counts.
  case lost

  /// The spelling in JSON.
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

  /// The distance from the target in cents, in the octave where it was played; positive is sharp.
  /// The mean over whole periods of a vibrato.
  public var error: Double
  /// The standard error of ``error``, in cents.
  public var uncertainty: Double
  /// The rise from the start to the end, in cents, without vibrato.
  public var drift: Double
  /// Periods a second; 0 without vibrato.
  public var vibratoRate: Double
  /// Cents to either side; 0 without vibrato.
  public var vibratoExtent: Double
  /// The RMS distance of the pitch from its trend, in cents, without vibrato.
  public var steadiness: Double
  /// The length of the judged stretch, in seconds.
  public var length: Double
  /// The seconds from the first sound with a pitch to the judged stretch.
  public var settleTime: Double
  /// The seconds from the end of the judged stretch to the last sample that was there when it was
  /// judged.
  public var age = 0.0
  /// The RMS level in dB of full scale.
  public var level: Double
  /// The pitch over the judged stretch at equal distances, in cents from the target like ``error``.
  public var curve: [Float]
  /// The octave where it was played, relative to the target's own.
  public var octaves: Int
  /// The frequency in hertz, in the octave where it was played.
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

  /// The course of the pitch as records keep it.
  public var recordedCurve: PlayedCurve { PlayedCurve(cents: curve) }
}

/// The course of a pitch in time, in cents from the target. It is small, as records keep it:
/// hundredths of a cent in two bytes each.
public struct PlayedCurve: Hashable, Sendable {
  /// The most points; a longer course is thinned out.
  public static let mostPoints = 100

  /// Hundredths of a cent at equal distances in time.
  public private(set) var hundredths: [Int16] = []

  public init() {}

  /// - Parameter cents: a value that is not a number is replaced by the one before.
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

  /// Returns `nil` for more than ``mostPoints``.
  public init?(hundredths: [Int16]) {
    guard hundredths.count <= Self.mostPoints else { return nil }
    self.hundredths = hundredths
  }

  public var cents: [Double] { hundredths.map { Double($0) / 100 } }

  public var isEmpty: Bool { hundredths.isEmpty }
}

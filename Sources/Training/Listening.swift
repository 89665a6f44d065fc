import Music

/// Hears what is played or sung. Main thread.
///
/// It listens for one note at a time. A new request ends the one before it.
public protocol NoteListener: AnyObject {
  /// Listens until a note has been judged, or until there is something else to say of the sound.
  ///
  /// - Parameter onOutcome: called once, never before this call returns, and never after ``cancel()`` or
  ///   after another call; with the moment at which the note began, if that is known.
  func listen(
    _ request: ListeningRequest, onOutcome: @escaping (ListeningOutcome, SoundTime?) -> Void)

  /// The user is done: the sound heard so far is judged as it is. Ignored while there is no
  /// request.
  func commit()

  /// Waits until the note that was judged last has ended, but not for ever.
  ///
  /// - Parameter onEnd: called once, and never after ``cancel()`` or another request.
  func awaitToneEnd(_ onEnd: @escaping () -> Void)

  /// Nobody waits any more for what is heard.
  func cancel()
}

/// What is listened for.
public nonisolated struct ListeningRequest: Hashable, Sendable {
  /// The pitch that the note is measured from; the same note in another octave will do, but for one.
  public let target: Frequency

  /// The octave that will not do, seen from the target: that of the note that sounded. `nil` if all will.
  public let refusedOctave: Int?

  /// The notes of our own that sound meanwhile, and that a microphone may hear, too.
  public let accompaniment: [Frequency]

  /// Our own notes that have ended before it: if they still ring in the room, that is not the
  /// player.
  public let ended: [Frequency]

  /// How long those sounded.
  public let soundedSeconds: Double

  /// Whether the last request was beside, or after, the same notes of our own: it is known then how
  /// the input hears them, and the player may be playing already.
  public var continues: Bool

  public init(
    target: Frequency, refusedOctave: Int? = nil, accompaniment: [Frequency] = [],
    ended: [Frequency] = [], soundedSeconds: Double = 0, continues: Bool = false
  ) {
    self.target = target
    self.refusedOctave = refusedOctave
    self.accompaniment = accompaniment
    self.ended = ended
    self.soundedSeconds = soundedSeconds
    self.continues = continues
  }
}

/// What came of listening.
public nonisolated enum ListeningOutcome: Hashable, Sendable {
  case judged(HeardNote)
  case missed(MissedNote)
}

/// A note that was played or sung, as far as it was held steadily.
public nonisolated struct HeardNote: Hashable, Sendable {
  /// How far its pitch was from the target, in the octave in which it was played; positive is sharp.
  public var error: Cents

  /// The standard uncertainty of that.
  public var uncertainty: Cents

  /// How far the pitch moved from the start to the end; positive is upwards.
  public var drift: Cents

  /// In periods a second; 0 without vibrato.
  public var vibratoRate: Double

  /// To either side; 0 without vibrato.
  public var vibratoExtent: Cents

  /// The root of the mean square of what is left of the pitch without drift and vibrato.
  public var steadiness: Cents

  /// The seconds that were judged.
  public var length: Double

  /// The seconds from the beginning of the note to those.
  public var settleTime: Double

  /// The level of those, in dB of full scale.
  public var level: Double

  /// By how many octaves the note was above the target.
  public var octaves: Int

  public var curve: PlayedCurve

  public init(
    error: Cents, uncertainty: Cents = 0, drift: Cents = 0, vibratoRate: Double = 0,
    vibratoExtent: Cents = 0, steadiness: Cents = 0, length: Double, settleTime: Double = 0,
    level: Double = 0, octaves: Int = 0, curve: PlayedCurve = PlayedCurve()
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
    self.octaves = octaves
    self.curve = curve
  }
}

/// The course of a pitch in time, in cents from the target. Small, because it is kept with the record:
/// hundredths of a cent in two bytes each.
public nonisolated struct PlayedCurve: Hashable, Sendable {
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

/// Why a note could not be judged.
public nonisolated enum MissedNote: Hashable, Sendable {
  /// It ended too early, after this many seconds.
  case tooShort(seconds: Double)

  /// It did not rest on a pitch; it went to and fro by this many cents.
  case unsteady(wobble: Cents)

  /// There was no note.
  case noPitch

  /// It was another note.
  case wrongNote(Frequency)

  /// The note cannot be told from the notes that sounded with it.
  case inseparable

  /// A part of the sound was lost on its way to us: what was heard counts for nothing.
  case lost

  /// As spelt in JSON.
  public var name: String {
    switch self {
    case .tooShort: "tooShort"
    case .unsteady: "unsteady"
    case .noPitch: "noPitch"
    case .wrongNote: "wrongNote"
    case .inseparable: "inseparable"
    case .lost: "lost"
    }
  }
}

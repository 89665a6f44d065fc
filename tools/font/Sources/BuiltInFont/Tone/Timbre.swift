/// The recipe of a steady tone: the strengths of its harmonics.
struct Timbre {
  /// The preset's name.
  let name: String
  /// The preset's MIDI bank.
  let bank: UInt16
  /// The preset's MIDI program.
  let program: UInt16
  /// Signed amplitudes of the harmonics, all in sine phase, the fundamental first. Their common
  /// scale does not matter: all cycles get the same level.
  let harmonics: [Double]

  /// All steady tones in the font.
  static let all = [sine, triangle, reed]

  /// A pure tone.
  static let sine = Timbre(name: "Sine", bank: 8, program: 80, harmonics: [1])

  /// A triangle: odd harmonics as 1/h² with alternating signs (Fourier series). The 63rd, the last,
  /// is 72 dB below the fundamental.
  static let triangle = Timbre(
    name: "Triangle", bank: 8, program: 81,
    harmonics: (1...63).map { number in
      guard !number.isMultiple(of: 2) else { return 0 }
      let sign = number % 4 == 1 ? 1.0 : -1.0
      return sign / Double(number * number)
    })

  /// A soft reed: a sawtooth's harmonics, 1/h, bent towards 1/h³ from the eighth on, as by a gentle
  /// filter that follows the key. The 64th, the last, is 72 dB down.
  static let reed = Timbre(
    name: "Reed", bank: 8, program: 82,
    harmonics: (1...64).map { number in
      let bend = Double(number) / 8
      return 1 / (Double(number) * (1 + bend * bend))
    })
}

/// Neighbouring keys that share a sample.
struct KeyZone {
  /// MIDI keys, both ends included.
  let keys: ClosedRange<Int>

  /// Three semitones: the band limit moves by a fifth of its octave from one zone to the next.
  private static let width = 3

  /// The zones of `timbre`, from key 0 to key 127 without a gap: one for all keys at which no
  /// harmonic reaches the band limit, and narrow ones above it.
  static func zones(for timbre: Timbre) -> [KeyZone] {
    let keys = EqualTemperament.keys
    let count = timbre.harmonics.count
    let shared = keys.prefix { key in
      count == 1 || Double(count) * EqualTemperament.hertz(ofKey: key) <= BandLimit.fullHertz
    }
    let narrow = stride(from: shared.count, through: keys.upperBound, by: width).map { lowest in
      KeyZone(keys: lowest...min(lowest + width - 1, keys.upperBound))
    }
    return [KeyZone(keys: 0...shared.count - 1)] + narrow
  }
}

/// Fades out the harmonics that a key's sample must not contain.
///
/// A player that reads a sample faster does not filter it: a harmonic above half the output rate
/// comes back as a false tone. The fade is an octave wide, so that neighbouring zones differ only
/// slightly.
enum BandLimit {
  /// Up to this frequency, in hertz, a harmonic keeps its full strength.
  static let fullHertz = 9_500.0

  /// From this frequency on, in hertz, nothing sounds. With a 44.1 kHz output a note can be tuned
  /// up by 257 cents before anything folds back.
  static let silentHertz = 19_000.0

  /// The harmonics of `timbre` for a sample whose highest key is `key`. The fundamental always
  /// keeps its full strength.
  static func harmonics(of timbre: Timbre, upTo key: Int) -> [Double] {
    let fundamental = EqualTemperament.hertz(ofKey: key)
    return timbre.harmonics.enumerated().map { index, amplitude in
      index == 0 ? amplitude : amplitude * weight(atHertz: Double(index + 1) * fundamental)
    }
  }

  /// 1 up to `fullHertz`, 0 from `silentHertz`, between them the cubic with horizontal ends, 1 -
  /// x²(3 - 2x).
  static func weight(atHertz hertz: Double) -> Double {
    let position = (hertz - fullHertz) / (silentHertz - fullHertz)
    let x = min(max(position, 0), 1)
    return 1 - x * x * (3 - 2 * x)
  }
}

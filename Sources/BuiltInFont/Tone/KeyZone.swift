/// Neighbouring keys that share a sample.
struct KeyZone {
  /// MIDI keys, both ends included.
  let keys: ClosedRange<Int>

  /// Three semitones: the band limit moves by a fifth of its octave from one zone to the next.
  private static let width = 3

  /// The zones of `timbre`, from key 0 to key 127 without a gap: one for all the keys at which
  /// no harmonic reaches the band limit, and above it narrow ones.
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

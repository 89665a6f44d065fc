/// Fades out the harmonics that a key's sample must not contain.
///
/// A player that reads a sample faster cannot filter it on the way: a harmonic above half the
/// output rate comes back as a false tone. The fade is an octave wide, so that neighbouring
/// zones differ in shades and none ends in a wall.
enum BandLimit {
  /// Up to here, in hertz, a harmonic keeps its full strength.
  static let fullHertz = 9_500.0

  /// From here on, in hertz, nothing sounds. At a 44.1 kHz output this leaves a note room to be
  /// tuned 257 cents up before anything could fold back.
  static let silentHertz = 19_000.0

  /// The harmonics of `timbre` that a sample may have whose highest key is `key`. The
  /// fundamental always stays whole.
  static func harmonics(of timbre: Timbre, upTo key: Int) -> [Double] {
    let fundamental = EqualTemperament.hertz(ofKey: key)
    return timbre.harmonics.enumerated().map { index, amplitude in
      index == 0 ? amplitude : amplitude * weight(atHertz: Double(index + 1) * fundamental)
    }
  }

  /// 1 up to `fullHertz`, 0 from `silentHertz`, between them the cubic with level ends,
  /// 1 - x²(3 - 2x).
  static func weight(atHertz hertz: Double) -> Double {
    let position = (hertz - fullHertz) / (silentHertz - fullHertz)
    let x = min(max(position, 0), 1)
    return 1 - x * x * (3 - 2 * x)
  }
}

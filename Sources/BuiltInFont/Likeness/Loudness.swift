/// Makes all notes of all instruments equally loud.
///
/// Loudness is the K-weighted mean power of a note's first second (ITU-R BS.1770), decay included: a
/// note that is plucked begins louder than one that is blown. The steady tones of ``Timbre`` have the
/// same power as a sine at about 500 Hz here.
enum Loudness {
  /// The power that all notes have, with full scale as 1.
  private static let power = 0.25

  /// What the amplitudes of a note's partials are to be multiplied with.
  ///
  /// - Parameters:
  ///   - levels: the root mean square of each partial's amplitude in the first second, fundamental first.
  ///   - fundamental: in hertz.
  static func scale(of levels: [Double], fundamental: Double) -> Double {
    let sum = levels.enumerated().reduce(0.0) { sum, partial in
      let hertz = Double(partial.offset + 1) * fundamental
      return sum + partial.element * partial.element / 2 * KWeighting.powerGain(atHertz: hertz)
    }
    return (power / sum).squareRoot()
  }
}

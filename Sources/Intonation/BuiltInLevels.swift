import Foundation

/// The levels of the sounds that come with Peach, as they are played at the velocity of a training: what the
/// font is made to have, and what its keys were measured to have. In dB of full scale.
public enum BuiltInLevels {
  /// The loudness of the sine at A4, as ``ToneMeasurement/level``, to which the other sounds are made
  /// equal.
  public static let loudness = -18.2

  /// The highest sample of the sine, the triangle and the reed; the reed's is the highest.
  public static let simpleWavePeak = -19.0

  /// Above the highest sample of all keys of all sounds, once the loudness of the simple waves is
  /// corrected: those reach −9.9 dB, and the vibraphone's key 23 has −8.8 dB.
  public static let highestPeak = -8.4

  /// A0, the lowest key of a piano.
  fileprivate static let lowestSimpleKey = 21
}

extension IntonationTable {
  /// The loudness of the built-in sine on every key, by the formula: it has one amplitude, which
  /// sounds softer in the bass and louder in the high treble. The triangle and the reed, whose first
  /// partial is by far the strongest, are within a decibel of it. The other built-in sounds are
  /// equally loud as they are.
  ///
  /// A key below the lowest one counts as that: a few keys further down the wave would have to be
  /// twice as high, and chords would have to be that much softer.
  public static let simpleWaves = IntonationTable(
    (0...127).map { key in
      var tone = ToneMeasurement(.steady)
      tone.deviation = 0
      tone.uncertainty = 0
      let hertz = 440 * exp2(Double(max(key, BuiltInLevels.lowestSimpleKey) - 69) / 12)
      let weight = KWeighting.power(atHertz: hertz) / KWeighting.power(atHertz: 440)
      tone.level = commonLevel + 10 * log10(weight)
      tone.peak = BuiltInLevels.simpleWavePeak
      return KeyIntonation(key: key, tone: tone)
    })
}

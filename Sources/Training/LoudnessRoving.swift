import Music

/// Moves the level of the second note at random, so that loudness is no cue for pitch.
public enum LoudnessRoving {
  /// How far the level moves either way at a setting of 1, in decibels.
  public static let reach = 5.0

  /// A level uniform in ±(`share` × 5) dB.
  ///
  /// Draws once whatever the share is: changing the setting does not change the later choices of a
  /// seed.
  static func amplitude(
    share: UnitInterval, using random: inout RandomSource
  ) -> AmplitudeDB {
    let position = Double.random(in: -1...1, using: &random)
    return AmplitudeDB(share.rawValue == 0 ? 0 : position * share.rawValue * reach)
  }
}

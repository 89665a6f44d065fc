/// A part of a sound that rises from nothing to a steady wave.
struct Wave {
  /// How long it rises, a straight line of amplitude, in timecents.
  let attack: Int
  /// What a partial's amplitude is multiplied with, by the partial's number; may be negative.
  let gain: (_ partial: Int) -> Double

  /// The shortest attack there is: a millisecond.
  static let immediate = -12_000
}

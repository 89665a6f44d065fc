/// Partials of a held sound that begin together.
struct Layer {
  /// The numbers of its partials, the fundamental being 1.
  let partials: ClosedRange<Int>

  /// How long it rises, a straight line of amplitude, in timecents (seconds = 2^(timecents/1200)).
  let attack: Int
}

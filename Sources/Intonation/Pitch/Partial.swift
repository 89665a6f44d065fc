/// A partial that stands out of the noise.
struct Partial {
  /// Its number: 1 is the fundamental.
  let number: Int
  let hertz: Double
  let amplitude: Double
}

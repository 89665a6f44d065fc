/// The frequency of a partial over a span of time.
struct PhaseLine {
  let hertz: Double
  /// The standard error, in hertz.
  let error: Double
  /// The mean of the amplitude's square, in units of its own.
  let power: Double
}

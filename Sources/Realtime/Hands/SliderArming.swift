/// What the process callback has to know to let a hand move a note.
public struct SliderArming: BitwiseCopyable, Sendable {
  /// Where the slider stands, −1…+1.
  public var value: Double

  /// The resampler's relative ratio with the slider at 0.
  public var ratioAtZero: Double

  /// How many cents the slider's 1 is away from its 0.
  public var reach: Double

  @_noLocks @_noAllocation
  public init(value: Double, ratioAtZero: Double, reach: Double) {
    self.value = value
    self.ratioAtZero = ratioAtZero
    self.reach = reach
  }
}

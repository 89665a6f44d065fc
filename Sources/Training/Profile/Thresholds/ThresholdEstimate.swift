import Music

/// What is believed of the threshold of one note: the difference that is told right three times in
/// four.
public nonisolated struct ThresholdEstimate: Hashable, Sendable {
  public let threshold: Cents

  /// The interval that holds the true threshold with a probability of 90 %.
  public let low: Cents
  public let high: Cents
}

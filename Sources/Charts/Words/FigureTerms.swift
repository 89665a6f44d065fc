import Language

/// What the figures are that screens, reports and help show: each is explained here alone.
public nonisolated enum FigureTerms {
  public static var sentences: [String] {
    [
      localized("Cent: a hundredth of a semitone."),
      localized(
        "Threshold: the difference that you get right three times out of four. Smaller is finer."),
      localized("Spread: how far your notes scatter. Two out of three lie within it."),
      localized("Bias: how far your notes are sharp or flat on average."),
      localized("With a figure comes the range that holds the true one nine times out of ten."),
    ]
  }
}

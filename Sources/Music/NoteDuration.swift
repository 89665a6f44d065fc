/// How long a note sounds: 0.3…3.0 seconds.
public struct NoteDuration: Hashable, Sendable {
  public static let range: ClosedRange<Double> = 0.3...3.0

  public let seconds: Double

  /// - Precondition: `seconds` is within 0.3…3.0.
  public init(seconds: Double) {
    precondition(Self.range.contains(seconds), "a note lasts 0.3…3.0 seconds")
    self.seconds = seconds
  }
}

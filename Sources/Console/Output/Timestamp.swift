import Foundation

/// Moments as JSON has them: ISO 8601 in UTC with milliseconds.
public enum Timestamp {
  public static func text(_ date: Date) -> String {
    // Half a millisecond more, so that a double a hair below its millisecond is not cut to the one
    // before.
    date.addingTimeInterval(0.0005).formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

import Foundation
import Music

/// The daily thresholds of a window of days, seen from its last day.
public nonisolated struct RollingThreshold: Hashable, Sendable {
  /// The first moment of the window's last day, on which there was training.
  public let day: Date

  /// The mean of the daily means.
  public let mean: Cents

  /// The sample standard deviation of the daily means; `nil` where the window holds one day of
  /// training.
  public let deviation: Cents?
}

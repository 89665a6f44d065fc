import Foundation
import Music

/// Cents as the user reads them.
public nonisolated enum CentsText {
  /// Signed, with one decimal from ten cents on and two below: `+12.3`, `-0.42`.
  public static func signed(_ cents: Cents) -> String {
    (cents.rawValue < 0 ? "-" : "+") + plain(cents.magnitude)
  }

  /// The size of an interval, as tables of tunings have it: `701.955`.
  public static func size(_ cents: Cents) -> String { String(format: "%.3f", cents.rawValue) }

  /// Without a sign.
  public static func plain(_ cents: Double) -> String {
    String(format: cents < 10 ? "%.2f" : "%.1f", cents)
  }
}

import Foundation
import Music

/// Cents as the user reads them.
public enum CentsText {
  /// Signed, with one decimal from ten cents on and two below: `+12.3`, `-0.42`.
  public static func signed(_ cents: Cents) -> String {
    (cents.rawValue < 0 ? "-" : "+") + plain(cents.magnitude)
  }

  /// Without a sign.
  public static func plain(_ cents: Double) -> String {
    String(format: cents < 10 ? "%.2f" : "%.1f", cents)
  }
}

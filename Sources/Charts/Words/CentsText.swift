import Language
import Music

/// Cents as the user reads them.
public nonisolated enum CentsText {
  /// Signed, with one decimal from ten cents on and two below: `+12.3`, `-0.42`.
  public static func signed(_ cents: Cents) -> String {
    (cents.rawValue < 0 ? "-" : "+") + plain(cents.magnitude)
  }

  /// The size of an interval, as tables of tunings have it: `701.955`.
  public static func size(_ cents: Cents) -> String { NumberText.fixed(cents.rawValue, places: 3) }

  /// Without a sign.
  public static func plain(_ cents: Double) -> String {
    NumberText.fixed(cents, places: cents < 10 ? 2 : 1)
  }
}

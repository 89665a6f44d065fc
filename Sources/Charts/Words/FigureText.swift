import Foundation
import Language
import Music
import Training

/// Cents as the user reads them.
public nonisolated enum CentsText {
  /// Cents with a sign, and with one decimal from ten cents on or two below: `+12.3`, `-0.42`.
  public static func signed(_ cents: Cents) -> String {
    (cents.rawValue < 0 ? "-" : "+") + plain(cents.magnitude)
  }

  /// The size of an interval, as in tables of tunings: `701.955`.
  public static func size(_ cents: Cents) -> String { NumberText.fixed(cents.rawValue, places: 3) }

  /// Cents without a sign.
  public static func plain(_ cents: Double) -> String {
    NumberText.fixed(cents, places: cents < 10 ? 2 : 1)
  }

  /// Two figures beside one another, with no more digits than it takes to distinguish them.
  static func about(_ one: Double, _ other: Double) -> (String, String) {
    let isWhole = min(one, other) >= 3 && one.rounded() != other.rounded()
    let places = isWhole ? 0 : 1
    return (NumberText.fixed(one, places: places), NumberText.fixed(other, places: places))
  }
}

/// An estimate in cents as the user reads it everywhere: the value and the ends of its interval,
/// all to the same place, which is the largest power of ten that is at most a sixth of the
/// interval. So a shift of 5.7 lies in 3.4 to 9.2, but one of 6 in 3 to 9: more decimals would
/// claim more than is known.
public nonisolated struct EstimateText: Hashable {
  public let value: String
  public let low: String
  public let high: String

  /// - Parameter isSigned: whether positive figures have a sign.
  public init(_ estimate: CentsEstimate, isSigned: Bool = false) {
    self.init(estimate, isSigned: isSigned, leastPlaces: 0)
  }

  /// A threshold: 12.8 in 9 to 18. It has at least one decimal, so that a change from one session
  /// to the next can be seen.
  public init(threshold: CentsEstimate) { self.init(threshold, isSigned: false, leastPlaces: 1) }

  /// - Parameter leastPlaces: the fewest decimals of the value.
  private init(_ estimate: CentsEstimate, isSigned: Bool, leastPlaces: Int) {
    let places = Self.places(estimate.high.rawValue - estimate.low.rawValue)
    func text(_ cents: Cents, _ places: Int) -> String {
      let scale = pow(10, Double(places))
      let rounded = (cents.rawValue * scale).rounded() / scale
      // A zero has no sign.
      return rounded == 0
        ? NumberText.fixed(0, places: places)
        : NumberText.fixed(rounded, places: places, isSigned: isSigned)
    }
    value = text(estimate.value, max(places, leastPlaces))
    (low, high) = (text(estimate.low, places), text(estimate.high, places))
  }

  /// The value and its interval: `12.8 (9–18)`.
  public var all: String { localized("%@ (%@)", value, range) }

  /// The interval alone, only for figures without signs: `9–18`.
  public var range: String { NumberText.range(low, high) }

  var cents: String { localized("%@ cents", value) }

  /// The value and the ends of its interval, as cells of a table.
  var cells: [String] { [value, low, high] }

  private static let mostPlaces = 2.0

  private static func places(_ width: Double) -> Int {
    guard width.isFinite, width > 0 else { return 0 }
    // The quotient may be slightly below a power of ten.
    let exponent = (log10(width / 6) + 1e-9).rounded(.down)
    return Int(min(max(-exponent, 0), mostPlaces))
  }
}

extension CentsEstimate {
  /// The estimate with the other sign.
  var negated: CentsEstimate {
    CentsEstimate(
      value: Cents(-value.rawValue), low: Cents(-high.rawValue), high: Cents(-low.rawValue))
  }
}

/// The explanations of the figures that screens, reports and help show.
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

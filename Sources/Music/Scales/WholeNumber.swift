import Foundation

/// A positive whole number of any length, of which only the logarithm is wanted.
///
/// That is why no arithmetic of long integers is needed: a logarithm is as exact as a double can be
/// from the leading digits and the number of the others. A number of a thousand digits over another is
/// off by less than 1e-9 cent.
struct WholeNumber {
  /// More digits than a double holds.
  private static let leadingCount = 20

  /// The number itself, where a double holds it exactly.
  private let exact: Double?
  private let log2: Double

  /// `nil` for zero.
  ///
  /// - Parameter digits: decimal digits in ASCII.
  init?(_ digits: ArraySlice<UInt8>) {
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    let leading = significant.prefix(Self.leadingCount)
    guard let value = Double(String(decoding: leading, as: UTF8.self)), value > 0 else {
      return nil
    }
    exact = significant.count <= 15 ? value : nil
    log2 =
      Foundation.log2(value) + Double(significant.count - leading.count) * Foundation.log2(10)
  }

  /// The size of this ÷ `other`.
  func cents(over other: WholeNumber) -> Cents {
    // A division rounds once, and is what the built-in tunings do.
    if let exact, let divisor = other.exact { return Cents(ratio: exact / divisor) }
    return Cents(1200 * (log2 - other.log2))
  }
}

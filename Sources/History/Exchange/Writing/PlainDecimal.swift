/// Numbers with a point, at least one decimal and no exponent, which read as the same double.
enum PlainDecimal {
  /// - Precondition: the number is finite.
  static func text(_ number: Double) -> String {
    let shortest = number.description
    guard let mark = shortest.firstIndex(of: "e") else { return shortest }
    // 1.5e-05: the digits 15, the point four places before the first of them.
    let exponent = Int(shortest[shortest.index(after: mark)...]) ?? 0
    let mantissa = shortest[..<mark].drop { $0 == "-" }
    let whole = mantissa.prefix { $0 != "." }
    let fraction = mantissa.dropFirst(whole.count + 1)
    let digits = whole + (fraction == "0" ? "" : fraction)
    let point = whole.count + exponent
    let sign = number.sign == .minus ? "-" : ""
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    let zeros = String(repeating: "0", count: max(point - digits.count, 0))
    let fractional = digits.dropFirst(point)
    return sign + digits.prefix(point) + zeros + "." + (fractional.isEmpty ? "0" : fractional)
  }
}

/// Reads the numbers of a Scala file from the beginning of their lines.
struct ScalaPitchReader {
  enum Failure: Error {
    case malformed
    /// A ratio that is negative or zero, or divides by zero.
    case notPositive
  }

  private var rest: ArraySlice<UInt8>

  private init(_ line: [UInt8]) { rest = line[...] }

  /// The number of notes: a whole number from 0 up.
  static func noteCount(_ line: [UInt8]) -> Int? {
    var reader = ScalaPitchReader(line)
    reader.skipBlanks()
    let digits = reader.takeDigits()
    // `-1`, `12.5` and `3/2` are pitches, not counts.
    guard reader.rest.first != UInt8(ascii: "."), reader.rest.first != UInt8(ascii: "/") else {
      return nil
    }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// A pitch: cents where it has a point, otherwise a ratio or a whole number.
  static func pitch(_ line: [UInt8]) -> Result<Cents, Failure> {
    var reader = ScalaPitchReader(line)
    return Result { () throws(Failure) in try reader.takePitch() }
  }

  private mutating func takePitch() throws(Failure) -> Cents {
    skipBlanks()
    let isNegative = takeSign()
    let digits = takeDigits()
    if take(".") { return try takeCents(after: digits, isNegative: isNegative) }

    guard !digits.isEmpty else { throw .malformed }
    skipBlanks()
    guard take("/") else { return try cents(digits, over: [UInt8(ascii: "1")], isNegative) }
    skipBlanks()
    let isDenominatorNegative = takeSign()
    let denominator = takeDigits()
    // A ratio has one slash and no point.
    guard !denominator.isEmpty, rest.first != UInt8(ascii: "."), rest.first != UInt8(ascii: "/")
    else { throw .malformed }
    return try cents(digits, over: denominator, isNegative || isDenominatorNegative)
  }

  private mutating func takeCents(
    after whole: ArraySlice<UInt8>, isNegative: Bool
  ) throws(Failure) -> Cents {
    let fraction = takeDigits()
    guard !(whole.isEmpty && fraction.isEmpty), rest.first != UInt8(ascii: "."),
      rest.first != UInt8(ascii: "/")
    else { throw .malformed }
    let text = "\(isNegative ? "-" : "")0\(string(whole)).\(string(fraction))0"
    guard let cents = Double(text), cents.isFinite else { throw .malformed }
    return Cents(cents)
  }

  private func cents(
    _ numerator: ArraySlice<UInt8>, over denominator: ArraySlice<UInt8>, _ isNegative: Bool
  ) throws(Failure) -> Cents {
    guard !isNegative, let over = WholeNumber(numerator), let under = WholeNumber(denominator)
    else { throw .notPositive }
    return over.cents(over: under)
  }

  private func string(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits, as: UTF8.self)
  }

  private mutating func skipBlanks() { rest = rest.drop(while: \.isBlank) }

  private mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Whether a minus was there; a plus means nothing.
  private mutating func takeSign() -> Bool { take("-") || (take("+") && false) }
}

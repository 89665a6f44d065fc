import Foundation

/// A musical scale as defined by a Scala file (`.scl`).
///
/// Degree 0 is 1/1 and is not in the file; each pitch is a distance from it. The last pitch is the
/// formal octave, the interval at which the scale repeats. It may have any size and is negative in
/// a descending scale. Pitches need not rise.
public struct ScalaScale: Hashable, Sendable {
  /// The author's description in one line, without control characters. It may be empty.
  public let description: String

  /// The pitches from degree 1 up, as finite distances from degree 0. It may be empty.
  public let pitches: [Cents]

  /// - Precondition: every pitch is finite.
  public init(description: String = "", pitches: [Cents]) {
    precondition(pitches.allSatisfy(\.rawValue.isFinite), "a pitch is finite")
    self.description = description
    self.pitches = pitches
  }

  /// The interval at which the scale repeats. `nil` if it does not repeat: it has no notes, or the
  /// last one is less than a cent from degree 0.
  public var formalOctave: Cents? {
    guard let last = pitches.last, last.magnitude >= 1 else { return nil }
    return last
  }
}

/// The degree of a scale that represents an interval.
public struct ScaleStep: Hashable, Sendable {
  /// The deviation from which a degree no longer represents an interval: a whole semitone, as far
  /// as the neighbouring intervals.
  public static let reach: Cents = 100

  /// Half a semitone: beyond this deviation, a degree is nearer to a neighbouring interval.
  public static let nearness: Cents = 50

  public let interval: Interval

  /// The degree's number; 0 is 1/1. The count continues into the repetitions of the scale: with
  /// twelve notes the octave is degree 12.
  public let degree: Int

  /// The size of the interval in the scale, upwards.
  public let size: Cents

  public init(interval: Interval, degree: Int, size: Cents) {
    self.interval = interval
    self.degree = degree
    self.size = size
  }

  /// The deviation from equal temperament; positive is wider.
  public var deviation: Cents { size - Cents(Double(interval.semitones) * 100) }

  public var isWithinReach: Bool { deviation.magnitude < Self.reach.rawValue - 1e-9 }

  /// True if no other interval is nearer to the degree.
  public var isNear: Bool { deviation.magnitude <= Self.nearness.rawValue + 1e-9 }
}

extension ScalaScale {
  /// A degree must be nearer by more than this to count as nearer; less is a rounding error.
  private static let tieTolerance = 1e-6

  /// The most repetitions of the formal octave. Beyond them the result is not music, and the
  /// arithmetic is not exact.
  private static let mostRepetitions = 1e6

  /// The degree nearest to an interval.
  ///
  /// Degree 0, at 0 cents, and the scale's pitches repeat at the formal octave, upwards and
  /// downwards. Of all these, the one whose size is nearest to the interval's equal-tempered size
  /// (a fifth: 700 cents) represents it. Of two that are equally near, the smaller one wins; of two
  /// with the same size, the lower degree. The prime is always degree 0.
  fileprivate func step(for interval: Interval) -> ScaleStep {
    guard interval != .prime else { return ScaleStep(interval: interval, degree: 0, size: 0) }
    let nearest = degree(near: Double(interval.semitones) * 100)
    return ScaleStep(interval: interval, degree: nearest.degree, size: Cents(nearest.size))
  }

  private typealias Degree = (degree: Int, size: Double)

  /// The degree nearest to a place in cents above 1/1, by the same rules.
  private func degree(near goal: Double) -> Degree {
    var nearest: Degree = (0, 0)
    for (degree, pitch) in ([0] + pitches).enumerated() {
      for repetition in repetitions(of: pitch.rawValue, near: goal) {
        let candidate: Degree = (
          degree + Int(repetition) * pitches.count,
          pitch.rawValue + repetition * (formalOctave?.rawValue ?? 0)
        )
        if Self.isNearer(candidate, than: nearest, to: goal) { nearest = candidate }
      }
    }
    return nearest
  }

  /// The place of the note that many semitones above 1/1, in cents; `nil` if the scale has none
  /// within half a semitone.
  func place(ofSemitones semitones: Int) -> Cents? {
    let goal = Double(semitones) * 100
    let size = degree(near: goal).size
    return abs(size - goal) <= ScaleStep.nearness.rawValue + 1e-9 ? Cents(size) : nil
  }

  /// The two numbers of formal octaves next to the distance from a pitch to a goal.
  private func repetitions(of pitch: Double, near goal: Double) -> [Double] {
    guard let octave = formalOctave?.rawValue else { return [0] }
    let exact = ((goal - pitch) / octave).rounded(.down)
    return [exact, exact + 1].filter { abs($0) <= Self.mostRepetitions }
  }

  private static func isNearer(_ one: Degree, than other: Degree, to goal: Double) -> Bool {
    let difference = abs(one.size - goal) - abs(other.size - goal)
    if abs(difference) > tieTolerance { return difference < 0 }
    if abs(one.size - other.size) > tieTolerance { return one.size < other.size }
    return abs(one.degree) < abs(other.degree)
  }
}

/// A Scala scale as a tuning of intervals.
///
/// Each interval has the size of the scale's nearest degree. An interval down is as large as the
/// same interval up, as in every other tuning: the lower of the two notes is the scale's 1/1. A
/// file with the sizes of a built-in tuning therefore trains the same as that tuning.
public struct ScalaTuning: Hashable, Sendable {
  /// The name of the scale in records and in JSON. Not empty, without control characters.
  public let name: String
  public let scale: ScalaScale

  /// The degrees of the intervals, by number of semitones.
  private let steps: [ScaleStep]

  /// - Parameter name: made printable; an empty name becomes `scale`.
  public init(name: String, scale: ScalaScale) {
    let printable = name.printable
    self.name = printable.isEmpty ? "scale" : printable
    self.scale = scale
    steps = Interval.allCases.map(scale.step(for:))
  }

  /// The degree that represents an interval, up or down.
  public func step(for interval: Interval) -> ScaleStep { steps[interval.rawValue] }
}

extension String {
  /// The text with `_` for every invisible character: control and format characters, including line
  /// ends and those that turn the direction of writing.
  public var printable: String {
    isPrintable
      ? self
      : String(String.UnicodeScalarView(unicodeScalars.map { Self.isInvisible($0) ? "_" : $0 }))
  }

  /// True if every character is visible or a blank.
  public var isPrintable: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } || !unicodeScalars.contains(where: Self.isInvisible)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      true
    default: false
    }
  }
}

extension ScalaScale {
  /// Reads the bytes of a Scala file as its author describes the format (Manuel Op de Coul,
  /// <https://www.huygens-fokker.org/scala/scl_format.html>).
  ///
  /// Lines that begin with `!` are comments. The first other line is the description, the second
  /// the number of notes; a line for each pitch follows. A pitch with a decimal point is in cents,
  /// one without is a ratio or a whole number; a blank, `!` or the line's end follows it. The rest
  /// of a pitch's line and all lines after the last pitch are ignored, but a further pitch there is
  /// an error. Lines end with LF, CR LF or CR; the last line may lack its end. Empty lines are
  /// skipped if a number is expected. Text is UTF-8 (with or without a byte order mark), else ISO
  /// 8859-1.
  public init(scalaFile bytes: some Collection<UInt8>) throws(ScalaError) {
    var lines = ScalaLines(bytes)
    guard let description = lines.next() else { throw .noDescription }
    guard let countLine = lines.nextNonempty() else { throw .noCount(line: lines.number + 1) }
    guard let count = ScalaPitchReader.noteCount(countLine.bytes) else {
      throw .badCount(line: countLine.number, text: Self.excerpt(countLine.bytes))
    }
    var pitches: [Cents] = []
    while pitches.count < count {
      guard let line = lines.nextNonempty() else {
        throw .tooFewPitches(line: lines.number + 1, expected: count, found: pitches.count)
      }
      switch ScalaPitchReader.pitch(line.bytes) {
      case .success(let pitch): pitches.append(pitch)
      case .failure(.notPositive(let column)):
        throw .ratioNotPositive(
          line: line.number, column: column, text: Self.excerpt(line.bytes))
      case .failure(.malformed(let column)):
        throw .badPitch(line: line.number, column: column, text: Self.excerpt(line.bytes))
      }
    }
    while let line = lines.nextNonempty() {
      if case .success = ScalaPitchReader.pitch(line.bytes) {
        throw .tooManyPitches(line: line.number, expected: count)
      }
    }
    self.init(description: Self.text(description.bytes), pitches: pitches)
  }

  /// Text to display, made printable so that no file can control a terminal.
  private static func text(_ bytes: [UInt8]) -> String {
    let decoded =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    return decoded.trimmingCharacters(in: .whitespaces).printable
  }

  /// The beginning of a malformed line.
  private static func excerpt(_ bytes: [UInt8]) -> String {
    let text = text(Array(bytes.prefix(60)))
    return bytes.count > 60 ? text + "…" : text
  }
}

/// The reason why bytes are not a Scala file. Lines and columns count from 1, comments included;
/// the column is that of the first wrong character.
public enum ScalaError: Error, Hashable, Sendable {
  /// The file is empty or has only comments.
  case noDescription

  /// The file ends after its description.
  case noCount(line: Int)

  /// The line for the number of notes has no whole number.
  case badCount(line: Int, text: String)

  /// The file ends before its last pitch; `line` is where the next one should be.
  case tooFewPitches(line: Int, expected: Int, found: Int)

  /// A line has a pitch after the last of those announced.
  case tooManyPitches(line: Int, expected: Int)

  /// A line begins with neither cents nor a ratio, or something other than a blank or `!` follows.
  case badPitch(line: Int, column: Int, text: String)

  /// A ratio is negative or zero, or divides by zero.
  case ratioNotPositive(line: Int, column: Int, text: String)

  /// The line with the error; 1 for an empty file.
  public var line: Int {
    switch self {
    case .noDescription: 1
    case .noCount(let line), .badCount(let line, _), .tooFewPitches(let line, _, _),
      .tooManyPitches(let line, _), .badPitch(let line, _, _), .ratioNotPositive(let line, _, _):
      line
    }
  }

  /// The column with the error; `nil` if the whole line is.
  public var column: Int? {
    switch self {
    case .badPitch(_, let column, _), .ratioNotPositive(_, let column, _): column
    case .noDescription, .noCount, .badCount, .tooFewPitches, .tooManyPitches: nil
    }
  }
}

/// The lines of a Scala file without its comments, with their numbers.
private struct ScalaLines {
  struct Line {
    let number: Int
    let bytes: [UInt8]
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let bytes: [UInt8]
  private var position: Int

  /// The number of the last line read, counting comments; the first is 1.
  private(set) var number = 0

  init(_ bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
    position = self.bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
  }

  /// The next line that is not a comment; `nil` at the end.
  mutating func next() -> Line? {
    while let line = nextOfAny() {
      if line.bytes.first != UInt8(ascii: "!") { return line }
    }
    return nil
  }

  /// The next line that is not a comment and not blank.
  mutating func nextNonempty() -> Line? {
    while let line = next() {
      if line.bytes.contains(where: { !$0.isBlank }) { return line }
    }
    return nil
  }

  private mutating func nextOfAny() -> Line? {
    guard position < bytes.count else { return nil }
    let start = position
    while position < bytes.count, !bytes[position].endsLine { position += 1 }
    let line = Array(bytes[start..<position])
    if position < bytes.count {
      let isFirstOfTwo =
        bytes[position] == UInt8(ascii: "\r") && position + 1 < bytes.count
        && bytes[position + 1] == UInt8(ascii: "\n")
      position += isFirstOfTwo ? 2 : 1
    }
    number += 1
    return Line(number: number, bytes: line)
  }
}

extension UInt8 {
  /// A space or a tab.
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  fileprivate var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

/// Reads the number at the beginning of a line.
private struct ScalaPitchReader {
  /// The fault, with the column of the first wrong character.
  enum Failure: Error {
    case malformed(column: Int)
    /// A ratio that is negative or zero, or divides by zero.
    case notPositive(column: Int)
  }

  private var rest: ArraySlice<UInt8>

  private init(_ line: [UInt8]) { rest = line[...] }

  /// The number of notes: a whole number from 0 up.
  static func noteCount(_ line: [UInt8]) -> Int? {
    var reader = ScalaPitchReader(line)
    reader.skipBlanks()
    let digits = reader.readDigits()
    // `-1`, `12.5` and `3/2` are pitches, not counts.
    guard reader.rest.first != UInt8(ascii: "."), reader.rest.first != UInt8(ascii: "/") else {
      return nil
    }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// A pitch: cents if it has a decimal point, otherwise a ratio or a whole number.
  static func pitch(_ line: [UInt8]) -> Result<Cents, Failure> {
    var reader = ScalaPitchReader(line)
    return Result { () throws(Failure) in try reader.readPitch() }
  }

  private mutating func readPitch() throws(Failure) -> Cents {
    skipBlanks()
    let start = column
    let isNegative = skipSign()
    let digits = readDigits()
    if skip(".") { return try readCents(after: digits, isNegative: isNegative) }

    guard !digits.isEmpty else { throw .malformed(column: column) }
    let numerator = try positive(digits, isNegative: isNegative, at: start)
    let isEnded = isAtEnd
    skipBlanks()
    guard skip("/") else {
      guard isEnded else { throw .malformed(column: column) }
      return numerator.cents(over: .one)
    }
    skipBlanks()
    let place = column
    let isDenominatorNegative = skipSign()
    let denominator = readDigits()
    guard !denominator.isEmpty, isAtEnd else { throw .malformed(column: column) }
    return numerator.cents(
      over: try positive(denominator, isNegative: isDenominatorNegative, at: place))
  }

  private mutating func readCents(
    after whole: ArraySlice<UInt8>, isNegative: Bool
  ) throws(Failure) -> Cents {
    let fraction = readDigits()
    guard !(whole.isEmpty && fraction.isEmpty), isAtEnd else { throw .malformed(column: column) }
    let text = "\(isNegative ? "-" : "")0\(string(whole)).\(string(fraction))0"
    guard let cents = Double(text), cents.isFinite else { throw .malformed(column: column) }
    return Cents(cents)
  }

  private func positive(
    _ digits: ArraySlice<UInt8>, isNegative: Bool, at column: Int
  ) throws(Failure) -> WholeNumber {
    guard !isNegative, let number = WholeNumber(digits) else { throw .notPositive(column: column) }
    return number
  }

  /// The column of the next character, from 1. Only ASCII comes before it.
  private var column: Int { rest.startIndex + 1 }

  /// True if a value may end here.
  private var isAtEnd: Bool {
    rest.first.map { $0.isBlank || $0 == UInt8(ascii: "!") } ?? true
  }

  private func string(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits, as: UTF8.self)
  }

  private mutating func skipBlanks() { rest = rest.drop(while: \.isBlank) }

  private mutating func readDigits() -> ArraySlice<UInt8> {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips a sign; returns whether it was a minus.
  private mutating func skipSign() -> Bool { skip("-") || (skip("+") && false) }
}

/// A positive whole number of any length, of which only the logarithm is needed.
///
/// The leading digits and the number of the others give a logarithm as exact as a double can be.
/// The ratio of two numbers of a thousand digits is off by less than 1e-9 cent.
private struct WholeNumber {
  /// More digits than a double can hold.
  private static let leadingCount = 20

  static let one = WholeNumber(exact: 1, log2: 0)

  /// The number itself, if a double holds it exactly.
  private let exact: Double?
  private let log2: Double

  private init(exact: Double, log2: Double) { (self.exact, self.log2) = (exact, log2) }

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
    // One division rounds once, exactly as in the built-in tunings.
    if let exact, let divisor = other.exact { return Cents(ratio: exact / divisor) }
    return Cents(1200 * (log2 - other.log2))
  }
}

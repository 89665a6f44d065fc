/// The lines of a Scala file that are no comments, with their numbers.
struct ScalaLines {
  struct Line {
    let number: Int
    let bytes: [UInt8]
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let bytes: [UInt8]
  private var position: Int

  /// The number of the line that was read last, comments included; the first is 1.
  private(set) var number = 0

  init(_ bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
    position = self.bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
  }

  /// The next line that is no comment; `nil` at the end.
  mutating func next() -> Line? {
    while let line = nextOfAny() {
      if line.bytes.first != UInt8(ascii: "!") { return line }
    }
    return nil
  }

  /// The next line that is no comment and holds more than blanks.
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
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  fileprivate var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

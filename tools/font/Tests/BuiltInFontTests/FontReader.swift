import BuiltInFont

/// Reads a SoundFont back from its bytes alone, independently of the writer.
struct FontReader {
  struct Flaw: Error {
    let text: String
  }

  struct SampleHeader {
    let name: String
    let start, end, loopStart, loopEnd: Int
    let rate, rootKey, correctionCents, type: Int
  }

  /// The content of each chunk that is not a list, by name.
  private(set) var chunks: [String: ArraySlice<UInt8>] = [:]

  init(_ bytes: [UInt8]) throws {
    try read(bytes[...])
  }

  func chunk(_ id: String) throws -> [UInt8] {
    guard let content = chunks[id] else { throw Flaw(text: "no chunk \(id)") }
    return Array(content)
  }

  /// A table cut into its records.
  func records(_ id: String, size: Int) throws -> [[UInt8]] {
    let content = try chunk(id)
    guard content.count.isMultiple(of: size) else { throw Flaw(text: "\(id) has odd records") }
    return stride(from: 0, to: content.count, by: size).map { Array(content[$0..<$0 + size]) }
  }

  /// The sample headers without the terminal record.
  func sampleHeaders() throws -> [SampleHeader] {
    try records("shdr", size: 46).dropLast().map { record in
      let numbers = stride(from: 20, to: 40, by: 4).map { Self.number(record, at: $0, bytes: 4) }
      return SampleHeader(
        name: Self.text(record), start: numbers[0], end: numbers[1], loopStart: numbers[2],
        loopEnd: numbers[3], rate: numbers[4], rootKey: Int(record[40]),
        correctionCents: Int(Int8(bitPattern: record[41])),
        type: Self.number(record, at: 44, bytes: 2))
    }
  }

  /// All points of the file, combined from their upper and lower bytes.
  func points() throws -> [Int] {
    let upper = try chunk("smpl")
    let lower = try chunk("sm24")
    guard upper.count == 2 * lower.count else { throw Flaw(text: "sm24 does not match smpl") }
    return lower.indices.map { index in
      let high = Int16(truncatingIfNeeded: Self.number(upper, at: 2 * index, bytes: 2))
      return Int(high) << 8 | Int(lower[index])
    }
  }

  static func number(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  static func text(_ record: [UInt8]) -> String {
    String(decoding: record.prefix(20).prefix { $0 != 0 }, as: UTF8.self)
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) throws {
    var rest = bytes
    while !rest.isEmpty {
      guard rest.count >= 8 else { throw Flaw(text: "bytes after the last chunk") }
      let id = String(decoding: rest.prefix(4), as: UTF8.self)
      let length = Self.number(Array(rest.prefix(8)), at: 4, bytes: 4)
      let content = rest.dropFirst(8).prefix(length)
      guard content.count == length, length.isMultiple(of: 2) else {
        throw Flaw(text: "\(id) is cut off or of odd length")
      }
      if id == "RIFF" || id == "LIST" {
        try read(content.dropFirst(4))
      } else {
        chunks[id] = content
      }
      rest = rest.dropFirst(8 + length)
    }
  }
}

/// The font as written now, made once for all tests.
enum WrittenFont {
  static let bytes = BuiltInFont.bytes()
}

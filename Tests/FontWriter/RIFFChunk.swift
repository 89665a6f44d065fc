/// A chunk of a RIFF file (Multimedia Programming Interface and Data Specifications 1.0, 1991).
struct RIFFChunk {
  /// Four characters of ASCII.
  let id: String
  let content: [UInt8]

  /// A chunk of plain bytes.
  init(_ id: String, _ content: [UInt8]) {
    self.id = id
    self.content = content
  }

  /// A chunk of text, padded by one or two zeros to an even length (SoundFont 2.04, section 5).
  init(_ id: String, text: String) {
    let length = text.utf8.count
    self.init(id, Array(text.utf8) + [UInt8](repeating: 0, count: 2 - length % 2))
  }

  /// A chunk that contains chunks: `RIFF` or `LIST` and its type.
  init(_ id: String, type: String, _ chunks: [RIFFChunk]) {
    self.init(id, Array(type.utf8) + chunks.flatMap(\.bytes))
  }

  /// Name, length, content, and a zero if the length is odd.
  var bytes: [UInt8] {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: Array(id.utf8))
    buffer.append(UInt32(content.count))
    buffer.append(contentsOf: content)
    if !content.count.isMultiple(of: 2) {
      buffer.append(UInt8(0))
    }
    return buffer.bytes
  }
}

/// Bytes in RIFF's order: the least significant first.
struct ByteBuffer {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(contentsOf other: [UInt8]) {
    bytes.append(contentsOf: other)
  }

  /// ASCII in a field of `width` bytes, padded with zeros; at least one zero ends the text.
  mutating func append(_ text: String, width: Int) {
    let ascii = text.utf8.prefix(width - 1)
    bytes.append(contentsOf: ascii)
    bytes.append(contentsOf: repeatElement(0, count: width - ascii.count))
  }
}

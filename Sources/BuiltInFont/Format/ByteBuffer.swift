/// Bytes in the order of RIFF: the least significant first.
struct ByteBuffer {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(contentsOf other: [UInt8]) {
    bytes.append(contentsOf: other)
  }

  /// ASCII in a field of `width` bytes, the rest of it zeros; at least one zero ends the text.
  mutating func append(_ text: String, width: Int) {
    let ascii = text.utf8.prefix(width - 1)
    bytes.append(contentsOf: ascii)
    bytes.append(contentsOf: repeatElement(0, count: width - ascii.count))
  }
}

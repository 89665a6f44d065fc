import CXXHash

/// A hash that is the same on each machine: FNV-1a with 64 bits, blocks by their XXH3.
struct Hash: CustomStringConvertible {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

  /// Adds the bytes of a text, and its end.
  mutating func add(_ text: some Sequence<UInt8>) {
    for byte in text { add(byte) }
    add(UInt8(0xFF))
  }

  /// Adds a number in one step.
  mutating func add(_ number: UInt32) {
    value = (value ^ UInt64(number)) &* 0x0000_0100_0000_01B3
    value ^= value >> 29
  }

  /// Adds many bytes at once. The hash depends on how they are divided into blocks.
  mutating func addBlock(_ bytes: UnsafeRawBufferPointer) {
    let hash = XXH3_64bits(bytes.baseAddress, bytes.count)
    add(UInt32(truncatingIfNeeded: hash))
    add(UInt32(truncatingIfNeeded: hash >> 32))
  }

  var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

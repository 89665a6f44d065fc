/// The four characters that name a chunk of a RIFF file.
struct ChunkName: Hashable, Sendable, ExpressibleByStringLiteral {
  private let code: UInt32

  init(_ bytes: ArraySlice<UInt8>) {
    code = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  init(stringLiteral text: String) { self.init(Array(text.utf8)[...]) }

  /// As text that can be shown, whatever the file has there.
  var text: String {
    String(
      String.UnicodeScalarView(
        [24, 16, 8, 0].map { shift in
          let byte = UInt8(truncatingIfNeeded: code >> shift)
          return Unicode.Scalar((0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?"))
        }))
  }
}

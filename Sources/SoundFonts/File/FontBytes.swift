/// Bytes that can be read from any place: a file, or memory in tests.
protocol FontBytes {
  /// How many there are.
  var count: Int { get }

  /// Reads up to `count` bytes from `offset` on, fewer only at the end.
  func bytes(at offset: Int, count: Int) throws(SoundFontError) -> [UInt8]
}

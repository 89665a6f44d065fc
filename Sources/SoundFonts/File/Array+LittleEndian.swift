extension [UInt8] {
  /// The number at that place; 0 where there are too few bytes.
  func littleEndian16(at offset: Int) -> UInt16 {
    guard offset >= 0, count - offset >= 2 else { return 0 }
    return UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  /// The number at that place; 0 where there are too few bytes.
  func littleEndian32(at offset: Int) -> UInt32 {
    UInt32(littleEndian16(at: offset)) | UInt32(littleEndian16(at: offset + 2)) << 16
  }
}

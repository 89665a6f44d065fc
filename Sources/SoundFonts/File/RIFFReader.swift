/// Splits a RIFF file into its chunks (Multimedia Programming Interface and Data Specifications
/// 1.0, 1991) without trusting its lengths: a chunk outside the available bytes is an error, and no
/// memory is reserved for a length that is only stated.
struct RIFFReader {
  /// A chunk's name and the position of its content.
  struct Chunk {
    let name: ChunkName
    let content: Range<Int>
  }

  /// The names of a SoundFont's chunks (SoundFont 2.04, section 4).
  private static let knownNames: Set<ChunkName> = [
    "LIST", "ifil", "isng", "INAM", "irom", "iver", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT",
    "smpl", "sm24", "phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr",
  ]

  /// The most chunks in a form or a list; SoundFonts have a dozen.
  private static let mostChunks = 256

  private static let headerLength = 8
  private static let nameLength = 4

  let bytes: any FontBytes

  /// The chunks of the file, which must have this form.
  ///
  /// - Throws: ``SoundFontError/notASoundFont``, ``SoundFontError/wrongLength(claimed:actual:)``
  ///   and the errors of ``chunks(in:)``.
  func chunks(ofForm form: ChunkName) throws(SoundFontError) -> [Chunk] {
    let start = Self.headerLength + Self.nameLength
    let header = try bytes.bytes(at: 0, count: start)
    guard header.count == start, ChunkName(header[..<4]) == "RIFF", ChunkName(header[8...]) == form
    else { throw .notASoundFont }
    let claimed = Self.headerLength + Int(header.littleEndian32(at: 4))
    guard claimed == bytes.count else {
      throw .wrongLength(claimed: claimed, actual: bytes.count)
    }
    return try chunks(in: start..<bytes.count)
  }

  /// The chunks of a list if it has this type; otherwise none.
  func chunks(of list: Chunk, type: ChunkName) throws(SoundFontError) -> [Chunk] {
    guard list.name == "LIST", list.content.count >= Self.nameLength else { return [] }
    let found = try bytes.bytes(at: list.content.lowerBound, count: Self.nameLength)
    guard found.count == Self.nameLength, ChunkName(found[...]) == type else { return [] }
    return try chunks(
      in: list.content.lowerBound + Self.nameLength..<list.content.upperBound)
  }

  /// - Throws: ``SoundFontError/chunkTooLong(name:offset:)``, ``SoundFontError/tooManyChunks``
  private func chunks(in range: Range<Int>) throws(SoundFontError) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = range.lowerBound
    // A rest too short for a chunk is padding.
    while range.upperBound - offset >= Self.headerLength {
      guard chunks.count < Self.mostChunks else { throw .tooManyChunks }
      let header = try bytes.bytes(at: offset, count: Self.headerLength)
      guard header.count == Self.headerLength else { throw .cutWhileRead }
      let name = ChunkName(header[..<4])
      let length = Int(header.littleEndian32(at: 4))
      let start = offset + Self.headerLength
      guard length <= range.upperBound - start else {
        throw .chunkTooLong(name: name.text, offset: offset)
      }
      let end = start + length
      chunks.append(Chunk(name: name, content: start..<end))
      offset = min(length % 2 == 0 ? end : try next(afterOddChunk: end), range.upperBound)
    }
    return chunks
  }

  /// The offset of the chunk after one of odd length that ends here.
  ///
  /// A byte should pad it, but many programs write none: there is none if the end has the name of a
  /// chunk and the byte after it does not begin one.
  private func next(afterOddChunk end: Int) throws(SoundFontError) -> Int {
    let name = try bytes.bytes(at: end, count: Self.nameLength + 1)
    guard name.count > Self.nameLength else { return end + 1 }
    let isUnpadded =
      Self.knownNames.contains(ChunkName(name[..<Self.nameLength]))
      && !Self.knownNames.contains(ChunkName(name[1...]))
    return isUnpadded ? end : end + 1
  }
}

/// The four characters that name a chunk in a RIFF file.
struct ChunkName: Hashable, Sendable, ExpressibleByStringLiteral {
  private let code: UInt32

  init(_ bytes: ArraySlice<UInt8>) {
    code = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  init(stringLiteral text: String) { self.init(Array(text.utf8)[...]) }

  /// The four characters in the file.
  var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) } }

  /// The name as printable text, whatever the file contains.
  var text: String {
    String(
      String.UnicodeScalarView(
        bytes.map { byte in
          Unicode.Scalar((0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?"))
        }))
  }
}

extension [UInt8] {
  /// The number at this offset; 0 if there are too few bytes.
  func littleEndian16(at offset: Int) -> UInt16 {
    guard offset >= 0, count - offset >= 2 else { return 0 }
    return UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  func littleEndian32(at offset: Int) -> UInt32 {
    UInt32(littleEndian16(at: offset)) | UInt32(littleEndian16(at: offset + 2)) << 16
  }
}

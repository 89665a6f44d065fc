/// A SoundFont as FluidSynth reads it: the samples and tables of a file in the form and order of
/// the standard, and nothing else.
///
/// Files that conform to the standard may contain what FluidSynth refuses: texts of odd length or
/// of unknown name, a byte that pads a chunk, chunks in another order. None of it sounds, so it is
/// left out. One thread at a time.
public final class SynthesizerFont {
  private enum Part {
    case made([UInt8])
    case ofFile(Range<Int>)

    var count: Int {
      switch self {
      case .made(let bytes): bytes.count
      case .ofFile(let range): range.count
      }
    }
  }

  public let count: Int

  private let file: any FontBytes
  private let parts: [(start: Int, part: Part)]

  /// - Throws: ``SoundFontError`` for every file that FluidSynth would refuse.
  public convenience init(path: String) throws(SoundFontError) {
    try self.init(FileBytes(path: path))
  }

  init(_ file: any FontBytes) throws(SoundFontError) {
    let contents = try SF2PresetParser(file).contents()
    // FluidSynth reads tables two bytes at a time, so they are kept in memory.
    var tables: [UInt8] = []
    for name in SF2PresetParser.tables {
      let range = contents.tables[name] ?? 0..<0
      let table = try file.bytes(at: range.lowerBound, count: range.count)
      guard table.count == range.count else { throw .cutWhileRead }
      tables += Self.header(name, length: table.count) + table
    }
    let edition: UInt8 = contents.isCompressed ? 3 : 2
    let information = Self.header("ifil", length: 4) + [edition, 0, 4, 0]
    func chunk(_ name: ChunkName, _ range: Range<Int>) -> [Part] {
      [.made(Self.header(name, length: range.count)), .ofFile(range)]
    }
    let samples =
      chunk("smpl", contents.samples) + (contents.lowerBytes.map { chunk("sm24", $0) } ?? [])
    let all = Self.list(
      "RIFF", of: "sfbk",
      Self.list("LIST", of: "INFO", [.made(information)])
        + Self.list("LIST", of: "sdta", samples)
        + Self.list("LIST", of: "pdta", [.made(tables)]))
    var parts: [(start: Int, part: Part)] = []
    var end = 0
    for part in all {
      parts.append((end, part))
      end += part.count
    }
    (self.file, self.parts, count) = (file, parts, end)
  }

  /// Fills the buffer with the bytes from `offset` on; returns `false` if there are fewer.
  public func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var done = 0
    while done < buffer.count {
      let place = offset + done
      guard let (start, part) = parts.last(where: { $0.start <= place }), place < count,
        let bytes = try? bytes(of: part, at: place - start, atMost: buffer.count - done),
        !bytes.isEmpty
      else { return false }
      UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyBytes(from: bytes)
      done += bytes.count
    }
    return true
  }

  private func bytes(
    of part: Part, at offset: Int, atMost limit: Int
  ) throws(SoundFontError) -> ArraySlice<UInt8> {
    let length = min(limit, part.count - offset)
    return switch part {
    case .made(let bytes): bytes[offset..<offset + length]
    case .ofFile(let range): try file.bytes(at: range.lowerBound + offset, count: length)[...]
    }
  }

  private static func header(_ name: ChunkName, length: Int) -> [UInt8] {
    name.bytes + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
  }

  private static func list(_ name: ChunkName, of type: ChunkName, _ parts: [Part]) -> [Part] {
    let length = parts.reduce(type.bytes.count) { $0 + $1.count }
    return [.made(header(name, length: length) + type.bytes)] + parts
  }
}

/// Reads a SoundFont's description of itself and its presets (SF2, or SF3 with compressed samples)
/// without its samples: some kilobytes of a file of any size.
///
/// Whatever a file contains, the only failure is a ``SoundFontError``: lengths are compared with
/// the available bytes, tables are read in blocks, and their number is limited.
///
/// SoundFont Technical Specification 2.04 (2006), sections 4, 5 and 7.
public struct SF2PresetParser {
  /// The tables that FluidSynth requires.
  static let tables: [ChunkName] = [
    "phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr",
  ]

  /// More than all banks and programs that can sound; positions in the tables have 16 bits.
  static let mostPresets = 65_536

  static let presetLength = 38
  static let sampleLength = 46

  private static let nameWidth = 20
  private static let blockRecords = 512

  /// Longer comments are cut.
  private static let longestText = 4096

  private let reader: RIFFReader

  init(_ bytes: any FontBytes) { reader = RIFFReader(bytes: bytes) }

  /// Reads a file.
  public static func contents(ofFile path: String) throws(SoundFontError) -> SoundFontContents {
    try SF2PresetParser(FileBytes(path: path)).contents()
  }

  /// Reads a font in memory.
  public static func contents(of bytes: MemoryBytes) throws(SoundFontError) -> SoundFontContents {
    try SF2PresetParser(bytes).contents()
  }

  func contents() throws(SoundFontError) -> SoundFontContents {
    var information = SoundFontInformation()
    var tables: [ChunkName: Range<Int>] = [:]
    var hasSamples = false
    for list in try reader.chunks(ofForm: "sfbk") {
      for chunk in try reader.chunks(of: list, type: "INFO") {
        try read(chunk, into: &information)
      }
      for chunk in try reader.chunks(of: list, type: "sdta") where chunk.name == "smpl" {
        hasSamples = true
      }
      for chunk in try reader.chunks(of: list, type: "pdta") where tables[chunk.name] == nil {
        tables[chunk.name] = chunk.content
      }
    }
    guard hasSamples else { throw .missingChunk(name: "smpl") }
    for name in Self.tables where tables[name] == nil { throw .missingChunk(name: name.text) }
    let all = try presets(in: tables["phdr"] ?? 0..<0)
    let pitched = all.filter(\.isPitched)
    return SoundFontContents(
      information: information,
      isCompressed: try isCompressed(tables["shdr"] ?? 0..<0),
      presets: Self.sorted(pitched), unpitchedCount: all.count - pitched.count, tables: tables)
  }

  // MARK: Information

  private func read(
    _ chunk: RIFFReader.Chunk, into information: inout SoundFontInformation
  ) throws(SoundFontError) {
    let field: WritableKeyPath<SoundFontInformation, String>
    switch chunk.name {
    case "INAM": field = \.name
    case "IENG": field = \.author
    case "ICOP": field = \.copyright
    case "ICMT": field = \.comment
    case "IPRD": field = \.product
    case "ICRD": field = \.date
    case "ISFT": field = \.software
    case "ifil":
      let numbers = try bytes(chunk.content, atMost: 4)
      let (major, minor) = (numbers.littleEndian16(at: 0), numbers.littleEndian16(at: 2))
      if information.edition.isEmpty, numbers.count == 4 {
        information.edition = "\(major).\(minor < 10 ? "0" : "")\(minor)"
      }
      return
    default: return
    }
    guard information[keyPath: field].isEmpty else { return }
    information[keyPath: field] = FontText.clean(
      try bytes(chunk.content, atMost: Self.longestText))
  }

  // MARK: Presets

  /// All presets except the last record, which only ends the table. Of presets with the same
  /// numbers only the first, which FluidSynth plays.
  private func presets(in table: Range<Int>) throws(SoundFontError) -> [SoundFontPreset] {
    let count = try records(in: table, name: "phdr", length: Self.presetLength) - 1
    guard count > 0 else { throw .noPresets }
    guard count <= Self.mostPresets else { throw .tooManyPresets(count) }
    var presets: [SoundFontPreset] = []
    var known: Set<Int> = []
    var first = 0
    while first < count {
      let number = min(count - first, Self.blockRecords)
      let start = table.lowerBound + first * Self.presetLength
      let block = try bytes(start..<start + number * Self.presetLength)
      for record in 0..<number {
        let offset = record * Self.presetLength
        let program = Int(block.littleEndian16(at: offset + Self.nameWidth))
        let bank = Int(block.littleEndian16(at: offset + Self.nameWidth + 2))
        guard known.insert(bank << 16 | program).inserted else { continue }
        presets.append(
          SoundFontPreset(
            name: FontText.clean(block[offset..<offset + Self.nameWidth]), bank: bank,
            program: program, index: first + record))
      }
      first += number
    }
    return presets
  }

  private static func sorted(_ presets: [SoundFontPreset]) -> [SoundFontPreset] {
    presets.map { (key: $0.name.lowercased(), preset: $0) }.sorted {
      ($0.key, $0.preset.bank, $0.preset.program) < ($1.key, $1.preset.bank, $1.preset.program)
    }.map(\.preset)
  }

  /// Whether the samples are Ogg Vorbis: SF3 sets a bit in their headers that SF2 does not use.
  private func isCompressed(_ table: Range<Int>) throws(SoundFontError) -> Bool {
    let vorbis: UInt16 = 0x10
    guard try records(in: table, name: "shdr", length: Self.sampleLength) > 1 else { return false }
    let first = try bytes(table.lowerBound..<table.lowerBound + Self.sampleLength)
    return first.littleEndian16(at: Self.sampleLength - 2) & vorbis != 0
  }

  // MARK: Bytes

  private func records(
    in table: Range<Int>, name: ChunkName, length: Int
  ) throws(SoundFontError) -> Int {
    guard table.count % length == 0 else {
      throw .brokenTable(name: name.text, length: table.count, record: length)
    }
    return table.count / length
  }

  private func bytes(
    _ range: Range<Int>, atMost limit: Int = .max
  ) throws(SoundFontError) -> [UInt8] {
    let length = min(range.count, limit)
    let bytes = try reader.bytes.bytes(at: range.lowerBound, count: length)
    guard bytes.count == length else { throw .cutWhileRead }
    return bytes
  }
}

/// Text in a SoundFont: ASCII by the standard, in practice anything.
enum FontText {
  /// The text up to the first zero, read as UTF-8 if it is valid, else as Latin-1. Control
  /// characters become spaces, and several spaces become one.
  static func clean(_ bytes: some Sequence<UInt8>) -> String {
    let field = Array(bytes.prefix { $0 != 0 })
    var text = ""
    var isSpaceDue = false
    for scalar in decode(field).unicodeScalars {
      if isSpace(scalar) {
        isSpaceDue = !text.isEmpty
      } else {
        if isSpaceDue { text.append(" ") }
        isSpaceDue = false
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func decode(_ field: [UInt8]) -> String {
    // A field of fixed width may have cut the last character in two.
    for cut in 0..<4 where cut <= field.count {
      let kept = field.dropLast(cut)
      guard cut == 0 || kept.count < field.count && field[kept.count] >= 0xC0 else { continue }
      if let text = String(validating: kept, as: UTF8.self) { return text }
    }
    return String(String.UnicodeScalarView(field.map { Unicode.Scalar($0) }))
  }

  /// Spaces, and characters that move the cursor or change the direction of the text.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: true
    default: false
    }
  }
}

/// Reads a SoundFont's description of itself and its presets (SF2, or SF3 with compressed samples)
/// without its samples: some kilobytes of a file of any size.
///
/// Whatever a file contains, the only failure is a ``SoundFontError``: lengths are compared with
/// the available bytes before anything is read. FluidSynth can read every accepted file as a
/// ``SynthesizerFont``, because the tables meet its conditions.
///
/// SoundFont Technical Specification 2.04 (2006), sections 4, 5 and 7.
public struct SF2PresetParser {
  /// The tables that FluidSynth requires, in its order.
  static let tables: [ChunkName] = [
    "phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr",
  ]

  /// More than all banks and programs that can sound; positions in the tables have 16 bits.
  private static let mostPresets = 65_536

  static let presetLength = 38
  static let instrumentLength = 22
  static let sampleLength = 46
  static let bagLength = 4
  static let generatorLength = 4
  private static let modulatorLength = 10

  /// The generators that lead from a zone of a preset to an instrument, and from a zone of an
  /// instrument to a sample.
  static let instrumentGenerator = 41
  static let sampleGenerator = 53

  /// The editions of the format that FluidSynth reads: SF2 and SF3.
  private static let editions = 2...3

  private static let nameWidth = 20
  private static let blockRecords = 512

  /// Longer comments are cut.
  private static let longestText = 4096

  private let reader: RIFFReader

  init(_ bytes: any FontBytes) { reader = RIFFReader(bytes: bytes) }

  public static func contents(of bytes: MemoryBytes) throws(SoundFontError) -> SoundFontContents {
    try SF2PresetParser(bytes).contents()
  }

  func contents() throws(SoundFontError) -> SoundFontContents {
    var information = SoundFontInformation()
    var tables: [ChunkName: Range<Int>] = [:]
    var samples: Range<Int>?
    var lowerBytes: Range<Int>?
    for list in try reader.chunks(ofForm: "sfbk") {
      for chunk in try reader.chunks(of: list, type: "INFO") {
        try read(chunk, into: &information)
      }
      for chunk in try reader.chunks(of: list, type: "sdta") {
        if chunk.name == "smpl" { samples = samples ?? chunk.content }
        if chunk.name == "sm24" { lowerBytes = lowerBytes ?? chunk.content }
      }
      for chunk in try reader.chunks(of: list, type: "pdta") where tables[chunk.name] == nil {
        tables[chunk.name] = chunk.content
      }
    }
    guard let samples else { throw .missingChunk(name: "smpl") }
    for name in Self.tables where tables[name] == nil { throw .missingChunk(name: name.text) }
    let all = try presets(in: tables["phdr"] ?? 0..<0)
    try check(tables)
    let pitched = all.filter(\.isPitched)
    return SoundFontContents(
      information: information,
      isCompressed: try isCompressed(tables["shdr"] ?? 0..<0),
      presets: Self.sorted(pitched), unpitchedCount: all.count - pitched.count,
      samples: samples, lowerBytes: lowerBytes, tables: tables)
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
      guard information.edition.isEmpty, numbers.count == 4 else { return }
      information.edition = "\(major).\(minor < 10 ? "0" : "")\(minor)"
      guard Self.editions.contains(Int(major)) else {
        throw .unknownEdition(information.edition)
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

  /// True if the samples are Ogg Vorbis: SF3 sets a bit in their headers that SF2 does not use.
  private func isCompressed(_ table: Range<Int>) throws(SoundFontError) -> Bool {
    let vorbis: UInt16 = 0x10
    guard try records(in: table, name: "shdr", length: Self.sampleLength) > 1 else { return false }
    let first = try bytes(table.lowerBound..<table.lowerBound + Self.sampleLength)
    return first.littleEndian16(at: Self.sampleLength - 2) & vorbis != 0
  }

  // MARK: The chain of tables

  /// Checks that the tables lead from the presets to the instruments and from there to the samples,
  /// as FluidSynth does: it refuses the whole font if they do not.
  ///
  /// - Throws: ``SoundFontError/contradictoryTable(name:)``,
  ///   ``SoundFontError/brokenTable(name:length:record:)``
  private func check(_ tables: [ChunkName: Range<Int>]) throws(SoundFontError) {
    let instruments = try leads(
      of: nil, in: tables, headers: "phdr", width: Self.presetLength, field: 24, bags: "pbag",
      modulators: "pmod", generators: "pgen", target: Self.instrumentGenerator)
    let instrumentCount =
      try records(in: tables["inst"] ?? 0..<0, name: "inst", length: Self.instrumentLength) - 1
    guard instruments.allSatisfy({ $0 < instrumentCount }) else {
      throw .contradictoryTable(name: "pgen")
    }
    let samples = try leads(
      of: instruments, in: tables, headers: "inst", width: Self.instrumentLength, field: 20,
      bags: "ibag", modulators: "imod", generators: "igen", target: Self.sampleGenerator)
    let sampleCount =
      try records(in: tables["shdr"] ?? 0..<0, name: "shdr", length: Self.sampleLength) - 1
    guard sampleCount >= 0 else { throw .contradictoryTable(name: "shdr") }
    guard samples.allSatisfy({ $0 < sampleCount }) else { throw .contradictoryTable(name: "igen") }
  }

  /// The numbers of the instruments or samples to which the zones of presets or instruments lead.
  ///
  /// - Parameter used: the numbers of the presets or instruments that are used; `nil` if all are.
  private func leads(
    of used: Set<Int>?, in tables: [ChunkName: Range<Int>], headers: ChunkName, width: Int,
    field: Int, bags: ChunkName, modulators: ChunkName, generators: ChunkName, target: Int
  ) throws(SoundFontError) -> Set<Int> {
    func table(_ name: ChunkName, _ length: Int) throws(SoundFontError) -> (Range<Int>, Int) {
      let range = tables[name] ?? 0..<0
      return (range, try records(in: range, name: name, length: length))
    }
    /// The numbers in one field of a table, which must not decrease.
    func numbers(
      _ name: ChunkName, _ range: Range<Int>, width: Int, field: Int
    ) throws(SoundFontError) -> [Int] {
      // Positions in the tables have 16 bits.
      guard range.count <= (Self.mostPresets + 1) * width else {
        throw .contradictoryTable(name: name.text)
      }
      let content = try bytes(range)
      let numbers = stride(from: field, to: content.count, by: width).map {
        Int(content.littleEndian16(at: $0))
      }
      guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 <= $1 }) else {
        throw .contradictoryTable(name: name.text)
      }
      return numbers
    }
    let firstBags = try numbers(headers, table(headers, width).0, width: width, field: field)
    guard let start = firstBags.first, let end = firstBags.last else {
      throw .contradictoryTable(name: headers.text)
    }
    let (bagRange, bagCount) = try table(bags, Self.bagLength)
    guard bagCount == end - start + 1 else { throw .contradictoryTable(name: bags.text) }
    let firstGenerators = try numbers(bags, bagRange, width: Self.bagLength, field: 0)
    let firstModulators = try numbers(bags, bagRange, width: Self.bagLength, field: 2)
    /// The records of a table are those of the zones, and usually one that ends it.
    func check(
      _ name: ChunkName, _ length: Int, _ firsts: [Int]
    ) throws(SoundFontError) -> Range<Int> {
      let (range, count) = try table(name, length)
      guard (0...1).contains(count - (firsts.last ?? 0) + (firsts.first ?? 0)) else {
        throw .contradictoryTable(name: name.text)
      }
      return range
    }
    _ = try check(modulators, Self.modulatorLength, firstModulators)
    let all = try bytes(check(generators, Self.generatorLength, firstGenerators))
    var leads: Set<Int> = []
    for (header, bounds) in zip(firstBags, firstBags.dropFirst()).enumerated()
    where used?.contains(header) ?? true {
      // FluidSynth counts zones and generators from the first one that is used.
      for bag in bounds.0 - start..<bounds.1 - start {
        let offset = firstGenerators[0]
        for generator in firstGenerators[bag] - offset..<firstGenerators[bag + 1] - offset
        where Int(all.littleEndian16(at: generator * Self.generatorLength)) == target {
          leads.insert(Int(all.littleEndian16(at: generator * Self.generatorLength + 2)))
          break
        }
      }
    }
    return leads
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

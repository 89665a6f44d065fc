@testable import SoundFonts

/// A small complete SoundFont, built by hand, with the faults that a test asks for.
struct SmallFont {
  struct Preset {
    var name: [UInt8]
    var bank: UInt16 = 0
    var program: UInt16 = 0

    init(_ name: String, bank: UInt16 = 0, program: UInt16 = 0) {
      self.init(bytes: Array(name.utf8), bank: bank, program: program)
    }

    init(bytes: [UInt8], bank: UInt16 = 0, program: UInt16 = 0) {
      name = bytes
      self.bank = bank
      self.program = program
    }
  }

  var presets = [Preset("Tone")]
  var information: [(name: String, text: [UInt8])] = [("INAM", Array("Small".utf8))]

  /// The keys of the one zone.
  var keys: ClosedRange<UInt8> = 0...127

  /// Bit 0x10 means Ogg Vorbis.
  var sampleType: UInt16 = 1

  /// Chunks to leave out of `pdta`, or `smpl` out of `sdta`.
  var missing: Set<String> = []

  /// Replacements for tables.
  var tables: [String: [UInt8]] = [:]

  /// Whether a byte pads chunks of odd length, as it should.
  var isPadded = true

  /// The edition of the format that the font claims.
  var edition: (major: UInt8, minor: UInt8) = (2, 4)

  /// The order of its lists.
  var lists = ["INFO", "sdta", "pdta"]

  /// The samples, by which otherwise equal fonts differ.
  var samples: [UInt8] = [UInt8](repeating: 0, count: 256)

  var bytes: [UInt8] {
    let chunks = [
      "INFO": [("ifil", [edition.major, 0, edition.minor, 0])] + information,
      "sdta": missing.contains("smpl") ? [] : [("smpl", samples)],
      "pdta": articulation.filter { !missing.contains($0.name) },
    ]
    let content = lists.flatMap { Self.list($0, chunks[$0] ?? [], isPadded: isPadded) }
    return Self.chunk("RIFF", Array("sfbk".utf8) + content, isPadded: isPadded)
  }

  private var articulation: [(name: String, text: [UInt8])] {
    let count = UInt16(presets.count)
    var headers: [UInt8] = []
    for (index, preset) in presets.enumerated() {
      headers += Self.field(preset.name, width: 20)
      headers += Self.words([preset.program, preset.bank, UInt16(index)]) + Self.zeros(12)
    }
    headers +=
      Self.field(Array("EOP".utf8), width: 20) + Self.words([0, 0, count]) + Self.zeros(12)
    // Each preset has one bag with one generator, which leads to the one instrument.
    var bags: [UInt8] = []
    for index in 0...count { bags += Self.words([index, 0]) }
    var generators: [UInt8] = []
    for _ in 0..<count { generators += Self.words([41, 0]) }
    let range = UInt16(keys.lowerBound) | UInt16(keys.upperBound) << 8
    let sample =
      Self.field(Array("sample".utf8), width: 20) + Self.words([0, 0, 100, 0, 0, 0, 100, 0])
      + Self.words([44_100, 0]) + [60, 0] + Self.words([0, sampleType])
    let made: [(name: String, text: [UInt8])] = [
      ("phdr", headers), ("pbag", bags), ("pmod", Self.zeros(10)),
      ("pgen", generators + Self.zeros(4)),
      (
        "inst",
        Self.field(Array("one".utf8), width: 20) + Self.words([0])
          + Self.field(Array("EOI".utf8), width: 20) + Self.words([1])
      ),
      ("ibag", Self.words([0, 0, 2, 0])), ("imod", Self.zeros(10)),
      ("igen", Self.words([43, range, 53, 0]) + Self.zeros(4)),
      ("shdr", sample + Self.zeros(46)),
    ]
    return made.map { ($0.name, tables[$0.name] ?? $0.text) }
  }

  // MARK: Bytes

  static func chunk(
    _ name: String, _ content: [UInt8], length: Int? = nil, isPadded: Bool = true
  ) -> [UInt8] {
    let length = UInt32(length ?? content.count)
    return Array(name.utf8) + words([UInt16(length & 0xFFFF), UInt16(length >> 16)]) + content
      + zeros(isPadded ? content.count % 2 : 0)
  }

  static func list(
    _ type: String, _ chunks: [(name: String, text: [UInt8])], isPadded: Bool = true
  ) -> [UInt8] {
    let content = chunks.flatMap { chunk($0.name, $0.text, isPadded: isPadded) }
    return chunk("LIST", Array(type.utf8) + content, isPadded: isPadded)
  }

  static func words(_ values: [UInt16]) -> [UInt8] {
    values.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func field(_ bytes: [UInt8], width: Int) -> [UInt8] {
    Array(bytes.prefix(width)) + zeros(max(width - bytes.count, 0))
  }
}

extension SmallFont {
  func contents() throws(SoundFontError) -> SoundFontContents {
    try SF2PresetParser.contents(of: MemoryBytes(bytes))
  }
}

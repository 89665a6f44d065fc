import Testing

@testable import SoundFonts

@Suite("SF2PresetParser")
struct SF2PresetParserTests {
  @Test("the built-in font's name, presets and keys are read, and its samples are left alone")
  func builtIn() throws {
    let bytes = try MemoryBytes(BuiltInFile.bytes)
    let contents = try SF2PresetParser.contents(of: bytes)
    #expect(contents.information.name == "Peach")
    #expect(contents.information.copyright == "MIT")
    #expect(contents.information.edition == "2.04")
    #expect(!contents.isCompressed)
    let sine = try #require(contents.preset(bank: 8, program: 80))
    #expect(sine.name == "Sine")
    #expect(try contents.keys(of: sine, in: bytes) == [Bool](repeating: true, count: 128))
    #expect(bytes.totalRead < 60_000)
  }

  @Test("presets come by name; unpitched banks and programs are left out")
  func order() throws {
    let font = SmallFont(presets: [
      .init("viola", program: 41), .init("Cello", program: 42), .init("Drums", bank: 128),
      .init("Kit", bank: 120), .init("Gunshot", program: 127), .init("Taiko", program: 119),
    ])
    let contents = try font.contents()
    #expect(contents.presets.map(\.name) == ["Cello", "Taiko", "viola"])
    #expect(contents.unpitchedCount == 3)
    #expect(contents.presets[0].program == 42)
  }

  @Test("of two presets of the same numbers the first is kept; names may be alike or empty")
  func duplicates() throws {
    let font = SmallFont(presets: [
      .init("A", program: 1), .init("B", program: 1), .init("", program: 2), .init("", program: 3),
      .init("A", program: 4),
    ])
    let presets = try font.contents().presets
    #expect(presets.map(\.name) == ["", "", "A", "A"])
    #expect(presets.map(\.program) == [2, 3, 1, 4])
  }

  @Test(
    "names are UTF-8 or Latin-1, without what moves a terminal's cursor, and may fill their field",
    arguments: [
      (Array("Flügel".utf8), "Flügel"),
      ([0x46, 0x6C, 0xFC, 0x67, 0x65, 0x6C], "Flügel"),
      (Array("Pi\u{1B}[31mano\u{7}".utf8), "Pi [31mano"),
      (Array("  two  \t words \n".utf8), "two words"),
      (Array("a\u{202E}b".utf8), "a b"),
      (Array("12345678901234567890".utf8), "12345678901234567890"),
      // The last letter's second byte did not fit.
      (Array("1234567890123456789".utf8) + [0xC3], "1234567890123456789"),
      ([0x41, 0, 0xFF, 0xFF], "A"),
      ([0x9B, 0x41], "A"),
    ] as [([UInt8], String)])
  func names(bytes: [UInt8], name: String) throws {
    #expect(try SmallFont(presets: [.init(bytes: bytes)]).contents().presets[0].name == name)
  }

  @Test("what a font says of itself is read once each and cut where it is endless")
  func information() throws {
    let font = SmallFont(information: [
      ("INAM", Array("One".utf8)), ("INAM", Array("Two".utf8)), ("IENG", Array("Ann".utf8)),
      ("ICMT", [UInt8](repeating: 0x61, count: 9999)), ("odd ", [1, 2, 3]),
    ])
    let information = try font.contents().information
    #expect(information.name == "One")
    #expect(information.author == "Ann")
    #expect(information.comment.count == 4096)
  }

  @Test("SF3 is told by the samples' type")
  func compressed() throws {
    #expect(try SmallFont(sampleType: 0x11).contents().isCompressed)
    #expect(try !SmallFont(sampleType: 1).contents().isCompressed)
  }

  @Test("the keys of a preset are those of its zones, or unknown if a range is upside down")
  func keys() throws {
    func keys(_ font: SmallFont) throws -> [Bool]? {
      let bytes = MemoryBytes(font.bytes)
      let contents = try SF2PresetParser.contents(of: bytes)
      return try contents.keys(of: contents.presets[0], in: bytes)
    }
    let some = try #require(try keys(SmallFont(keys: 36...96)))
    #expect(some.indices.filter { some[$0] } == Array(36...96))
    let upsideDown = SmallFont.words([43, 0x2060, 53, 0]) + SmallFont.zeros(4)
    #expect(try keys(SmallFont(tables: ["igen": upsideDown])) == nil)
    let silent = SmallFont.words([43, 0x7F00, 1, 0]) + SmallFont.zeros(4)
    #expect(try keys(SmallFont(tables: ["igen": silent])) == [Bool](repeating: false, count: 128))
  }

  @Test(
    "a key sounds only with a zone for the velocity of a training and with a sample that can sound")
  func silentKeys() throws {
    func sounds(_ font: SmallFont) throws -> Bool? {
      let bytes = MemoryBytes(font.bytes)
      let contents = try SF2PresetParser.contents(of: bytes)
      return try contents.keys(of: contents.presets[0], in: bytes)?[60]
    }
    #expect(try sounds(SmallFont()) == true)
    for (velocities, isHit) in [(0x3F3F as UInt16, true), (0x7F40, false), (0x3E00, false)] {
      let zone = SmallFont.words([44, velocities, 53, 0]) + SmallFont.zeros(4)
      #expect(try sounds(SmallFont(tables: ["igen": zone])) == isHit)
      let preset = SmallFont.words([44, velocities, 41, 0]) + SmallFont.zeros(4)
      let bags = SmallFont.words([0, 0, 2, 0])
      #expect(try sounds(SmallFont(tables: ["pgen": preset, "pbag": bags])) == isHit)
    }
    // In the memory of a sound card.
    #expect(try sounds(SmallFont(sampleType: 0x8001)) == false)
    // Without length.
    #expect(try sounds(SmallFont(tables: ["shdr": SmallFont.zeros(92)])) == false)
  }

  // MARK: What is no font

  @Test(
    "what is no SoundFont is said to be none",
    arguments: [
      [], Array("RIFF".utf8),
      Array("RIFF\u{4}\0\0\0WAVE".utf8), SmallFont.zeros(4000), Array("#!/bin/sh\n".utf8),
    ])
  func otherFiles(bytes: [UInt8]) {
    #expect(throws: SoundFontError.notASoundFont) {
      try SF2PresetParser.contents(of: MemoryBytes(bytes))
    }
  }

  @Test("a file that is cut anywhere is refused, and one with something behind it")
  func truncated() throws {
    let bytes = SmallFont().bytes
    for length in 12..<bytes.count {
      #expect(
        throws: SoundFontError.wrongLength(claimed: bytes.count, actual: length)
      ) { try SF2PresetParser.contents(of: MemoryBytes(Array(bytes.prefix(length)))) }
    }
    #expect(throws: SoundFontError.wrongLength(claimed: bytes.count, actual: bytes.count + 1)) {
      try SF2PresetParser.contents(of: MemoryBytes(bytes + [0]))
    }
  }

  @Test("a chunk that reaches into the next one, or beyond everything, is named")
  func overlapping() throws {
    for length in [UInt32(1 << 10), .max, .max - 7] {
      var bytes = SmallFont().bytes
      let place = try #require(bytes.firstOffset(of: "phdr"))
      bytes.replaceSubrange(
        place + 4..<place + 8,
        with: SmallFont.words([UInt16(length & 0xFFFF), UInt16(length >> 16)]))
      #expect(throws: SoundFontError.chunkTooLong(name: "phdr", offset: place)) {
        try SF2PresetParser.contents(of: MemoryBytes(bytes))
      }
    }
  }

  @Test(
    "a table that is missing is named",
    arguments: ["phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr", "smpl"])
  func missing(name: String) {
    #expect(throws: SoundFontError.missingChunk(name: name)) {
      try SmallFont(missing: [name]).contents()
    }
  }

  @Test("a table of broken records and one without presets are refused")
  func brokenTables() {
    #expect(throws: SoundFontError.brokenTable(name: "phdr", length: 39, record: 38)) {
      try SmallFont(tables: ["phdr": SmallFont.zeros(39)]).contents()
    }
    for length in [0, 38] {
      #expect(throws: SoundFontError.noPresets) {
        try SmallFont(tables: ["phdr": SmallFont.zeros(length)]).contents()
      }
    }
  }

  @Test("too many presets are refused before they are read, too many chunks soon")
  func hugeCounts() {
    let bytes = MemoryBytes(
      SmallFont(tables: ["phdr": SmallFont.zeros(38 * 70_000)]).bytes)
    #expect(throws: SoundFontError.tooManyPresets(69_999)) {
      try SF2PresetParser.contents(of: bytes)
    }
    #expect(bytes.totalRead < 10_000)
    let empty = [(name: String, text: [UInt8])](repeating: ("x   ", []), count: 100_000)
    let many = MemoryBytes(
      SmallFont.chunk("RIFF", Array("sfbk".utf8) + SmallFont.list("INFO", empty)))
    #expect(throws: SoundFontError.tooManyChunks) { try SF2PresetParser.contents(of: many) }
    #expect(many.reads < 1000)
  }

  // MARK: What FluidSynth refuses

  @Test(
    "a chunk of odd length may lack the byte that pads it", arguments: [true, false],
    [[UInt8](repeating: 7, count: 255), [UInt8](repeating: 7, count: 256)])
  func padding(isPadded: Bool, samples: [UInt8]) throws {
    var font = SmallFont(information: [("INAM", Array("Odd".utf8)), ("IENG", Array("Ann".utf8))])
    font.samples = samples
    font.isPadded = isPadded
    let contents = try font.contents()
    #expect(contents.information.name == "Odd")
    #expect(contents.information.author == "Ann")
    #expect(contents.presets.map(\.name) == ["Tone"])
    #expect(contents.samples.count == samples.count)
  }

  @Test("an edition that FluidSynth does not read is refused", arguments: [1, 4] as [UInt8])
  func editions(major: UInt8) {
    #expect(throws: SoundFontError.unknownEdition("\(major).00")) {
      try SmallFont(edition: (major, 0)).contents()
    }
  }

  @Test(
    "tables that do not fit each other are refused, and the first that does not is named",
    arguments: [
      ("pbag", SmallFont.words([0, 0]), "pbag"),
      ("pbag", SmallFont.words([0, 0, 1, 0, 1, 0]), "pbag"),
      ("pbag", SmallFont.words([0, 0, 9, 0]), "pgen"),
      ("pbag", SmallFont.words([5, 0, 2, 0]), "pbag"),
      ("pbag", SmallFont.words([0, 0, 1, 2]), "pmod"),
      ("pmod", SmallFont.zeros(20), "pmod"),
      ("pgen", SmallFont.words([41, 700]) + SmallFont.zeros(4), "pgen"),
      ("igen", SmallFont.words([43, 0x7F00, 53, 9]) + SmallFont.zeros(4), "igen"),
      ("ibag", SmallFont.words([0, 0, 9, 0]), "igen"),
      ("inst", SmallFont.zeros(22), "pgen"),
      ("shdr", [], "shdr"),
    ])
  func contradictions(table: String, content: [UInt8], named: String) {
    #expect(throws: SoundFontError.contradictoryTable(name: named)) {
      try SmallFont(tables: [table: content]).contents()
    }
  }

  @Test("what leads to nothing but is not used is no fault")
  func unused() throws {
    // A second instrument, to which no preset leads.
    var font = SmallFont()
    font.tables["inst"] =
      SmallFont.zeros(20) + SmallFont.words([0]) + SmallFont.zeros(20) + SmallFont.words([1])
      + SmallFont.zeros(20) + SmallFont.words([2])
    font.tables["ibag"] = SmallFont.words([0, 0, 2, 0, 3, 0])
    font.tables["igen"] = SmallFont.words([43, 0x7F00, 53, 0, 53, 9]) + SmallFont.zeros(4)
    #expect(try font.contents().presets.count == 1)
  }

  @Test("zones that lead round and round are refused at once")
  func endlessZones() throws {
    // Each bag has all generators, all lead to the instrument, which has all of its own.
    let count: UInt16 = 60_000
    var bags: [UInt8] = []
    for index in 0..<count { bags += SmallFont.words([index % 2 == 0 ? 0 : 60_000, 0]) }
    var font = SmallFont(tables: [
      "pbag": bags, "ibag": bags, "pgen": SmallFont.zeros(4 * 60_001),
      "igen": SmallFont.zeros(4 * 60_001),
    ])
    font.tables["phdr"] =
      SmallFont.zeros(38 + 24) + SmallFont.words([59_999]) + SmallFont.zeros(12)
    let bytes = MemoryBytes(font.bytes)
    #expect(throws: SoundFontError.contradictoryTable(name: "pbag")) {
      try SF2PresetParser.contents(of: bytes)
    }
    #expect(bytes.reads < 100)
  }

  // MARK: What FluidSynth gets

  @Test("FluidSynth gets the samples and the tables in the standard's order, and nothing else")
  func synthesizerFont() throws {
    var font = SmallFont(
      information: [("DMOD", [1, 2, 3, 4]), ("INAM", Array("Odd".utf8))],
      lists: ["pdta", "sdta", "INFO"])
    font.samples = (0..<255).map { UInt8($0) }
    font.isPadded = false
    let given = MemoryBytes(font.bytes)
    let played = try SynthesizerFont(given)
    var bytes = [UInt8](repeating: 0, count: played.count)
    #expect(bytes.withUnsafeMutableBytes { played.read($0, at: 0) })

    let contents = try SF2PresetParser.contents(of: MemoryBytes(bytes))
    var edition = SoundFontInformation()
    edition.edition = "2.04"
    #expect(contents.information == edition)
    #expect(contents.presets == (try font.contents().presets))
    #expect(Array(bytes[contents.samples]) == font.samples)
    let places = try ["LIST", "INFO", "smpl", "phdr", "pbag", "shdr"].map { name in
      try #require(bytes.firstOffset(of: name))
    }
    #expect(places == places.sorted())
    // Two bytes at a time, as FluidSynth reads tables, and beyond the end.
    for offset in 0..<bytes.count - 1 {
      var two: [UInt8] = [0, 0]
      #expect(two.withUnsafeMutableBytes { played.read($0, at: offset) })
      #expect(two == Array(bytes[offset..<offset + 2]))
    }
    var two: [UInt8] = [0, 0]
    #expect(!two.withUnsafeMutableBytes { played.read($0, at: bytes.count - 1) })
  }
}

extension [UInt8] {
  /// The first position of a name.
  func firstOffset(of name: String) -> Int? {
    let name = Array(name.utf8)
    return indices.first { self[$0...].starts(with: name) }
  }
}

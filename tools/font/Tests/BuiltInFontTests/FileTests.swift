import BuiltInFont
import Foundation
import Music
import Testing

@Suite("The file of the built-in font")
struct FileTests {
  private let bytes = WrittenFont.bytes

  @Test("the font written now is the font in the repository, byte by byte")
  func reproducible() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    let file = root.appendingPathComponent("soundfonts/\(BuiltInFont.fileName)")
    let committed = try Data(contentsOf: file)
    #expect(
      committed == Data(bytes),
      "write it again: swift run --package-path tools/font peach-font \(file.path)")
  }

  @Test("the font stays under 8 MB")
  func size() {
    #expect(bytes.count < 8_000_000)
  }

  @Test("it is a SoundFont of version 2.04, whose chunks fill it to the last byte")
  func chunks() throws {
    let font = try FontReader(bytes)
    #expect(Array(bytes[8..<12]) == Array("sfbk".utf8))
    #expect(FontReader.number(bytes, at: 4, bytes: 4) == bytes.count - 8)
    #expect(try font.chunk("ifil") == [2, 0, 4, 0])
    #expect(
      Set(font.chunks.keys) == [
        "ifil", "isng", "INAM", "ICRD", "ICOP", "ICMT", "ISFT", "smpl", "sm24", "phdr", "pbag",
        "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr",
      ])
  }

  @Test("every table ends with its terminal record, which closes the next table")
  func terminalRecords() throws {
    let font = try FontReader(bytes)
    let preset = try #require(try font.records("phdr", size: 38).last)
    let presetBags = try font.records("pbag", size: 4)
    let instrument = try #require(try font.records("inst", size: 22).last)
    let instrumentBags = try font.records("ibag", size: 4)
    let presetBag = try #require(presetBags.last)
    let instrumentBag = try #require(instrumentBags.last)
    let header = try #require(try font.records("shdr", size: 46).last)

    #expect(FontReader.text(preset) == "EOP")
    #expect(FontReader.text(instrument) == "EOI")
    #expect(FontReader.text(header) == "EOS")
    #expect(FontReader.number(preset, at: 24, bytes: 2) == presetBags.count - 1)
    #expect(FontReader.number(instrument, at: 20, bytes: 2) == instrumentBags.count - 1)
    for (bag, generators, modulators) in [
      (presetBag, "pgen", "pmod"), (instrumentBag, "igen", "imod"),
    ] {
      let generatorRecords = try font.records(generators, size: 4)
      let modulatorRecords = try font.records(modulators, size: 10)
      #expect(FontReader.number(bag, at: 0, bytes: 2) == generatorRecords.count - 1)
      #expect(FontReader.number(bag, at: 2, bytes: 2) == modulatorRecords.count - 1)
      #expect(generatorRecords.last == [UInt8](repeating: 0, count: 4))
      #expect(modulatorRecords.last == [UInt8](repeating: 0, count: 10))
    }
  }

  @Test("the presets are the built-in sounds, by program")
  func presets() throws {
    let presets = try FontReader(bytes).records("phdr", size: 38).dropLast().map { record in
      let program = FontReader.number(record, at: 20, bytes: 2)
      let bank = FontReader.number(record, at: 22, bytes: 2)
      return "\(FontReader.text(record)) \(bank):\(program)"
    }
    #expect(
      presets
        == BuiltInSound.allCases.map { sound in
          "\("\(sound)".capitalized) \(BuiltInSound.bank):\(sound.rawValue)"
        })
  }

  @Test("every modulator in it has the amount 0")
  func modulators() throws {
    let modulators = try FontReader(bytes).records("imod", size: 10)
    #expect(modulators.count > 1)
    #expect(modulators.allSatisfy { FontReader.number($0, at: 4, bytes: 2) == 0 })
  }
}

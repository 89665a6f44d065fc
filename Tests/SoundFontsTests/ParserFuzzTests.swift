import CHeap
import Testing

@testable import SoundFonts

/// Randomly damaged fonts, the same ones in every run. `tools/fuzz` searches much longer.
@Suite("Damaged SoundFonts", .timeLimit(.minutes(1)))
struct ParserFuzzTests {
  private static let rounds = 5000

  /// The most heap memory that reading a font may hold at a time, in bytes.
  private static let mostMemory = 64 << 20

  private static let corpus: [[UInt8]] = [
    SmallFont().bytes,
    SmallFont(presets: (0..<40).map { .init("Preset \($0)", bank: $0, program: 127 - $0) }).bytes,
    SmallFont(
      information: ["INAM", "IENG", "ICOP", "ICMT", "IPRD", "ICRD", "ISFT"].map {
        ($0, Array("Grün \($0)".utf8))
      }, sampleType: 0x11
    ).bytes,
    SmallFont(presets: [], tables: ["phdr": SmallFont.zeros(38 * 3)]).bytes,
    Array(((try? BuiltInFile.bytes) ?? []).suffix(20_000)),
    SmallFont(samples: []).bytes,
  ]

  @Test(
    "no damage makes the parser fail but with an error, and none costs much memory or many reads")
  func damage() async {
    // In a separate process, whose heap nothing else uses.
    await #expect(processExitsWith: .success) { Self.readDamaged() }
  }

  private static func readDamaged() {
    var random = SplitMix(state: 7)
    var read = 0
    let before = heap
    for round in 0..<rounds {
      var font = corpus[round % corpus.count]
      for _ in 0...Int.random(in: 0..<6, using: &random) { damage(&font, using: &random) }
      let bytes = MemoryBytes(font)
      if let contents = try? SF2PresetParser.contents(of: bytes) {
        read += 1
        #expect(contents.presets.allSatisfy { $0.name.utf8.count <= 60 })
        for preset in contents.presets.prefix(4) { _ = try? contents.keys(of: preset, in: bytes) }
      }
      #expect(bytes.largestRead <= font.count)
      #expect(bytes.reads < 2_000_000)
      if round % 100 == 0 { #expect(heap - before < mostMemory) }
    }
    // If no font stayed readable, this would test only the beginning of the parser.
    #expect(read > rounds / 100)
  }

  private static var heap: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  private static func damage(_ font: inout [UInt8], using random: inout SplitMix) {
    guard font.count > 16 else { return }
    let place = Int.random(in: 0..<font.count - 4, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: font[place] = UInt8.random(in: 0...255, using: &random)
    case 1: font[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2:
      let numbers: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
      let value = numbers.randomElement(using: &random) ?? 0
      for index in place..<place + 4 { font[index] = value }
    case 3: font.removeSubrange(place..<min(place + 38, font.count))
    case 4:
      let end = min(place + Int.random(in: 1..<200, using: &random), font.count)
      font.insert(
        contentsOf: font[place..<end], at: Int.random(in: 12..<font.count, using: &random))
    default:
      let other = Int.random(in: 0..<font.count - 4, using: &random)
      for index in 0..<4 { font.swapAt(place + index, other + index) }
    }
    // Mostly with a correct length, so that what follows is read, too.
    guard Int.random(in: 0..<8, using: &random) > 0 else { return }
    let length = UInt32(font.count - 8)
    font.replaceSubrange(
      4..<8, with: SmallFont.words([UInt16(length & 0xFFFF), UInt16(length >> 16)]))
  }
}

/// A small seeded random number generator (Steele, Lea and Flood, 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

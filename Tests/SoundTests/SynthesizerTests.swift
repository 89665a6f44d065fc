import FontWriter
import CFluidSynth
import Foundation
import Testing
import Training

@testable import Sound
@testable import SoundFonts

@Suite("Synthesizers")
struct SynthesizerTests {
  @Test("one that shares a font has its preset, and loads nothing else of the font")
  func sharing() throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "shared-\(UUID().uuidString).sf2")
    defer { try? FileManager.default.removeItem(at: file) }
    // What FluidSynth selects on every channel when it gets a font.
    try TrialFont(bank: 0, program: 0, tones: [TrialFont.Tone(key: 60)]).write(to: file)
    let preset = PresetLocation(path: file.path, bank: 0, program: 0)
    let first = try Synthesizer(preset: preset, sampleRate: 48_000)
    let second = try Synthesizer(preset: preset, sampleRate: 48_000, sharingFontOf: first)
    for synthesizer in [first, second] {
      #expect(fluid_synth_get_channel_preset(synthesizer.handle, 0) != nil)
      for channel in 1..<Synthesizer.channelCount {
        #expect(fluid_synth_get_channel_preset(synthesizer.handle, channel) == nil)
      }
    }
  }

  @Test("a font loads whose texts FluidSynth refuses, and whose samples no byte pads")
  func corrected() throws {
    var font = TrialFont(bank: 0, program: 0, tones: [TrialFont.Tone(key: 60)]).bytes
    let text = Array("INAM".utf8) + [3, 0, 0, 0] + Array("Odd".utf8) + [0]
    font.insert(contentsOf: text, at: 24)
    font[16] += UInt8(text.count)
    let samples = try #require(font.firstRange(of: Array("sdta".utf8)))
    // The last byte of the samples, which are silent there.
    let sampleLength = Self.number(font, at: samples.upperBound + 4)
    font.remove(at: samples.upperBound + 8 + sampleLength - 1)
    Self.set(&font, at: samples.upperBound + 4, sampleLength - 1)
    Self.set(&font, at: samples.lowerBound - 4, Self.number(font, at: samples.lowerBound - 4) - 1)
    Self.set(&font, at: 4, font.count - 8)
    try Self.withFile(font) { path in
      _ = try Synthesizer(
        preset: PresetLocation(path: path, bank: 0, program: 0), sampleRate: 48_000)
    }
  }

  @Test("FluidSynth loads every font that is not refused in the list", .timeLimit(.minutes(1)))
  func damaged() throws {
    let whole = TrialFont(
      bank: 0, program: 0, tones: [48, 60, 72].map { TrialFont.Tone(key: $0) }
    ).bytes
    let tables = try #require(whole.firstRange(of: Array("pdta".utf8))).upperBound
    var random = SeededGenerator(seed: 7)
    var loaded = 0
    for _ in 0..<300 {
      var font = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: tables..<font.count - 8, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: font[place] = UInt8.random(in: 0...255, using: &random)
        case 1: font[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default: font.swapAt(place, place + Int.random(in: 1..<8, using: &random))
        }
      }
      try Self.withFile(font) { path in
        guard let contents = try? SF2PresetParser(FileBytes(path: path)).contents(),
          let preset = contents.presets.first
        else { return }
        _ = try Synthesizer(
          preset: PresetLocation(path: path, bank: preset.bank, program: preset.program),
          sampleRate: 48_000)
        loaded += 1
      }
    }
    // Otherwise this would test only what is refused.
    #expect(loaded > 30)
  }

  private static func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "trial-\(UUID().uuidString).sf2")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    try body(file.path)
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  private static func set(_ bytes: inout [UInt8], at offset: Int, _ number: Int) {
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
  }
}

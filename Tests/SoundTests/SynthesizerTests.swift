import FontWriter
import CFluidSynth
import Foundation
import SoundFonts
import Testing

@testable import Sound

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
}

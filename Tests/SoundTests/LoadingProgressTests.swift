import Foundation
import Testing

@testable import Sound
@testable import SoundFonts

@Suite("How much of a sound is loaded")
struct LoadingProgressTests {
  /// A copy that no other test loads: FluidSynth shares the samples of a file that is loaded already.
  private func copyOfFont() throws -> URL {
    let copy = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sf2")
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: SoundFontLibrary().builtInFont), to: copy)
    return copy
  }

  @Test("it grows to the whole of the preset's samples, of which the font's tables tell the size")
  func whole() throws {
    let font = try copyOfFont()
    defer { try? FileManager.default.removeItem(at: font) }
    let contents = try SF2PresetParser(FileBytes(path: font.path)).contents()
    let violin = try #require(contents.preset(bank: 8, program: 40))
    var keys = PresetKeys(try FileBytes(path: font.path), tables: contents.tables)
    let bytes = try #require(
      try keys.sampleBytes(of: violin, isCompressed: contents.isCompressed))
    #expect(bytes > 10_000)

    let progress = LoadingProgress()
    #expect(progress.share == nil, "before it is known how much there is")
    progress.expect(bytes)
    #expect(progress.share == 0)
    let preset = PresetLocation(path: font.path, bank: 8, program: 40)
    try LoadingProgress.$current.withValue(progress) {
      _ = try Synthesizer(preset: preset, sampleRate: 48_000)
    }
    let share = try #require(progress.share)
    #expect(share > 0.95)
  }

  @Test("what is loaded for nobody is not counted")
  func uncounted() throws {
    let font = try copyOfFont()
    defer { try? FileManager.default.removeItem(at: font) }
    let progress = LoadingProgress()
    progress.expect(1000)
    _ = try Synthesizer(
      preset: PresetLocation(path: font.path, bank: 8, program: 40), sampleRate: 48_000)
    #expect(progress.share == 0)
  }
}

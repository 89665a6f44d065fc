import BuiltInFont
import CFluidSynth
import Foundation
import Testing

@Suite("The large font of the benchmark")
struct LargeFontTests {
  @Test("FluidSynth reads it and sounds its default preset")
  func sounds() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sf2")
    defer { try? FileManager.default.removeItem(at: file) }
    try LargeFont(bytes: 4_000_000).write(to: file)
    let size = try #require(try file.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    #expect((2_900_000...4_100_000).contains(size))

    let settings = try #require(new_fluid_settings())
    defer { delete_fluid_settings(settings) }
    let synth = try #require(new_fluid_synth(settings))
    defer { delete_fluid_synth(synth) }
    let font = fluid_synth_sfload(synth, file.path, 0)
    try #require(font >= 0)
    try #require(fluid_synth_program_select(synth, 0, font, 8, 80) == 0)
    #expect(fluid_synth_program_select(synth, 1, font, 0, 0) == 0)
    fluid_synth_noteon(synth, 0, 69, 63)
    var left = [Float](repeating: 0, count: 4096)
    var right = left
    fluid_synth_write_float(synth, 4096, &left, 0, 1, &right, 0, 1)
    #expect(left.contains { abs($0) > 0.001 })
  }
}

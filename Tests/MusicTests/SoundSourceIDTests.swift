import Music
import Testing

@Suite("Sound sources")
struct SoundSourceIDTests {
  @Test(
    "a sound source reads back from what it writes",
    arguments: [
      "sf2:8:80", "sf2:0:0", "sf2:16383:127", "FluidR3_GM:0:19", "My Font: the best:0:1",
    ])
  func roundTrip(text: String) {
    #expect(SoundSourceID(text)?.description == text)
  }

  @Test("`sf2` is the font in use, anything else a font's name")
  func fonts() {
    #expect(SoundSourceID("sf2:8:80") == .default)
    #expect(SoundSourceID("sf2:8:80")?.font == nil)
    #expect(SoundSourceID("a:b:8:80") == SoundSourceID(font: "a:b", bank: 8, program: 80))
  }

  @Test(
    "nothing else is a sound source",
    arguments: [
      "", "sf2", "sf2:8", ":8:80", "sf2::80", "sf2:8:", "sf2:8:128", "sf2:16384:0", "sf2:-1:0",
      "sf2:x:0", "sf2:8:80 ", "sf2:8.0:80",
    ])
  func notSources(text: String) {
    #expect(SoundSourceID(text) == nil)
  }
}

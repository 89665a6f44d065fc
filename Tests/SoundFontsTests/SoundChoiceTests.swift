import Music
import Testing

@testable import SoundFonts

@Suite("Choosing a sound")
struct SoundChoiceTests {
  private let folder: FontFolder
  private let library: SoundFontLibrary

  init() throws {
    folder = try FontFolder()
    var one = SmallFont(presets: [
      .init("Cello", program: 42), .init("Viola", program: 41), .init("Slow Viola", program: 44),
      .init("Ocarína", program: 79), .init("Sine", bank: 8, program: 80),
    ])
    try folder.write(one.bytes, to: "Orchestra.sf2")
    one.presets = [.init("Cello", program: 42), .init("Bassoon", program: 70)]
    try folder.write(one.bytes, to: "Small_GM.sf2")
    library = try SoundFontLibrary(
      SoundFontSearch(places: [SoundFontLocation(.option, folder.path)]))
  }

  private func choose(_ text: String) -> [String] {
    switch library.choose(text) {
    case .found(let sound): [sound.source.description]
    case .ambiguous(let sounds): sounds.map(\.source.description) + ["?"]
    case .unknown: []
    }
  }

  @Test(
    "tag, numbers and words find a sound; the better fit wins",
    arguments: [
      ("Orchestra:0:42", ["Orchestra:0:42"]), ("orchestra:0:42", ["Orchestra:0:42"]),
      ("Peach:8:80", ["sf2:8:80"]), ("8:80", ["sf2:8:80"]), ("70", ["Small_GM:0:70"]),
      ("0:41", ["Orchestra:0:41"]), ("42", ["Orchestra:0:42", "Small_GM:0:42", "?"]),
      ("bassoon", ["Small_GM:0:70"]), ("VIOLA", ["Orchestra:0:41"]),
      ("slow", ["Orchestra:0:44"]), ("iola", ["Orchestra:0:44", "Orchestra:0:41", "?"]),
      ("ocarina", ["Orchestra:0:79"]), ("ssoon", ["Small_GM:0:70"]),
      ("cello", ["sf2:8:42", "Orchestra:0:42", "Small_GM:0:42", "?"]),
      ("small cello", ["Small_GM:0:42"]),
      ("cello gm", ["Small_GM:0:42"]), ("  bassoon ", ["Small_GM:0:70"]),
      ("", []), ("gm", []), ("tuba", []), ("Other:0:42", []), ("Orchestra:0:99", []),
      ("999:3", []), ("99999999999999999999:1", []), (":", []), ("cello bassoon", []),
    ])
  func choices(text: String, expected: [String]) {
    #expect(choose(text) == expected)
  }

  @Test("sounds are found by words of name, font, family and tag")
  func search() {
    func tags(_ text: String) -> [String] {
      library.sounds(containing: text) { $0 == .strings ? "Streicher" : "" }.map(
        \.source.description)
    }
    #expect(tags("streicher gm") == ["Small_GM:0:42"])
    #expect(tags("strings").count == 6)
    #expect(tags("0:70") == ["Small_GM:0:70"])
    #expect(tags("").count == library.sounds.count)
    #expect(tags("nothing such").isEmpty)
  }

  @Test("families are those of General MIDI")
  func families() {
    #expect(SoundFamily(program: 0) == .piano)
    #expect(SoundFamily(program: 42) == .strings)
    #expect(SoundFamily(program: 119) == .percussive)
    #expect(SoundFamily.chromaticPercussion.code == "chromaticPercussion")
  }
}

import Testing

@testable import SoundFonts

@Suite("Where SoundFonts are looked for")
struct SoundFontSearchTests {
  @Test("option, settings, environment, folders for data, FluidSynth: in this order")
  func order() {
    let search = SoundFontSearch(
      option: ["/o1", "/o2"], settings: ["/s"],
      environment: [
        "SF2_PATH": "/e1:/e2", "DEFAULT_SOUNDFONT": "/d.sf2", "XDG_DATA_HOME": "/h",
        "XDG_DATA_DIRS": "/x/:/y", "HOME": "/home/me",
      ], synthesizerDefault: "/fluid.sf2")
    #expect(
      search.places.map(\.path) == [
        "/o1", "/o2", "/s", "/e1", "/e2", "/d.sf2", "/h/soundfonts", "/h/sounds/sf2",
        "/h/sounds/sf3", "/x/soundfonts", "/x/sounds/sf2", "/x/sounds/sf3", "/y/soundfonts",
        "/y/sounds/sf2", "/y/sounds/sf3", "/fluid.sf2",
      ])
    #expect(search.places[3].origin == .environment("SF2_PATH"))
    #expect(search.places[15].origin == .synthesizer)
  }

  @Test("without variables the usual folders; relative ones are passed over")
  func defaults() {
    let usual = SoundFontSearch(environment: ["HOME": "/home/me"])
    let folders = ["/home/me/.local/share", "/usr/local/share", "/usr/share"]
    let expected = folders.flatMap { folder in
      ["soundfonts", "sounds/sf2", "sounds/sf3"].map { "\(folder)/\($0)" }
    }
    #expect(usual.places.map(\.path) == expected)
    let relative = SoundFontSearch(environment: [
      "HOME": "/home/me", "XDG_DATA_HOME": "share", "XDG_DATA_DIRS": "a:b", "SF2_PATH": "",
      "DEFAULT_SOUNDFONT": "",
    ])
    #expect(relative.places == usual.places)
  }

  @Test("an empty DEFAULT_SOUNDFONT takes FluidSynth's own default away")
  func noDefault() {
    func origins(_ environment: [String: String]) -> [SoundFontLocation.Origin] {
      SoundFontSearch(environment: environment, synthesizerDefault: "/fluid.sf2").places.map(
        \.origin)
    }
    #expect(origins([:]).contains(.synthesizer))
    #expect(!origins(["DEFAULT_SOUNDFONT": ""]).contains(.synthesizer))
  }
}

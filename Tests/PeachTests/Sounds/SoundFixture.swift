import Music

@testable import PeachApp

/// Sounds of several fonts for the sound browser.
enum SoundFixture {
  static func sound(
    _ name: String, _ font: String?, _ bank: Int = 0, _ program: Int = 42,
    _ section: SoundSection = .strings, family: String = "Strings"
  ) -> BrowsedSound {
    BrowsedSound(
      source: SoundSourceID(font: font, bank: bank, program: program), name: name,
      font: font ?? "Peach", section: section, family: family,
      path: "/usr/share/sounds/sf2/\(font ?? "Peach").sf2", size: 141 << 20)
  }

  static let few = [
    sound("Cello", "TimGM6mb"), sound("Cello", "FluidR3_GM"),
    sound("Celesta", "FluidR3_GM", 0, 8, .keys, family: "Chromatic percussion"),
    sound("Acoustic Steel Guitar", "FluidR3_GM", 0, 25, .plucked, family: "Guitar"),
    sound("Violín", "GeneralUser", 0, 40), sound("Sine", nil, 8, 80, .synth, family: "Synth lead"),
    sound("Flûte", "TimGM6mb", 0, 73, .winds, family: "Pipe"),
  ]

  /// As many as several large fonts have.
  static let many: [BrowsedSound] = (0..<2000).map { number in
    sound(
      "\(["Grand", "Slow", "Bright", "Warm"][number % 4]) Instrument \(number)",
      "Font\(number % 7)", number / 128, number % 128)
  }
}

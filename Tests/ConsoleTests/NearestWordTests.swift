import Testing

@testable import Console

@Suite("The nearest word")
struct NearestWordTests {
  private static let keys = [
    "noteRangeMin", "noteRangeMax", "noteDuration", "referencePitch", "soundSource", "intervals",
    "tuningSystem", "strategy",
  ]

  @Test(
    "one slip for every three characters is forgiven, case and hyphens are no slips",
    arguments: [
      ("noteduration", "noteDuration"), ("note_duration", "noteDuration"),
      ("noteDurations", "noteDuration"), ("refrencePitch", "referencePitch"),
      ("noteRangeMix", "noteRangeMin"), ("tuning", "tuningSystem"), ("interval", "intervals"),
      ("startegy", "strategy"), ("sound", "soundSource"), ("pitch", "referencePitch"),
    ])
  func near(word: String, expected: String) {
    #expect(NearestWord.to(word, among: Self.keys) == expected)
  }

  @Test(
    "what is far from every word, short, empty or endless finds none",
    arguments: ["note", "colour", "", "-", "xy", String(repeating: "x", count: 100_000)])
  func far(word: String) {
    #expect(NearestWord.to(word, among: Self.keys) == nil)
    #expect(NearestWord.to(word, among: []) == nil)
  }

  @Test("swapped neighbours are one slip; of a word of two only the case is forgiven")
  func swapsAndShortWords() {
    #expect(NearestWord.to("jsut", among: ["equal", "just"]) == "just")
    #expect(NearestWord.to("tt", among: ["P1", "TT"]) == "TT")
    #expect(NearestWord.to("P9", among: ["P1", "P5"]) == nil)
  }
}

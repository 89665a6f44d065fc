import Testing

@testable import Settings

@Suite("The setting inputDelay")
struct InputDelayTests {
  @Test("is none or milliseconds, and nothing else")
  func spelling() {
    #expect(InputDelay("none") == InputDelay.none && InputDelay.none.seconds == nil)
    #expect(InputDelay("12.5")?.seconds == 0.0125)
    #expect(InputDelay("0")?.seconds == 0 && InputDelay("1000")?.seconds == 1)
    for text in ["", "-1", "1000.1", "nan", "inf", "off", "5 ms"] {
      #expect(InputDelay(text) == nil)
    }
  }

  @Test("a measured delay is kept to a hundredth of a millisecond, within the range")
  func measured() {
    #expect(InputDelay(seconds: 0.0123456).description == "12.35")
    #expect(InputDelay(seconds: -0.001).seconds == 0)
    #expect(InputDelay(seconds: 2).seconds == 1)
    #expect(InputDelay(InputDelay(seconds: 0.0123456).description)?.seconds == 0.01235)
  }

  @Test("a number in a file needs no quotes")
  func file() {
    #expect(SettingValue(.inputDelay, node: .float(12.5))?.text == "12.5")
    #expect(SettingValue(.inputDelay, node: .integer(12))?.text == "12.0")
    #expect(SettingValue(.inputDelay, node: .string("none"))?.text == "none")
    #expect(SettingValue(.inputDelay, node: .float(-1)) == nil)
  }
}

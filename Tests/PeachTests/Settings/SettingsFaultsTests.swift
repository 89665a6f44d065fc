import Settings
import Testing

@testable import PeachApp

@Suite("What is wrong with a setting")
@MainActor
struct SettingsFaultsTests {
  private let error = SettingsError.badValue(.argument, key: "noteDuration", value: "9")

  @Test("on the command line a setting has its key, on a screen its name and the key beside it")
  func names() {
    #expect(Fault(error).message == "noteDuration = 9 is not allowed; allowed: 0.3…3.0")
    #expect(
      Fault(onScreen: error).message
        == "Length of notes (noteDuration) = 9 is not allowed; allowed: 0.3…3.0")
    #expect(Fault(onScreen: Fault.serverGone) == .serverGone)
  }

  @Test("the range has the decimal sign of the language")
  func german() {
    SettingsFixture.inGerman {
      #expect(
        Fault(onScreen: error).message
          == "Tondauer (noteDuration) = 9 ist nicht erlaubt; erlaubt: 0,3…3,0")
    }
  }

  @Test("a German none agrees with what there is none of")
  func none() throws {
    func words(_ key: SettingKey, _ text: String) throws -> String {
      try #require(SettingValue(key, text: text)).inWords
    }
    try SettingsFixture.inGerman {
      #expect(try words("wrongAnswerSignal", "none") == "keins")
      #expect(try words(.controller, "") == "keiner")
      #expect(try words(.slider, "none") == "keiner")
      #expect(try words("levelControl", "none") == "keiner")
      #expect(try words(.stopButtons, "") == "nichts")
      #expect(try words(.osc, "off") == "aus")
    }
  }
}

import Console
import Testing

@testable import PeachApp
@testable import Program
@testable import Settings

@Suite("What is wrong with a setting")
@MainActor
struct SettingsFaultsTests {
  private let error = SettingsError.badValue(.argument, key: "noteDuration", value: "9")

  @Test("on the command line a setting has its key, on a screen its name and the key beside it")
  func names() {
    #expect(Fault(error).message == "noteDuration = 9 is not allowed; allowed: 0.3…3.0")
    #expect(
      Fault(onScreen: error).message
        == "Length of notes (noteDuration): '9' is not allowed; allowed: 0.3…3.0")
    #expect(Fault(onScreen: Fault.serverGone) == .serverGone)
  }

  @Test("the range has the decimal sign of the language")
  func german() {
    SettingsFixture.inGerman {
      #expect(
        Fault(onScreen: error).message
          == "Tondauer (noteDuration): „9“ ist nicht erlaubt; erlaubt: 0,3…3,0")
    }
  }

  @Test("a fault in a site's file names the file once, and says that Peach goes on")
  func site() {
    let file = "/etc/xdg/peach/config.toml"
    let own = SettingsError.badValue(.file(path: file, line: 3), key: "noteDuration", value: "9")
    let notice = Notice.site(SiteProblem(file: file, error: own))
    #expect(
      notice.message
        == "\(file), line 3: noteDuration = 9 is not allowed; allowed: 0.3…3.0; Peach goes on without it"
    )
    #expect(notice.standing == .event)
    let map = SettingsError.notInController(.file(path: "/m.toml", line: 1), key: "noteDuration")
    let other = Notice.site(SiteProblem(file: file, error: map))
    #expect(other.message.hasPrefix("\(file): /m.toml, line 1: noteDuration"))
  }

  @Test("a word may be typed as the screen shows it, and is named so if another is refused")
  func shownWords() throws {
    let key = SettingKey("correctIntonation")
    #expect(key.row.spelling(of: "No") == "false")
    #expect(key.row.spelling(of: "true") == "true")
    #expect(key.row.spelling(of: "perhaps") == "perhaps")
    #expect(SettingKey("strategy").row.spelling(of: "staircase") == "kazez")
    SettingsFixture.inGerman {
      #expect(key.row.spelling(of: "ja") == "true")
      #expect(key.row.allowedOnScreen == "ja, nein")
      let error = SettingsError.badValue(.argument, key: key, value: "jein")
      #expect(Fault(onScreen: error).message.hasSuffix("; erlaubt: ja, nein"))
      #expect(Fault(error).message.hasSuffix("; erlaubt: true, false"))
    }
    #expect(
      SettingKey.tuningSystem.row.allowedOnScreen == SettingKey.tuningSystem.row.domain.allowed)
  }

  @Test("the name of a setting fits its column in both languages")
  func columns() {
    func check() {
      for key in SettingKey.allCases {
        #expect(key.row.name.columns <= 20)
      }
    }
    check()
    SettingsFixture.inGerman(check)
  }

  @Test("a German none agrees with what there is none of")
  func none() {
    func words(_ key: SettingKey, _ text: String) -> String? {
      SettingValue(key, text: text)?.inWords
    }
    SettingsFixture.inGerman {
      #expect(words("wrongAnswerSignal", "none") == "keins")
      #expect(words(.controller, "") == "keiner")
      #expect(words(.slider, "none") == "keiner")
      #expect(words("levelControl", "none") == "keiner")
      #expect(words(.stopButtons, "") == "nichts")
      #expect(words(.osc, "off") == "aus")
    }
  }
}

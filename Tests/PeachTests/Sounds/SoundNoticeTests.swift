import Music
import Sound
import Testing

@testable import PeachApp
@testable import Program

@Suite("Notices about sounds")
@MainActor
struct SoundNoticeTests {
  private let cello = SoundSourceID(font: "TimGM6mb", bank: 0, program: 42)

  @Test("on the stage a sound has its name; the message and its members have its setting")
  func names() {
    let notice = Notice(.soundNotMeasured(cello)) { _ in "Cello" }
    #expect(notice.message.contains("the sound TimGM6mb:0:42 has"))
    #expect(notice.onStage.contains("the sound Cello has"))
    #expect(notice.onStage.first?.isUppercase == true)
    let few = Notice.fewNotes("TimGM6mb:0:42", named: "Cello", count: 3, of: 40)
    #expect(few.message.contains("TimGM6mb:0:42") && few.onStage.contains("the sound Cello"))
  }

  @Test("a notice that has its own words for the stage keeps them")
  func own() {
    let notice = Notice(.soundLoading(cello)) { _ in "Cello" }
    #expect(notice.onStage == "Loading TimGM6mb.")
  }
}

import Language
import Music
import TestSupport
import Testing

@testable import PeachApp

@Suite("Searching for a sound")
struct SoundSearchTests {
  private let index = SoundIndex(SoundFixture.few)

  private func names(_ query: String) -> [String] {
    index.matches(query).map { index.sounds[$0].name }
  }

  @Test("nothing typed finds everything, by name and then by font")
  func all() {
    #expect(
      index.sounds.map(\.name) == [
        "Acoustic Steel Guitar", "Celesta", "Cello", "Cello", "Flûte", "Sine", "Violín",
      ])
    #expect(index.matches("").count == 7)
    #expect(index.sounds[2].font == "FluidR3_GM" && index.sounds[3].font == "TimGM6mb")
  }

  @Test("letters in their order, with others in between; the beginning of a word is better")
  func letters() {
    #expect(names("cel") == ["Celesta", "Cello", "Cello", "Acoustic Steel Guitar"])
    #expect(names("clo") == ["Cello", "Cello"])
    #expect(names("olc").isEmpty, "not in this order")
    #expect(names("steel").first == "Acoustic Steel Guitar")
    #expect(names("asg").first == "Acoustic Steel Guitar")
  }

  @Test("case, accents and signs do not matter")
  func folding() {
    #expect(names("FLUTE").first == "Flûte")
    #expect(names("violin") == ["Violín"])
    #expect(names("fluid-r3 cello").first == "Cello")
  }

  @Test("the name of the font and of the family count, too, but less than the sound's own")
  func others() {
    #expect(Set(names("general")).contains("Violín"))
    #expect(names("pipe") == ["Flûte"])
    let matches = index.matches("cello tim")
    #expect(index.sounds[matches[0]].font == "TimGM6mb")
    #expect(names("cello").allSatisfy { $0 == "Cello" })
    #expect(names("winds") == ["Flûte"])
  }

  @Test("each of several words has to be there")
  func words() {
    #expect(names("cello nonesuch").isEmpty)
    #expect(names("  cello   fluid ").first == "Cello")
    #expect(index.matches("...").count == 7, "signs alone ask for nothing")
  }

  @Test("a sound is found by its name in the user's language and by its English one, in every font")
  func languages() {
    var violin = SoundFixture.sound("Geige", nil, 8, 40)
    violin.otherNames = ["Violin"]
    let index = SoundIndex(SoundFixture.few + [violin, SoundFixture.sound("Solo Violin", "Other")])
    func names(_ query: String) -> [String] {
      index.matches(query).map { index.sounds[$0].name }
    }
    for query in ["geige", "violin"] {
      #expect(Set(names(query)) == ["Geige", "Solo Violin", "Violín"])
    }
    #expect(names("geige").first == "Geige")
    #expect(!names("geige").contains("Cello"))
  }

  @Test("a built-in sound has the name that the settings show")
  @MainActor
  func builtIn() {
    MessageCatalogue.$messages.withValue(GermanMessages.table) {
      #expect(SoundSourceID(bank: 8, program: 40).builtInName == "Geige")
      #expect(SoundSourceID("TimGM6mb:0:40")?.builtInName == nil)
    }
  }

  @Test("of two thousand sounds each key finds the best", .timeLimit(.minutes(1)))
  func large() {
    let index = SoundIndex(SoundFixture.many)
    let query = "warm inst 1999"
    for length in 1...query.count { _ = index.matches(String(query.prefix(length))) }
    #expect(index.matches(query).map { index.sounds[$0].name } == ["Warm Instrument 1999"])
  }

  @Test("a family belongs to the group in which a musician looks for it")
  func sections() {
    #expect(SoundSection(.piano) == .keys && SoundSection(.bass) == .plucked)
    #expect(SoundSection(.reed) == .winds && SoundSection(.synthPad) == .synth)
    #expect(SoundSection.allCases.allSatisfy { $0.word.count <= 9 })
    MessageCatalogue.$messages.withValue(GermanMessages.table) {
      #expect(SoundSection.allCases.allSatisfy { (1...9).contains($0.word.count) })
    }
  }
}

import Console
import Music
import Settings
import TestSupport
import Testing
import Training

@testable import PeachApp

@Suite("A sound that beats, for purity")
@MainActor
struct SoundOfferTests {
  private let home: Home

  init() throws { home = try Home() }

  private func settings(_ texts: [SettingKey: String]) throws -> FileUserSettings {
    try FileUserSettings(
      file: SettingsFile(SettingsLocation(environment: home.environment)),
      overrides: SettingsOverrides(texts))
  }

  @Test("it is offered once, before purity of intervals with a sine, and to nothing else")
  func due() throws {
    let fifth = try settings([.intervals: "P5"])
    let offer = SoundOffer()
    #expect(offer.isDue(before: .purity, fifth) && !offer.isDue(before: .comparison, fifth))
    #expect(try !offer.isDue(before: .purity, settings([.intervals: "P1"])))
    #expect(
      try !offer.isDue(before: .purity, settings([.intervals: "P5", .soundSource: "sf2:8:82"])))
    #expect(offer.sound(for: .purity, fifth) == nil)
    offer.answer(takes: true)
    #expect(!offer.isDue(before: .purity, fifth))
    #expect(offer.sound(for: .purity, fifth) == BuiltInSound.reed.source)
    #expect(offer.sound(for: .matching, fifth) == nil)
    fifth.soundOfRun = offer.sound(for: .purity, fifth)
    #expect(fifth.soundSource == BuiltInSound.reed.source)
    let kept = SoundOffer()
    fifth.soundOfRun = nil
    kept.answer(takes: false)
    #expect(kept.sound(for: .purity, fifth) == nil && !kept.isDue(before: .purity, fifth))
  }

  @Test("Enter takes it, Esc and q keep the sine, and no other key answers")
  func keys() {
    #expect(SoundOffer.answer(of: .enter) == true && SoundOffer.answer(of: .escape) == false)
    #expect(SoundOffer.answer(of: .character("q")) == false)
    #expect(SoundOffer.answer(of: .left) == nil && SoundOffer.answer(of: .character(" ")) == nil)
  }
}

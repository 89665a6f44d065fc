import FontWriter
import Foundation
import Intonation
import Music
import SoundFonts
import Testing

@testable import Sound

@Suite("Measuring a preset")
struct PresetMeterTests {
  private func tone(_ key: Int, _ change: (inout TrialFont.Tone) -> Void) -> TrialFont.Tone {
    var tone = TrialFont.Tone(key: key)
    change(&tone)
    return tone
  }

  @Test("each key is known for what it is", arguments: [1, 2])
  func kinds(threads: Int) throws {
    let sound = try TrialSound([
      tone(60) { $0.cents = 7.5 },
      tone(61) { $0.vibratoCents = 15 },
      tone(62) { $0.octaves = 1 },
      tone(63) { $0.isNoise = true },
      tone(64) { $0.seconds = 0.05 },
      tone(65) {
        $0.cents = -2
        $0.vibratoCents = 40
      },
    ])
    let table = try PresetMeter(sound.preset, keys: 60...66).measure(threads: threads)
    #expect(table.keys.map(\.key) == Array(60...66))
    #expect(
      table.keys.map(\.tone.verdict)
        == [.steady, .vibrato, .octaveError, .unpitched, .tooShort, .vibrato, .silent])
    #expect(abs(table.deviation(ofKey: 60) - 7.5) < 0.02)
    #expect(abs(table.deviation(ofKey: 61)) < 0.3)
    #expect(table[60]?.tone.isMendable == true)
    #expect(table[61]?.tone.isMendable == true)
    #expect([62, 63, 64, 65, 66].allSatisfy { table[$0]?.tone.isMendable == false })
  }

  @Test("a loop that is tuned apart from the attack, and vibrato that begins late, are found")
  func held() throws {
    let cycle = 48_000 / 440.0
    let sound = try TrialSound([
      tone(69) {
        $0.seconds = 1.3
        // Ten cycles, four points too short.
        $0.loop = Int((10 * cycle).rounded()) - 4
      },
      tone(70) {
        $0.seconds = 5
        $0.vibratoCents = 60
        $0.vibratoStart = 2
      },
    ])
    let table = try PresetMeter(sound.preset, keys: 69...70).measure(threads: 1)
    let change = try #require(table.change(ofKey: 69))
    let cents = 1200 * log2(10 * cycle / Double(Int((10 * cycle).rounded()) - 4))
    #expect(abs(table.deviation(ofKey: 69)) < 0.05 && abs(change.deviation - cents) < 0.05)
    #expect(abs(change.seconds - 1.3) < 0.015)
    #expect(table[69]?.tone.isMendable == true && table[70]?.tone.isMendable == false)
  }

  @Test("the built-in sine is in tune to a hundredth of a cent")
  func builtIn() throws {
    let library = try SoundFontLibrary()
    let preset = try #require(library.location(of: .default))
    for key in [36, 69, 96] {
      let table = try PresetMeter(preset, keys: key...key).measure(threads: 1)
      #expect(abs(try #require(table[key]?.tone.deviation)) < 0.01)
    }
  }

  @Test("a sine has its fundamental alone, an organ the partials that make a fifth beat")
  func partials() throws {
    let library = try SoundFontLibrary()
    for (sound, hasOvertones) in [(BuiltInSound.sine, false), (.organ, true), (.reed, true)] {
      let loaded = try LoadedSound(sound.source, from: library, at: 48_000)
      let partials = try #require(loaded.partials)
      for hertz in [80.0, 262, 500] {
        let note = Frequency(hertz: hertz)
        #expect(partials.hasPartial(1, of: note))
        #expect(partials.hasPartial(2, of: note) == hasOvertones)
        #expect(partials.hasPartial(3, of: note) == hasOvertones)
      }
    }
  }

  @Test("it tells how far it has come, and ends early where nobody wants it any more")
  func cancelling() throws {
    let sound = try TrialSound.detuned()
    let meter = PresetMeter(sound.preset, keys: 57...69)
    #expect(throws: CancellationError.self) {
      try meter.measure(threads: 1) { fraction in
        if fraction > 0.2 { meter.cancel() }
      }
    }
    let missing = PresetLocation(path: sound.preset.path, bank: 3, program: 3)
    #expect(throws: SoundError.self) { try PresetMeter(missing).measure(threads: 1) }
  }
}

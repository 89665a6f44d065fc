import FontWriter
import Foundation
import Intonation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

/// How high notes count when they sound together, beside how high they are.
@Suite("Peaks of sounds")
@MainActor
struct PeakTests {
  private let settings = MockUserSettings()
  private let engine = OfflineEngine()

  private func player(_ sound: TrialSound) throws -> SoundFontNotePlayer {
    let first = try LoadedSound(
      settings.soundSource, from: sound.library, at: engine.sampleRate, tables: sound.cache)
    let player = SoundFontNotePlayer(
      sink: engine, settings: settings,
      sounds: SoundLoader(
        first, library: sound.library, sampleRate: engine.sampleRate, tables: sound.cache,
        timeout: nil))
    engine.onEvent = { [weak player] in player?.handle($0) }
    return player
  }

  /// The highest sample of the first second of a key.
  private func peak(ofKey key: Int, from player: SoundFontNotePlayer) async throws -> Float {
    let frequency = TuningSystem.standardReferencePitch.shifted(by: Cents(Double(key - 69) * 100))
    let handle = try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
    let sound = engine.render(48_000, period: 1024)
    handle.stop()
    engine.render(8192, period: 1024)
    return max(sound.peak, sound.right.reduce(0) { max($0, abs($1)) })
  }

  @Test(
    "no note of a built-in sound is higher than what chords are levelled for",
    arguments: BuiltInSound.allCases)
  func builtIn(sound: BuiltInSound) async throws {
    settings.soundSource = sound.source
    settings.outputLevel = AmplitudeDB(0)
    let player = try player(try TrialSound.detuned())
    for key in [18, 21, 23, 29, 39, 56, 98] {
      let peak = try await peak(ofKey: key, from: player)
      #expect(peak > 0.04 && Double(peak) <= player.peak, "key \(key)")
    }
  }

  @Test("the first notes count as high as those after them")
  func first() async throws {
    settings.soundSource = .default
    let player = try player(try TrialSound.detuned())
    let first = player.peak
    _ = try await peak(ofKey: 60, from: player)
    #expect(player.peak == first && first < 0.5)
  }

  @Test("a sound that is not corrected counts as high as it was measured, another one as corrected")
  func loudSound() async throws {
    let sound = try TrialSound.detuned()
    let tone =
      #"{"verdict":"steady","deviation":0,"uncertainty":0.1,"channelDifference":0,"octaves":0,"#
      + #""wander":0,"scatter":0,"vibratoExtent":0,"vibratoRate":0,"wobble":0,"drift":0,"inharmonicity":0,"#
      + #""level":-8,"peak":-0.5}"#
    let table = try JSONDecoder().decode(
      IntonationTable.self, from: Data(#"{"keys":[{"key":60,"tone":\#(tone)}]}"#.utf8))
    try sound.cache.keep(table, font: sound.preset.path, bank: 0, program: 40)
    settings.soundSource = sound.source
    let player = try player(sound)
    _ = try await peak(ofKey: 60, from: player)
    #expect(abs(20 * log10(player.peak) - IntonationTable.highestPeak) < 1e-9)
    settings.evenLoudness = false
    #expect(abs(20 * log10(player.peak) + 0.5) < 1e-9)
  }
}

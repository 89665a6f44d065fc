import FontWriter
import Foundation
import Intonation
import Music
import SoundFonts
import TestSupport
import Testing
import Training

@testable import Sound

/// What a sound cannot play in tune is not asked for.
@Suite("Silent and unmendable keys", .timeLimit(.minutes(1)))
@MainActor
struct UsableKeysTests {
  private let settings = MockUserSettings()
  private let engine = OfflineEngine()

  private func player(_ sound: TrialSound) throws -> SoundFontNotePlayer {
    settings.soundSource = sound.source
    let first = try LoadedSound(
      sound.source, from: sound.library, at: engine.sampleRate, tables: sound.cache)
    let player = SoundFontNotePlayer(
      sink: engine, settings: settings,
      sounds: SoundLoader(
        first, library: sound.library, sampleRate: engine.sampleRate, tables: sound.cache,
        timeout: nil))
    engine.onEvent = { [weak player] in player?.handle($0) }
    return player
  }

  /// Keys 60 to 72: 62 has no sample, 64 is noise, 66 wavers by 40 cents, the others are off by some
  /// cents.
  private func trialSound(besides others: [Int] = []) throws -> TrialSound {
    try TrialSound(
      ((60...72).filter { $0 != 62 } + others).map { key in
        var tone = TrialFont.Tone(key: key)
        tone.cents = Double(key % 5) * 3 - 6
        tone.isNoise = key == 64
        if key == 66 { tone.vibratoCents = 40 }
        return tone
      })
  }

  private func measure(_ sound: TrialSound) throws {
    let table = try PresetMeter(sound.preset, keys: 60...72).measure(threads: 2)
    try sound.cache.keep(
      table, font: sound.preset.path, bank: sound.preset.bank, program: sound.preset.program)
  }

  private func key(_ key: Int, bent cents: Double = 0) -> Frequency {
    TuningSystem.standardReferencePitch.shifted(by: Cents(Double(key - 69) * 100 + cents))
  }

  private func usable(_ player: SoundFontNotePlayer) -> [Int] {
    player.prepareForTrial()
    return (55...77).filter { player.canSound(key($0)) }
  }

  private func render(
    _ frequency: Frequency, from player: SoundFontNotePlayer
  ) async throws -> RenderedTone {
    let handle = try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
    let sound = engine.render(81_920, period: 1024)
    handle.stop()
    engine.render(8192, period: 1024)
    return RenderedTone(
      channels: [sound.left, sound.right], sampleRate: 48_000, nominal: frequency)
  }

  @Test(
    "of a sound that nobody has measured, keys without a sample are left out from the first trial on"
  )
  func unmeasured() throws {
    let player = try player(try trialSound())
    #expect(usable(player) == [60, 61] + Array(63...72))
  }

  @Test("of a measured sound only keys are used whose pitch can be corrected")
  func measured() throws {
    let sound = try trialSound()
    try measure(sound)
    let player = try player(sound)
    #expect(usable(player) == [60, 61, 63, 65] + Array(67...72))
  }

  @Test("uncorrected, only silent keys are left out, and it is said once by how much notes are off")
  func uncorrected() async throws {
    let sound = try trialSound()
    try measure(sound)
    settings.correctIntonation = false
    settings.noteRange = try #require(NoteRange(lowest: 60, highest: 72))
    let player = try player(sound)
    var notices: [SoundNotice] = []
    player.onNotice = { notices.append($0) }
    #expect(usable(player) == [60, 61] + Array(63...72))
    _ = try await render(key(60), from: player)
    player.prepareForTrial()
    _ = try await render(key(61), from: player)
    guard case .soundUncorrected(sound.source, let cents) = notices.first, notices.count == 1 else {
      Issue.record("\(notices)")
      return
    }
    #expect(abs(cents - 6) < 0.5)
  }

  @Test(
    "a detuned note whose nearest key cannot be used is played in tune by the key beside it",
    arguments: [(63, -60.0), (63, 90), (65, -99), (61, 55)])
  func beside(number: Int, cents: Double) async throws {
    let sound = try trialSound()
    try measure(sound)
    let player = try player(sound)
    player.prepareForTrial()
    #expect(player.canSound(key(number)) && !player.canSound(key(number, bent: cents)))
    let tone = ToneMeter().measure(try await render(key(number, bent: cents), from: player))
    #expect(abs(try #require(tone.deviation)) < 0.02)
  }

  @Test(
    "a sound that lacks keys of the one before begins with the trial after, which is chosen for it")
  func change() async throws {
    let sound = try trialSound()
    try measure(sound)
    let player = try player(sound)
    settings.soundSource = .default
    #expect(usable(player) == [60, 61, 63, 65] + Array(67...72))
    _ = try await render(key(60), from: player)
    #expect(player.soundingSource == .default)
    #expect(usable(player) == Array(55...77))
    settings.soundSource = sound.source
    #expect(usable(player) == Array(55...77))
    let note = ToneMeter().measure(try await render(key(62), from: player))
    #expect(abs(try #require(note.deviation)) < 0.02)
    #expect(usable(player) == [60, 61, 63, 65] + Array(67...72))
    _ = try await render(key(60), from: player)
    #expect(player.soundingSource == sound.source)
  }

  @Test("outside of trials a sound begins with the next note, whatever its keys")
  func anyNote() async throws {
    let sound = try trialSound()
    try measure(sound)
    let player = try player(sound)
    settings.soundSource = .default
    _ = try await render(key(60), from: player)
    settings.soundSource = sound.source
    #expect(try await render(key(62), from: player).channels[0].allSatisfy { $0.isFinite })
    #expect(player.soundingSource == sound.source)
  }
}

import FontWriter
import Foundation
import Intonation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

/// What sounds is what was asked for, whatever the font.
@Suite("Corrections while playing", .timeLimit(.minutes(1)))
@MainActor
struct CorrectionTests {
  private let settings = MockUserSettings()
  private let engine = OfflineEngine()

  private func player(_ sound: TrialSound) throws -> SoundFontNotePlayer {
    settings.soundSource = sound.source
    let first = try LoadedSound(
      sound.source, from: sound.library, at: engine.sampleRate, tables: sound.cache)
    // Waits as long as it takes, so that a busy machine does not matter.
    let player = SoundFontNotePlayer(
      sink: engine, settings: settings,
      sounds: SoundLoader(
        first, library: sound.library, sampleRate: engine.sampleRate, tables: sound.cache,
        timeout: nil))
    engine.onEvent = { [weak player] in player?.handle($0) }
    return player
  }

  private func measure(_ sound: TrialSound, keys: ClosedRange<Int> = 57...69) throws {
    let table = try PresetMeter(sound.preset, keys: keys).measure(threads: 2)
    try sound.cache.keep(
      table, font: sound.preset.path, bank: sound.preset.bank, program: sound.preset.program)
  }

  /// Waits until the player reports that a sound is measured. The thread that measures yields to all
  /// others, so a busy machine can keep it waiting for long.
  private func waitUntilMeasured(_ sound: TrialSound, _ notices: Inbox<SoundNotice>) async throws {
    while try #require(await notices.next(within: .seconds(500))) != .soundMeasured(sound.source) {}
  }

  private func key(_ key: Int, bent cents: Double = 0) -> Frequency {
    TuningSystem.standardReferencePitch.shifted(by: Cents(Double(key - 69) * 100 + cents))
  }

  /// What a note sounds, in cents from the frequency; and how loud.
  private func heard(
    _ frequency: Frequency, from player: SoundFontNotePlayer, bent cents: Double? = nil
  ) async throws -> ToneMeasurement {
    let handle = try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
    if let cents { try handle.adjustFrequency(frequency.shifted(by: Cents(cents))) }
    let sound = engine.render(81_920, period: 1024)
    handle.stop()
    engine.render(8192, period: 1024)
    return ToneMeter().measure(
      RenderedTone(
        channels: [sound.left, sound.right], sampleRate: 48_000,
        nominal: frequency.shifted(by: Cents(cents ?? 0))))
  }

  @Test("a measured sound is in tune to a fiftieth of a cent, and as it is where that is asked for")
  func corrected() async throws {
    let sound = try TrialSound.detuned()
    try measure(sound)
    let player = try player(sound)
    for (number, cents) in [(57, -27.0), (60, 4.25), (61, -3.5), (69, 21)] {
      settings.correctIntonation = true
      let corrected = try await heard(key(number), from: player)
      #expect(abs(try #require(corrected.deviation)) < 0.02)
      settings.correctIntonation = false
      let plain = try await heard(key(number), from: player)
      #expect(abs(try #require(plain.deviation) - cents) < 0.02)
    }
  }

  @Test(
    "between the keys, and bent by 200 cents, a note is as true",
    arguments: [(60, 49.0, 0.0), (61, -49, 0), (69, 12.34, 200), (57, -3, -200), (60, 0, 137.5)])
  func bent(number: Int, offset: Double, bend: Double) async throws {
    let sound = try TrialSound.detuned()
    try measure(sound)
    let player = try player(sound)
    let heard = try await heard(key(number, bent: offset), from: player, bent: bend)
    #expect(abs(try #require(heard.deviation)) < 0.02)
  }

  /// A font whose loop, three points longer than a cycle, is some 25 cents flat from .76 s on.
  private func looped(decay: Double = 0) throws -> TrialSound {
    var tone = TrialFont.Tone(key: 60)
    tone.cents = 4
    tone.seconds = 0.76
    tone.loop = Int((48_000 / key(60, bent: 4).hertz).rounded()) + 3
    tone.decay = decay
    return try TrialSound([tone])
  }

  /// How far a sound is from a frequency in each quarter of a second, in cents, half of them overlapping.
  private func course(_ sound: Rendering, from frequency: Frequency) -> [Double] {
    stride(from: 4800, to: sound.left.count - 12_000, by: 6000).map { start in
      PitchMeter.cents(
        sound.left[start..<start + 12_000], from: frequency.hertz, sampleRate: 48_000)
    }
  }

  @Test(
    "a note is in tune as long as it is held, its loop as well as its attack, wherever it is tuned",
    arguments: [0.0, 43, -37], [0, 150.0])
  func held(offset: Double, bend: Double) async throws {
    let sound = try looped()
    try measure(sound, keys: 60...60)
    let player = try player(sound)
    let frequency = key(60, bent: offset)
    let handle = try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
    let first = course(engine.render(96_000), from: frequency)
    #expect(first.allSatisfy { abs($0) < 1 })
    try handle.adjustFrequency(frequency.shifted(by: Cents(bend)))
    engine.render(480)
    let second = course(engine.render(96_000), from: frequency.shifted(by: Cents(bend)))
    #expect(second.allSatisfy { abs($0) < 0.1 })
  }

  @Test("without the correction it is as it is")
  func heldUncorrected() async throws {
    let sound = try looped()
    try measure(sound, keys: 60...60)
    settings.correctIntonation = false
    let player = try player(sound)
    _ = try await player.play(
      frequency: key(60), velocity: .training, amplitudeDB: AmplitudeDB(0))
    let heard = course(engine.render(96_000), from: key(60))
    let last = try #require(heard.last)
    #expect(abs(heard[0] - 4) < 0.1 && last < -15)
  }

  @Test("a note that is struck again is in tune from the attack on")
  func heldAndStruckAgain() async throws {
    let sound = try looped(decay: 8)
    try measure(sound, keys: 60...60)
    settings.reStrike = true
    let player = try player(sound)
    _ = try await player.play(
      frequency: key(60), velocity: .training, amplitudeDB: AmplitudeDB(0))
    let rendering = engine.render(288_000)
    let levels = stride(from: 4800, to: 288_000 - 4800, by: 4800).map {
      rendering.left.rootMeanSquare(in: $0..<$0 + 4800)
    }
    let strokes = zip(levels, levels.dropFirst()).count { $1 > 3 * $0 }
    #expect(strokes > 0)
    // While the old stroke and the new one cross, both are heard: at most two windows hear that.
    let heard = course(rendering, from: key(60))
    #expect(heard.count { abs($0) > 1 } <= 2 * strokes, "\(heard)")
  }

  @Test("a correction does not take away from the 200 cents that a note can be bent")
  func bendRange() async throws {
    let sound = try TrialSound.detuned()
    try measure(sound)
    let player = try player(sound)
    let handle = try await player.play(
      frequency: key(57), velocity: .training, amplitudeDB: AmplitudeDB(0))
    engine.render(1024)
    for cents in [-200.0, 200] { try handle.adjustFrequency(key(57, bent: cents)) }
    #expect(throws: AudioError.self) { try handle.adjustFrequency(key(57, bent: 200.01)) }
  }

  @Test("notes of uneven loudness become even, by 18 dB more at most, and as they are where asked")
  func evened() async throws {
    let attenuations = [60: 0.0, 61: 4, 62: 2, 63: 40]
    let sound = try TrialSound(
      attenuations.map { key, attenuation in
        var tone = TrialFont.Tone(key: key)
        tone.attenuation = attenuation
        return tone
      })
    try measure(sound, keys: 60...63)
    let player = try player(sound)
    func levels(_ isEven: Bool) async throws -> [Double] {
      settings.evenLoudness = isEven
      var found: [Double] = []
      for key in 60...63 {
        found.append(try #require(try await heard(self.key(key), from: player).level))
      }
      return found
    }
    let plain = try await levels(false)
    #expect(abs(plain[0] - plain[1] - 4) < 0.2 && abs(plain[0] - plain[3] - 40) < 1)
    let even = try await levels(true)
    #expect(abs(even[0] - even[1]) < 0.1 && abs(even[0] - even[2]) < 0.1)
    #expect(abs(even[3] - plain[3] - 18) < 0.01)
  }

  /// A font that is softer than the built-in sounds by far, every note alike.
  private func softSound() throws -> TrialSound {
    try TrialSound(
      (60...69).map { key in
        var tone = TrialFont.Tone(key: key)
        tone.attenuation = 10
        return tone
      })
  }

  @Test("a measured sound is as loud as the built-in sine")
  func commonLoudness() async throws {
    let sound = try softSound()
    try measure(sound, keys: 60...69)
    let player = try player(sound)
    let soft = try #require(try await heard(key(69), from: player).level)
    settings.soundSource = .default
    let sine = try #require(try await heard(key(69), from: player).level)
    #expect(player.soundingSource == .default)
    #expect(abs(soft - sine) < 0.3)
  }

  @Test("a sound that nobody has measured is as loud from its first note on, between keys as well")
  func firstLoudness() async throws {
    let sound = try softSound()
    let player = try player(sound)
    for number in [60, 63, 69] {
      let level = try #require(try await heard(key(number), from: player).level)
      #expect(abs(level - IntonationTable.commonLevel) < 1)
    }
  }

  @Test(
    "simple waves are as loud on every key as the other sounds",
    arguments: [BuiltInSound.sine, .triangle, .reed])
  func simpleWaves(sound: BuiltInSound) async throws {
    let player = try player(try softSound())
    settings.soundSource = sound.source
    for number in [36, 48, 60, 72, 84, 96] {
      let level = try #require(try await heard(key(number), from: player).level)
      #expect(abs(level - IntonationTable.commonLevel) < 1.1, "key \(number)")
    }
  }

  @Test("loudness is measured in advance only if no table has it")
  func loudnessInAdvance() throws {
    let sound = try softSound()
    func load(_ source: SoundSourceID) throws -> LoadedSound {
      try LoadedSound(source, from: sound.library, at: 48_000, tables: sound.cache)
    }
    let unmeasured = try load(sound.source)
    #expect(unmeasured.table == nil && unmeasured.loudness != nil)
    let builtIn = try load(BuiltInSound.organ.source)
    #expect(builtIn.table == nil && builtIn.loudness == nil)
    try measure(sound, keys: 60...69)
    let measured = try load(sound.source)
    #expect(measured.table != nil && measured.loudness == nil)
  }

  @Test("a note that would be too high at its peak stays lower, as far as loudness varies besides")
  func peaks() async throws {
    let sound = try softSound()
    let tone =
      #"{"verdict":"steady","deviation":0,"uncertainty":0.1,"channelDifference":0,"octaves":0,"#
      + #""wander":0,"scatter":0,"vibratoExtent":0,"vibratoRate":0,"wobble":0,"drift":0,"inharmonicity":0,"#
      + #""level":-40,"peak":-6}"#
    let table = try JSONDecoder().decode(
      IntonationTable.self, from: Data(#"{"keys":[{"key":60,"tone":\#(tone)}]}"#.utf8))
    try sound.cache.keep(table, font: sound.preset.path, bank: 0, program: 40)
    let player = try player(sound)
    func level() async throws -> Double {
      try #require(try await heard(key(60), from: player).level)
    }
    settings.evenLoudness = false
    let plain = try await level()
    settings.evenLoudness = true
    #expect(abs(try await level() - plain - 3) < 0.01)
    settings.varyLoudness = UnitInterval(1)
    #expect(abs(try await level() - plain + 2) < 0.01)
  }

  @Test("a sound that nobody has measured is said to be so once, measured, and then corrected")
  func background() async throws {
    let sound = try TrialSound.detuned()
    let player = try player(sound)
    var notices: [SoundNotice] = []
    let told = Inbox<SoundNotice>("notices")
    player.onNotice = {
      notices.append($0)
      told.put($0)
    }
    let first = try await heard(key(60), from: player)
    #expect(abs(try #require(first.deviation) - 4.25) < 0.02)
    _ = try await heard(key(61), from: player)
    try await waitUntilMeasured(sound, told)
    #expect(notices == [.soundNotMeasured(sound.source), .soundMeasured(sound.source)])
    let later = try await heard(key(60), from: player)
    #expect(abs(try #require(later.deviation)) < 0.02)
    #expect(
      sound.cache.table(font: sound.preset.path, bank: 0, program: 40)?.keys.count
        == PresetMeter.keys.count)
    // Another player finds it.
    let other = try self.player(sound)
    var others: [SoundNotice] = []
    other.onNotice = { others.append($0) }
    #expect(abs(try #require(try await heard(key(69), from: other).deviation)) < 0.02)
    #expect(others.isEmpty)
  }

  @Test(
    "the notes of a challenge are corrected alike: what is measured meanwhile counts from the next")
  func challenges() async throws {
    let sound = try TrialSound.detuned()
    let player = try player(sound)
    let told = Inbox<SoundNotice>("notices")
    player.onNotice = { told.put($0) }
    player.prepareForTrial()
    _ = try await heard(key(60), from: player)
    try await waitUntilMeasured(sound, told)
    let second = try await heard(key(61), from: player)
    #expect(abs(try #require(second.deviation) + 3.5) < 0.02)
    player.prepareForTrial()
    let next = try await heard(key(61), from: player)
    #expect(abs(try #require(next.deviation)) < 0.02)
    settings.correctIntonation = false
    let last = try await heard(key(61), from: player)
    #expect(abs(try #require(last.deviation)) < 0.02)
  }

  @Test("the player says with which note another sound or another correction begins")
  func version() async throws {
    let sound = try TrialSound.detuned()
    try measure(sound)
    let player = try player(sound)
    func next() async throws -> Int {
      try await player.play(
        frequency: key(60), velocity: .training, amplitudeDB: AmplitudeDB(0)
      ).stop()
      engine.render(4800)
      return player.soundVersion
    }
    var versions: [Int] = []
    func addTwo() async throws { for _ in 0..<2 { versions.append(try await next()) } }
    try await addTwo()
    settings.correctIntonation = false
    try await addTwo()
    settings.soundSource = BuiltInSound.sine.source
    try await addTwo()
    settings.soundSource = BuiltInSound.triangle.source
    try await addTwo()
    #expect(Set(versions).count == 4)
    #expect(versions == versions.sorted())
    #expect(stride(from: 0, to: 8, by: 2).allSatisfy { versions[$0] == versions[$0 + 1] })
  }

  @Test("a copy of a measured font is known by what it contains; nobody is told anything")
  func copy() async throws {
    let sound = try TrialSound.detuned()
    try measure(sound)
    let copy = try sound.copied()
    let player = try player(copy)
    var notices: [SoundNotice] = []
    player.onNotice = { notices.append($0) }
    var deviation = 4.25
    for _ in 0..<200 where abs(deviation) > 0.02 {
      await Task.yield()
      deviation = try #require(try await heard(key(60), from: player).deviation)
    }
    #expect(abs(deviation) < 0.02)
    #expect(notices.isEmpty)
  }

  @Test("another file in the place of a font has nothing of its corrections")
  func replacedFont() async throws {
    let sound = try TrialSound.detuned()
    try measure(sound)
    let player = try player(sound)
    #expect(abs(try #require(try await heard(key(60), from: player).deviation)) < 0.02)
    settings.soundSource = .default
    _ = try await heard(key(60), from: player)
    var tone = TrialFont.Tone(key: 60)
    tone.cents = -9
    try sound.replace(with: [tone])
    settings.soundSource = sound.source
    let other = try await heard(key(60), from: player)
    #expect(abs(try #require(other.deviation) + 9) < 0.02)
  }

  @Test("a sound that is to stay uncorrected is measured for its silent keys, and said to be off")
  func uncorrected() async throws {
    let sound = try TrialSound.detuned()
    let player = try player(sound)
    let told = Inbox<SoundNotice>("notices")
    player.onNotice = { told.put($0) }
    settings.correctIntonation = false
    settings.evenLoudness = false
    _ = try await heard(key(60), from: player)
    #expect(try #require(await told.next(within: .seconds(500))) == .soundNotMeasured(sound.source))
    let off = try #require(await told.next(within: .seconds(500)))
    guard case .soundUncorrected(sound.source, let cents) = off else {
      Issue.record("\(off)")
      return
    }
    #expect(abs(cents - 27) < 0.05)
  }

  @Test("the built-in font needs no correction, and nobody is told of any")
  func nothingToDo() async throws {
    let sound = try TrialSound.detuned()
    let player = try player(sound)
    var notices: [SoundNotice] = []
    player.onNotice = { notices.append($0) }
    settings.soundSource = .default
    for isOn in [true, false] {
      settings.correctIntonation = isOn
      let sine = try await heard(key(60), from: player)
      #expect(abs(try #require(sine.deviation)) < 0.01)
    }
    #expect(notices.isEmpty)
  }
}

import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

@Suite("SoundFontNotePlayer")
@MainActor
struct SoundFontNotePlayerTests {
  private let fixture: PlayerFixture
  private var engine: OfflineEngine { fixture.engine }

  init() throws { fixture = try PlayerFixture() }

  // MARK: Time

  @Test("a note begins with its period, ends to the frame, and is followed by silence")
  func duration() async throws {
    let note = fixture.start(440, seconds: 0.3)
    #expect(await fixture.settle { engine.hasCommands })
    let sound = engine.render(20_000)
    try await note.value
    let frames = 14_400
    let extent = try #require(sound.extent)
    #expect(extent.lowerBound < 8)
    #expect((frames - 8..<frames).contains(extent.upperBound))
    #expect(fixture.ends.last?.distance(since: engine.time) == frames - 20_000)
  }

  @Test("a note lasts as long whatever the period", arguments: [16, 100, 1024, 8192])
  func periods(period: Int) async throws {
    let note = fixture.start(440, seconds: 0.5)
    #expect(await fixture.settle { engine.hasCommands })
    let sound = engine.render(32_768, period: period)
    try await note.value
    #expect((23_992..<24_000).contains(try #require(sound.extent).upperBound))
  }

  // MARK: Fades

  @Test("starts and stops are faded: no step is larger than the tone's own")
  func fades() async throws {
    let handle = try await fixture.hold(440)
    var sound = engine.render(9600).left
    handle.stop()
    sound += engine.render(9600).left
    let steady = sound[4800..<9600]
    let largest = zip(steady, steady.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    let anywhere = zip(sound, sound.dropFirst()).map { abs($0 - $1) }.max() ?? 1
    #expect(largest > 0)
    #expect(anywhere <= largest * 1.02)
    // Silent after the fade, and until then not.
    let fade = Int(FadeCurve.seconds * engine.sampleRate)
    let last = try #require(sound.lastIndex { $0 != 0 })
    #expect((9600 + fade - 8..<9600 + fade).contains(last))
  }

  @Test("a stop during the fade-in ends the note without a step")
  func earlyStop() async throws {
    let handle = try await fixture.hold(440)
    var sound = engine.render(320).left
    handle.stop()
    sound += engine.render(4800).left
    let largest = zip(sound, sound.dropFirst()).map { abs($0 - $1) }.max() ?? 1
    #expect(largest < 0.01)
    #expect(sound.last == 0)
  }

  @Test("stopAll fades out everything and ends every note")
  func stopAll() async throws {
    let note = fixture.start(300, seconds: 3)
    let handle = try await fixture.hold(500)
    #expect(await fixture.settle { engine.commandCount >= 3 })
    engine.render(4800)
    fixture.player.stopAll()
    engine.render(1024)
    #expect(engine.render(4800).extent == nil)
    try await note.value
    #expect(throws: AudioError.noteEnded) {
      try handle.adjustFrequency(Frequency(hertz: 501))
    }
  }

  @Test("a note fades out under the next one, which it does not change")
  func overlap() async throws {
    let first = try await fixture.hold(440)
    engine.render(4800)
    first.stop()
    _ = try await fixture.hold(660)
    let sound = engine.render(14_400)
    let steady = sound.left[4800..<14_400]
    #expect(abs(PitchMeter.cents(steady, from: 660, sampleRate: 48_000)) < 0.01)
  }

  // MARK: Handles

  @Test("stop is idempotent and takes one command")
  func idempotentStop() async throws {
    let handle = try await fixture.hold(440)
    engine.render(4800)
    handle.stop()
    handle.stop()
    handle.stop()
    #expect(engine.commandCount == 1)
    engine.render(4800)
    handle.stop()
    #expect(engine.commandCount == 0)
  }

  @Test("a cancelled note fades out and throws at once")
  func cancellation() async throws {
    let note = fixture.start(440, seconds: 3)
    #expect(await fixture.settle { engine.hasCommands })
    engine.render(4800)
    note.cancel()
    await #expect(throws: CancellationError.self) { try await note.value }
    #expect(engine.commandCount == 1)
    engine.render(1024)
    #expect(engine.render(4800).extent == nil)
  }

  @Test("a handle retunes a sounding note without a step, and within 0.01 cent after 100 ms")
  func retuning() async throws {
    let handle = try await fixture.hold(440)
    engine.render(9600)
    for cents in [200.0, -200, 0, 12.34, -0.5] {
      let goal = Frequency(hertz: 440).shifted(by: Cents(cents))
      try handle.adjustFrequency(goal)
      let sound = engine.render(4800 + 9600).left
      let largest = zip(sound, sound.dropFirst()).map { abs($0 - $1) }.max() ?? 1
      #expect(largest < 0.02)
      let reached = PitchMeter.cents(sound[4800...], from: goal.hertz, sampleRate: 48_000)
      #expect(abs(reached) < 0.01)
    }
  }

  @Test(
    "200 cents either way may be asked for and no more; the note goes on as it was",
    arguments: [200.000_002, -200.000_002, 1200])
  func bendLimit(cents: Double) async throws {
    let handle = try await fixture.hold(440)
    engine.render(9600)
    #expect(throws: AudioError.self) {
      try handle.adjustFrequency(Frequency(hertz: 440).shifted(by: Cents(cents)))
    }
    let sound = engine.render(9600).left
    #expect(abs(PitchMeter.cents(sound[...], from: 440, sampleRate: 48_000)) < 0.01)
    try handle.adjustFrequency(Frequency(hertz: 440).shifted(by: Cents(200.000_000_5)))
  }

  // MARK: What can be asked for

  @Test("20 Hz and 20 kHz can be played, what lies beyond cannot", arguments: [19.999, 20_000.01])
  func frequencyLimits(hertz: Double) async throws {
    _ = try await fixture.hold(20)
    _ = try await fixture.hold(20_000)
    await #expect(throws: AudioError.frequencyOutOfRange(hertz: hertz)) {
      _ = try await fixture.hold(hertz)
    }
  }

  @Test("the frequency that sounds is the one asked for", arguments: [44_100.0, 48_000, 96_000])
  func frequencies(sampleRate: Double) async throws {
    let fixture = try PlayerFixture(sampleRate: sampleRate)
    for hertz in [27.5, 61.735, 110.1, 261.625_565, 437.31, 1000.7, 3520, 9999.9, 19_000] {
      let handle = try await fixture.hold(hertz)
      fixture.engine.render(4096)
      let sound = fixture.engine.render(Int(sampleRate / 2)).left
      let error = PitchMeter.cents(sound[...], from: hertz, sampleRate: sampleRate)
      #expect(abs(error) < 0.01, "\(hertz) Hz")
      handle.stop()
      fixture.engine.render(4096)
    }
  }

  @Test("the level follows the amplitude in decibels")
  func amplitude() async throws {
    var peaks: [Float] = []
    for decibels in [0.0, -20, 12] {
      let handle = try await fixture.hold(440, at: decibels)
      engine.render(4800)
      peaks.append(engine.render(4800).peak)
      handle.stop()
      engine.render(4800)
    }
    #expect(abs(20 * log10(peaks[1] / peaks[0]) + 20) < 0.01)
    #expect(abs(20 * log10(peaks[2] / peaks[0]) - 12) < 0.01)
    #expect(peaks[2] < 1)
  }

  // MARK: Faults

  @Test("more notes than voices are refused, and none that sounds is lost")
  func overload() async throws {
    for _ in 0..<VoiceBankView.voiceCount { _ = try await fixture.hold(440) }
    let note = fixture.start(500)
    #expect(await fixture.settle { engine.commandCount == VoiceBankView.voiceCount + 2 })
    engine.render(4800)
    await #expect(throws: AudioError.overloaded) { try await note.value }
    #expect(engine.render(4800).peak > 0)
  }

  @Test("without a running engine nothing can be played")
  func engineGone() async throws {
    engine.isRunning = false
    await #expect(throws: AudioError.engineUnavailable) { _ = try await fixture.hold(440) }
  }

  // MARK: Sounds

  @Test("another sound takes effect with the next note; the old one fades under it")
  func soundChange() async throws {
    let sine = try await fixture.hold(440)
    engine.render(4800)
    fixture.settings.soundSource = SoundSourceID(bank: 8, program: 81)
    sine.stop()
    _ = try await fixture.hold(440)
    engine.render(9600)
    #expect(fixture.returnedBanks == 1)
    #expect(engine.render(4800).peak > 0)
  }

  @Test("a sound that takes its time is told, and notes go on in the old one until it is there")
  func slowSound() async throws {
    let queue = LoadingQueue()
    let fixture = try PlayerFixture(queue: queue, timeout: .zero)
    let busy = DispatchSemaphore(value: 0)
    var notices: [SoundNotice] = []
    fixture.player.onNotice = { notices.append($0) }
    _ = try await fixture.hold(440)
    fixture.engine.render(4800)
    queue.perform { busy.wait() }
    let other = SoundSourceID(bank: 8, program: 81)
    fixture.settings.soundSource = other
    for _ in 0..<2 {
      let handle = try await fixture.hold(440)
      #expect(fixture.engine.render(4800).peak > 0)
      handle.stop()
      fixture.engine.render(4800)
    }
    #expect(notices == [.soundLoading(other)])
    #expect(fixture.returnedBanks == 0)
    busy.signal()
    await queue.flush()
    #expect(await fixture.settle { notices.count == 2 })
    #expect(notices.last == .soundReady(other))
    fixture.player.stopAll()
    fixture.engine.render(4800)
    _ = try await fixture.hold(440)
    #expect(fixture.engine.render(4800).peak > 0)
    #expect(fixture.returnedBanks == 1)
  }

  @Test("a trial of a plan waits for its sound, however long that takes")
  func awaitedSound() async throws {
    let queue = LoadingQueue()
    let fixture = try PlayerFixture(queue: queue, timeout: .zero)
    fixture.settings.waitsForSound = true
    let busy = DispatchSemaphore(value: 0)
    var notices: [SoundNotice] = []
    fixture.player.onNotice = { notices.append($0) }
    queue.perform { busy.wait() }
    let sound = SoundSourceID(bank: 8, program: 81)
    fixture.settings.soundSource = sound
    fixture.player.prepareForTrial()
    let note = fixture.start(440)
    try await wait(for: "the loading") { !notices.isEmpty }
    #expect(notices == [.soundLoading(sound)])
    fixture.engine.render(4800)
    #expect(!fixture.engine.hasCommands && fixture.engine.render(4800).peak == 0)
    busy.signal()
    try await wait(for: "the sound") { fixture.player.recordedSound == "Peach:8:81" }
    note.cancel()
  }

  @Test(
    "the last sound that was asked for is the one that comes, and back to the first needs no loading"
  )
  func changedMind() async throws {
    let queue = LoadingQueue()
    let fixture = try PlayerFixture(queue: queue, timeout: .zero)
    let busy = DispatchSemaphore(value: 0)
    var notices: [SoundNotice] = []
    fixture.player.onNotice = { notices.append($0) }
    queue.perform { busy.wait() }
    for program in [81, 82, 80] {
      fixture.settings.soundSource = SoundSourceID(bank: 8, program: program)
      let handle = try await fixture.hold(440)
      fixture.engine.render(640)
      handle.stop()
      fixture.engine.render(4800)
    }
    busy.signal()
    await queue.flush()
    _ = await fixture.settle { false }
    #expect(
      notices
        == [81, 82].map { .soundLoading(SoundSourceID(bank: 8, program: $0)) })
    _ = try await fixture.hold(440)
    fixture.engine.render(4800)
    #expect(fixture.returnedBanks == 0)
  }

  @Test("a sound for which the callback has no room waits until one of the others has ended")
  func noRoom() async throws {
    let queue = LoadingQueue()
    let fixture = try PlayerFixture(queue: queue, timeout: .zero)
    var held: [any PlaybackHandle] = []
    func hold(_ program: Int) async throws {
      fixture.settings.soundSource = SoundSourceID(bank: 8, program: program)
      held.append(try await fixture.hold(440))
      fixture.engine.render(640)
      await queue.flush()
      _ = await fixture.settle { false }
    }
    for program in [80, 81, 81, 82, 82, 16, 24, 24] { try await hold(program) }
    #expect(fixture.returnedBanks == 0 && fixture.player.recordedSound == "Peach:8:16")
    for note in held { note.stop() }
    fixture.engine.render(9600)
    try await hold(24)
    #expect(fixture.returnedBanks > 0 && fixture.player.recordedSound == "Peach:8:24")
  }

  @Test("the notes of a challenge have one sound: another begins with the next challenge")
  func challengeSound() async throws {
    fixture.player.prepareForTrial()
    try await hold()
    fixture.settings.soundSource = SoundSourceID(bank: 8, program: 81)
    try await hold()
    #expect(fixture.returnedBanks == 0)
    fixture.player.prepareForTrial()
    try await hold()
    #expect(fixture.returnedBanks == 1)
    fixture.settings.soundSource = .default
    try await hold()
    #expect(fixture.returnedBanks == 1)
  }

  private func hold() async throws {
    let handle = try await fixture.hold(440)
    engine.render(640)
    handle.stop()
    engine.render(4800)
  }

  @Test("a sound that is not there falls back to the default, and it is said once")
  func missingSound() async throws {
    var notices: [SoundNotice] = []
    fixture.player.onNotice = { notices.append($0) }
    let missing = SoundSourceID(bank: 77, program: 3)
    fixture.settings.soundSource = missing
    for _ in 0..<3 {
      let handle = try await fixture.hold(440)
      #expect(engine.render(4800).peak > 0)
      handle.stop()
      engine.render(4800)
    }
    guard case .soundMissing(missing, playing: .default, .noPreset) = notices.first else {
      Issue.record("\(notices)")
      return
    }
    #expect(notices.count == 1)
    #expect(fixture.player.soundingSource == .default)
  }
}

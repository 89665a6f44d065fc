import Foundation
import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

/// A held note that dies away is struck again, measured in the rendered samples.
@Suite("Held notes")
@MainActor
struct HeldNoteTests {
  private static let rate = 48_000.0

  /// Long enough for three strokes of every sound.
  private static let seconds = 12

  nonisolated static let decaying: [BuiltInSound] = [.piano, .vibraphone, .guitar]
  nonisolated static let steady = BuiltInSound.allCases.filter { !decaying.contains($0) }

  private func hertz(ofKey key: Int, cents: Double = 0) -> Double {
    440 * exp2((Double(key) - 69 + cents / 100) / 12)
  }

  private func fixture(_ sound: BuiltInSound, strikesAgain: Bool = true) throws -> PlayerFixture {
    let fixture = try PlayerFixture()
    fixture.settings.soundSource = sound.source
    fixture.settings.reStrike = strikesAgain
    return fixture
  }

  /// What a held note gives.
  private func held(
    _ sound: BuiltInSound, _ hertz: Double, strikesAgain: Bool = true, period: Int = 64
  ) async throws -> [Float] {
    let fixture = try fixture(sound, strikesAgain: strikesAgain)
    _ = try await fixture.hold(hertz)
    return fixture.engine.render(Self.seconds * 48_000, period: period).left
  }

  /// The root mean squares of 50 ms each, in decibels; the fade-in is left out.
  private func levels(of sound: [Float]) -> [Double] {
    stride(from: 2400, to: sound.count - 2399, by: 2400).map {
      20 * log10(max(sound.rootMeanSquare(in: $0..<$0 + 2400), 1e-9))
    }
  }

  /// How far the levels are apart, in decibels.
  private func spread(of levels: [Double]) -> Double {
    (levels.max() ?? 0) - (levels.min() ?? 0)
  }

  // MARK: Level

  @Test(
    "a note that dies away stays within 22 dB of its highest level", arguments: decaying,
    [36, 93])
  func level(sound: BuiltInSound, key: Int) async throws {
    let samples = try await held(sound, hertz(ofKey: key, cents: 13))
    #expect(spread(of: levels(of: samples)) < 22)
  }

  @Test("without the setting it dies away", arguments: decaying)
  func off(sound: BuiltInSound) async throws {
    let levels = levels(of: try await held(sound, hertz(ofKey: 69), strikesAgain: false))
    #expect(try #require(levels.last) < levels[0] - 40)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 < $0 + 0.5 })
  }

  @Test("a note of set length dies away")
  func setLength() async throws {
    let fixture = try fixture(.vibraphone)
    // The sound is loaded with the first note.
    try await fixture.hold(880).stop()
    fixture.engine.render(2000)
    let note = fixture.start(880, seconds: 3)
    #expect(await fixture.settle { fixture.engine.hasCommands })
    let levels = levels(of: fixture.engine.render(140_000).left)
    #expect(spread(of: levels) > 20)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 < $0 + 0.5 })
    fixture.engine.render(9600)
    try await note.value
  }

  @Test("a note of set length that others are heard against is struck again")
  func accompaniment() async throws {
    let fixture = try fixture(.vibraphone)
    try await fixture.hold(880).stop()
    fixture.engine.render(2000)
    let note = Passage.Note(
      NoteRequest(Frequency(hertz: 880)), duration: NoteSpan(seconds: 8), goesOn: true)
    _ = try await fixture.player.play(Passage(note))
    #expect(spread(of: levels(of: fixture.engine.render(7 * 48_000).left)) < 22)
    fixture.engine.render(48_000 + 64)
    #expect(fixture.engine.render(4800).extent == nil)
  }

  @Test("what does not die away is never struck: not a sample differs", arguments: steady)
  func unstruck(sound: BuiltInSound) async throws {
    let struck = try await held(sound, hertz(ofKey: 60, cents: 13))
    let plain = try await held(sound, hertz(ofKey: 60, cents: 13), strikesAgain: false)
    let isSame = struck == plain
    #expect(isSame)
  }

  @Test(
    "strokes begin at the same frame and sound the same, whatever the period", arguments: decaying)
  func samePeriods(sound: BuiltInSound) async throws {
    let first = try await held(sound, hertz(ofKey: 69, cents: 13), period: 16)
    let plain = try await held(sound, hertz(ofKey: 69, cents: 13), strikesAgain: false, period: 16)
    let isStruck = first != plain
    #expect(isStruck)
    for period in [100, 256, 8192] {
      let isSame = try await held(sound, hertz(ofKey: 69, cents: 13), period: period) == first
      #expect(isSame, "\(period) frames")
    }
  }

  @Test(
    "what was rendered ahead of a stop is not heard in the next note", arguments: [true, false])
  func rest(strikesAgain: Bool) async throws {
    var renderings: [[Float]] = []
    for period in [16, 1024] {
      let fixture = try fixture(.vibraphone, strikesAgain: strikesAgain)
      var samples: [Float] = []
      for hertz in [440, 466.2, 880] {
        let handle = try await fixture.hold(hertz)
        samples += fixture.engine.render(5120, period: period).left
        handle.stop()
        samples += fixture.engine.render(2048, period: period).left
      }
      renderings.append(samples)
    }
    let isSame = renderings[0] == renderings[1]
    #expect(isSame)
  }

  // MARK: Pitch and clicks

  @Test(
    "the pitch stays within 0.05 cent through every stroke, a piano's within 0.1",
    arguments: decaying, [57, 93])
  func pitch(sound: BuiltInSound, key: Int) async throws {
    let target = hertz(ofKey: key, cents: 13.37)
    let samples = try await held(sound, target, period: key == 69 ? 16 : 1024)
    #expect(spread(of: levels(of: samples)) > 15)
    let length = Int(max(0.06, 24 / target) * Self.rate)
    var worst = 0.0
    for start in stride(from: 4800, to: samples.count - length, by: 1200) {
      let cents = PitchMeter.cents(
        samples[start..<start + length], from: target, sampleRate: Self.rate)
      worst = max(worst, abs(cents))
    }
    #expect(worst < (sound == .piano ? 0.1 : 0.05))
    #expect(worst > 0, "something was measured")
  }

  @Test(
    "no stroke clicks: nothing of a step is left that the note's own partials would not leave",
    arguments: [57, 69])
  func clicks(key: Int) async throws {
    var samples = try await held(.vibraphone, hertz(ofKey: key, cents: 13))
    #expect(largestStep(in: samples) < 1.1)
    // A step 75 dB below the peak would be found.
    let peak = samples.reduce(0) { max($0, abs($1)) }
    let step = peak * Float(pow(10.0, -75.0 / 20))
    for frame in 200_000..<samples.count { samples[frame] += step }
    #expect(largestStep(in: samples) > 1.1)
  }

  /// What differs from frame to frame after the first second, relative to the first second. Of a
  /// vibraphone's three partials the eighth difference leaves little, of a step all.
  private func largestStep(in samples: [Float]) -> Double {
    var rest = samples.map(Double.init)
    for _ in 0..<8 { rest = zip(rest, rest.dropFirst()).map { $1 - $0 } }
    func largest(_ frames: Range<Int>) -> Double { rest[frames].reduce(0) { max($0, abs($1)) } }
    return largest(48_000..<rest.count) / largest(2000..<48_000)
  }

  @Test("a note that is being tuned keeps to what it is tuned to, through every stroke")
  func tuning() async throws {
    let fixture = try fixture(.vibraphone)
    let handle = try await fixture.hold(880)
    fixture.engine.render(4800)
    var worst = 0.0
    var highest = 0.0
    var lowest = Double.infinity
    for step in 0..<110 {
      let target = 880 * exp2(150 * sin(Double(step) * 0.7) / 1200)
      try handle.adjustFrequency(Frequency(hertz: target))
      let samples = fixture.engine.render(4800).left
      let cents = PitchMeter.cents(samples[1500..<4500], from: target, sampleRate: Self.rate)
      worst = max(worst, abs(cents))
      let level = samples.rootMeanSquare(in: 0..<4800)
      highest = max(highest, level)
      lowest = min(lowest, level)
    }
    #expect(worst < 0.05)
    #expect(20 * log10(highest / lowest) > 15, "it was struck")
    #expect(20 * log10(highest / lowest) < 22)
  }

  // MARK: One note

  /// Where the first stroke of a held vibraphone begins to sound, at the beginning of a period, and
  /// what the note gives with strokes and without.
  private func firstStroke() async throws -> (frame: Int, struck: [Float], plain: [Float]) {
    let struck = try await held(.vibraphone, 880)
    let plain = try await held(.vibraphone, 880, strikesAgain: false)
    let frame = try #require(struck.indices.first { struck[$0] != plain[$0] })
    return (frame / 64 * 64, struck, plain)
  }

  @Test("a stop before, in and after the crossing is the fade of any note, and the note's one end")
  func stop() async throws {
    let (stroke, struck, plain) = try await firstStroke()
    // Shortly before the crossing the stroke is prepared and then does not come.
    for offset in [-6400, -3200, -512, 64, 640, 1280, 1856, 2560] {
      let frame = stroke + offset
      let whole = offset < 0 ? plain : struck
      let fixture = try fixture(.vibraphone)
      let handle = try await fixture.hold(880)
      let isSame = fixture.engine.render(frame).left == Array(whole[..<frame])
      #expect(isSame)
      handle.stop()
      let fade = fixture.engine.render(2000).left
      let difference = (0..<960).map { index in
        let gain = (1 + cos(.pi * (Double(index) + 0.5) / 960)) / 2
        return abs(Double(fade[index]) - Double(whole[frame + index]) * gain)
      }
      #expect(difference.allSatisfy { $0 < 1e-6 }, "\(offset)")
      #expect(fade[960...].allSatisfy { $0 == 0 })
      #expect(fixture.starts.count == 1)
      #expect(fixture.ends.count == 1)
    }
  }

  @Test("a note after one that was stopped in the crossing sounds and is struck like any other")
  func after() async throws {
    let stroke = try await firstStroke().frame
    let fixture = try fixture(.vibraphone)
    for _ in 0..<2 * SpareStrands.capacity {
      let handle = try await fixture.hold(880)
      fixture.engine.render(stroke + 640)
      handle.stop()
      fixture.engine.render(2000)
    }
    _ = try await fixture.hold(880)
    let samples = fixture.engine.render(Self.seconds * 48_000).left
    #expect(spread(of: levels(of: samples)) < 22)
  }

  @Test("with every voice in use the strokes refuse no note, and all voices are struck")
  func chord() async throws {
    let fixture = try fixture(.vibraphone)
    for voice in 0..<VoiceBankView.voiceCount {
      _ = try await fixture.hold(hertz(ofKey: 60 + 3 * voice))
    }
    let samples = fixture.engine.render(Self.seconds * 48_000).left
    #expect(fixture.starts.count == VoiceBankView.voiceCount)
    #expect(fixture.ends.isEmpty)
    #expect(spread(of: levels(of: samples)) < 28)

    // Strands lent to strokes are no voices: once the notes have ended, there is room for as many.
    fixture.player.stopAll()
    fixture.engine.render(2000)
    for voice in 0..<VoiceBankView.voiceCount {
      _ = try await fixture.hold(hertz(ofKey: 60 + 3 * voice))
    }
    fixture.engine.render(64)
    #expect(fixture.starts.count == 2 * VoiceBankView.voiceCount)
  }

  @Test(
    "a note is struck whatever the sample rate", arguments: [22_050.0, 44_100, 96_000, 192_000])
  func sampleRates(rate: Double) async throws {
    let fixture = try PlayerFixture(sampleRate: rate)
    fixture.settings.soundSource = BuiltInSound.vibraphone.source
    _ = try await fixture.hold(880)
    let samples = fixture.engine.render(Int(6 * rate), period: 256).left
    let part = Int(0.05 * rate)
    let levels = (1..<samples.count / part).map {
      20 * log10(max(samples.rootMeanSquare(in: $0 * part..<($0 + 1) * part), 1e-9))
    }
    #expect((18..<22).contains(spread(of: levels)))
  }
}

import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

/// No click, ever: what sounds differs from the mathematically ideal note by less than −105 dB, in
/// every frame. An ideal fade of this length has itself a click figure of −66…−97 dB and an ideal
/// sweep one of −103 dB, so what the difference adds to either is far below a decibel.
@Suite("Smoothness")
@MainActor
struct SmoothnessTests {
  private static let rate = 48_000.0

  /// In decibels relative to the root mean square of the steady note, at every pitch.
  private static let limit = -105.0

  private let fixture: PlayerFixture

  init() throws { fixture = try PlayerFixture() }

  /// Every pitch from 20 Hz to 20 kHz, 3.3 semitones apart.
  nonisolated static let frequencies = (0..<37).map { 20 * exp2(Double($0) * 9.9657 / 36) }

  @Test("start and stop are ideal fades at every pitch", arguments: frequencies)
  func fades(hertz: Double) async throws {
    var sound = fixture.engine.render(200).left
    let handle = try await fixture.hold(hertz)
    sound += fixture.engine.render(9000).left
    handle.stop()
    sound += fixture.engine.render(2000).left
    let tone = IdealTone(sampleRate: Self.rate, hertz: hertz, start: 200, stop: 9200)
    expect(sound, tone)
  }

  @Test("stopAll fades as a stop does, and a stop within the first fade has no corner")
  func stopAll() async throws {
    var sound = fixture.engine.render(200).left
    _ = try await fixture.hold(700)
    sound += fixture.engine.render(7000).left
    fixture.player.stopAll()
    sound += fixture.engine.render(2000).left
    expect(sound, IdealTone(sampleRate: Self.rate, hertz: 700, start: 200, stop: 7200))

    // The ideal fades multiply; what is too short to be fitted is compared with a longer note's
    // level.
    let level = sound.rootMeanSquare(in: 2000..<7000)
    for length in [1, 64, 480, 959, 1000] {
      let handle = try await fixture.hold(700)
      var short = fixture.engine.render(length).left
      handle.stop()
      short += fixture.engine.render(1500).left
      let tone = IdealTone(sampleRate: Self.rate, hertz: 700, start: 0, stop: length)
      let ideal = tone.samples(like: short, fitting: 0..<length + 960)
      #expect(short.residual(from: ideal, relativeTo: level) < Self.limit, "\(length) frames")
    }
  }

  @Test("a tail under the next note keeps its pitch and its fade")
  func overlap() async throws {
    let first = try await fixture.hold(440)
    var sound = fixture.engine.render(9000).left
    first.stop()
    let second = try await fixture.hold(469.3)
    sound += fixture.engine.render(9000).left
    second.stop()
    sound += fixture.engine.render(2000).left
    let tones = [
      IdealTone(sampleRate: Self.rate, hertz: 440, start: 0, stop: 9000),
      IdealTone(sampleRate: Self.rate, hertz: 469.3, start: 9000, stop: 18_000),
    ]
    let ideals = [
      tones[0].samples(like: sound, fitting: 1500..<8900),
      tones[1].samples(like: sound, fitting: 10_500..<17_900),
    ]
    let level = sound.rootMeanSquare(in: 1500..<8900)
    let both = zip(ideals[0], ideals[1]).map { $0 + $1 }
    #expect(sound.residual(from: both, relativeTo: level) < Self.limit)
  }

  @Test(
    "a jump glides, and a stop in the middle of it fades the gliding note",
    arguments: [-200.0, -33.3, 0.7, 100, 200], [0, 20, 5000])
  func jump(cents: Double, framesBeforeStop: Int) async throws {
    let handle = try await fixture.hold(523.25)
    var sound = fixture.engine.render(7000).left
    try handle.adjustFrequency(Frequency(hertz: 523.25 * exp2(cents / 1200)))
    sound += fixture.engine.render(framesBeforeStop).left
    handle.stop()
    sound += fixture.engine.render(2000).left
    var tone = IdealTone(
      sampleRate: Self.rate, hertz: 523.25, start: 0, stop: 7000 + framesBeforeStop)
    tone.bends = [(7000, cents)]
    expect(sound, tone, steady: 1500..<6900)
  }

  @Test("a note of another sound over a held one leaves that as it was")
  func soundChange() async throws {
    let handle = try await fixture.hold(440)
    var sound = fixture.engine.render(7000).left
    fixture.settings.soundSource = SoundSourceID(bank: 8, program: 82)
    let other = try await fixture.hold(330)
    sound += fixture.engine.render(3000).left
    other.stop()
    sound += fixture.engine.render(9000).left
    handle.stop()
    sound += fixture.engine.render(2000).left
    let tone = IdealTone(sampleRate: Self.rate, hertz: 440, start: 0, stop: 19_000)
    let ideal = tone.samples(like: sound, fitting: 1500..<6900)
    let level = sound.rootMeanSquare(in: 1500..<6900)
    // Before the other note and after it.
    for part in [0..<7000, 11_000..<sound.count] {
      let residual = Array(sound[part]).residual(from: Array(ideal[part]), relativeTo: level)
      #expect(residual < Self.limit)
    }
    #expect(fixture.returnedBanks == 1)
  }

  @Test(
    "a sweep of ±200 cents within half a second is a smooth glide, however often it is steered",
    arguments: [16, 64, 256, 480])
  func sweep(frames: Int) async throws {
    let handle = try await fixture.hold(440)
    var sound = fixture.engine.render(7000).left
    var tone = IdealTone(sampleRate: Self.rate, hertz: 440, start: 0, stop: 34_000)
    var frame = 7000
    while frame < 31_000 {
      let cents = 200 * sin(2 * .pi * Double(frame - 7000) / 24_000)
      try handle.adjustFrequency(Frequency(hertz: 440 * exp2(cents / 1200)))
      tone.bends.append((frame, cents))
      sound += fixture.engine.render(frames, period: frames).left
      frame += frames
    }
    sound += fixture.engine.render(34_000 - frame).left
    handle.stop()
    sound += fixture.engine.render(2000).left
    expect(sound, tone, steady: 1500..<6900)
  }

  private func expect(_ sound: [Float], _ tone: IdealTone, steady: Range<Int>? = nil) {
    let steady = steady ?? tone.start + 1500..<tone.stop - 100
    let ideal = tone.samples(like: sound, fitting: steady)
    let level = sound.rootMeanSquare(in: steady)
    #expect(level > 0.001)
    let residual = sound.residual(from: ideal, relativeTo: level)
    #expect(residual < Self.limit, "\(tone.hertz) Hz")
    #expect(sound[tone.end...].allSatisfy { $0 == 0 })
  }
}

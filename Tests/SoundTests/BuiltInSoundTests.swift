import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

/// What makes the built-in sounds fit for training, measured in the rendered samples.
@Suite("Built-in sounds")
@MainActor
struct BuiltInSoundTests {
  private nonisolated static let decaying: [BuiltInSound] = [.piano, .vibraphone, .guitar]
  private nonisolated static let likenesses = BuiltInSound.allCases.filter {
    ![.sine, .triangle, .reed].contains($0)
  }
  private nonisolated static let steady = BuiltInSound.allCases.filter { !decaying.contains($0) }

  @Test(
    "a second of any note of any instrument is equally loud, within a decibel",
    arguments: likenesses)
  func loudness(sound: BuiltInSound) async throws {
    // A sine at 500 Hz, where the meter's weight is about 1.
    let reference = try await loudness(of: .sine, at: 500)
    for key in stride(from: 21, through: 108, by: 5) {
      let hertz = 440 * exp2(Double(key - 69) / 12)
      let loudness = try await loudness(of: sound, at: hertz)
      #expect(abs(loudness - reference) < 1, "key \(key)")
    }
  }

  @Test(
    "a steady tone has nothing beside its partials, down to 90 dB",
    arguments: steady, [437, 311, 219, 157, 109, 79, 53, 37, 23, 13])
  func purity(sound: BuiltInSound, period: Int) async throws {
    let fixture = try PlayerFixture()
    fixture.settings.soundSource = sound.source
    let handle = try await fixture.hold(fixture.engine.sampleRate / Double(period))
    fixture.engine.render(24_000)
    let cycles = 8
    let tone = fixture.engine.render(cycles * period * (1 + 24_000 / (cycles * period))).left
    handle.stop()
    // Whatever is not a partial differs from one period to the next.
    let mean = (0..<period).map { phase in
      stride(from: phase, to: tone.count, by: period).reduce(0.0) { $0 + Double(tone[$1]) }
        / Double(tone.count / period)
    }
    let rest = tone.indices.map { Float(Double(tone[$0]) - mean[$0 % period]) }
    let whole = 0..<tone.count
    let residual = rest.rootMeanSquare(in: whole) / tone.rootMeanSquare(in: whole)
    #expect(20 * log10(residual) < -90)
  }

  @Test(
    "what is struck or plucked dies away and is still heard after three seconds",
    arguments: decaying)
  func decay(sound: BuiltInSound) async throws {
    for key in stride(from: 21, through: 108, by: 29) {
      let fixture = try PlayerFixture()
      fixture.settings.soundSource = sound.source
      fixture.settings.reStrike = false
      let handle = try await fixture.hold(440 * exp2(Double(key - 69) / 12))
      fixture.engine.render(2400)
      let levels = (0..<6).map { _ in
        let part = fixture.engine.render(24_000).left
        return 20 * log10(part.rootMeanSquare(in: 0..<part.count))
      }
      handle.stop()
      for (level, next) in zip(levels, levels.dropFirst()) {
        #expect(next < level - 1, "key \(key)")
      }
      #expect(levels[5] > levels[0] - 50, "key \(key)")
    }
  }

  @Test(
    "what is struck or plucked keeps its pitch while it dies away, within a twentieth of a cent",
    arguments: decaying)
  func latePitch(sound: BuiltInSound) async throws {
    for key in [22, 27, 28, 33, 43, 60, 84] {
      let fixture = try PlayerFixture()
      fixture.settings.soundSource = sound.source
      fixture.settings.reStrike = false
      let rate = fixture.engine.sampleRate
      let hertz = 440 * exp2(Double(key - 69) / 12)
      let handle = try await fixture.hold(hertz)
      fixture.engine.render(Int(0.9 * rate))
      for _ in 0..<3 {
        let tone = fixture.engine.render(Int(max(0.06, 24 / hertz) * rate)).left
        let deviation = PitchMeter.cents(tone[...], from: hertz, sampleRate: rate)
        #expect(abs(deviation) < 0.05, "key \(key)")
      }
      handle.stop()
    }
  }

  /// The K-weighted level of a note's first second, in decibels.
  private func loudness(of sound: BuiltInSound, at hertz: Double) async throws -> Double {
    let fixture = try PlayerFixture()
    fixture.settings.soundSource = sound.source
    let handle = try await fixture.hold(hertz)
    let tone = fixture.engine.render(48_000).left
    handle.stop()
    return LoudnessMeter.decibels(tone)
  }
}

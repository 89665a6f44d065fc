import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

/// What is asked for is what sounds, measured in the rendered samples.
@Suite("Pitch")
@MainActor
struct PitchTests {
  /// Where a note is asked for within ±200 cents of its key: fractions of a cent, whole ones, and
  /// both ends.
  private static let offsets: [Double] = [
    -200, -173.21, -123.456, -77.7, -50, -3.14159, 0.01, 0.5, 33.333, 99.99, 150.07, 200,
  ]

  @Test(
    "every key with twelve offsets sounds within a hundredth of a cent, begun there and glided to",
    arguments: [44_100.0, 48_000])
  func everyKey(rate: Double) async throws {
    var worst = 0.0
    for key in 16...127 {
      let fixture = try PlayerFixture(sampleRate: rate)
      let around = 440 * exp2(Double(key - 69) / 12)
      for (index, offset) in Self.offsets.enumerated() {
        let target = around * exp2(offset / 1200)
        guard SoundFontNotePlayer.frequencies.contains(target) else { continue }
        // Every other note is asked for directly, the others are reached from where the key lies.
        let begins = index.isMultiple(of: 2) ? target : max(around, 20)
        let deviation = try await deviation(
          of: target, begunAt: begins, in: fixture, period: 64)
        worst = max(worst, abs(deviation))
        #expect(abs(deviation) < 0.01, "key \(key), offset \(offset)")
      }
    }
    #expect(worst > 0, "something was measured")
  }

  @Test(
    "other sample rates are as exact", arguments: [32_000.0, 88_200, 96_000, 192_000, 384_000])
  func sampleRates(rate: Double) async throws {
    for key in stride(from: 17, through: 127, by: 10) {
      let fixture = try PlayerFixture(sampleRate: rate)
      let around = 440 * exp2(Double(key - 69) / 12)
      for offset in [-123.456, 0.5, 99.99] {
        let target = around * exp2(offset / 1200)
        let deviation = try await deviation(of: target, begunAt: around, in: fixture, period: 256)
        #expect(abs(deviation) < 0.01, "key \(key), offset \(offset)")
      }
    }
  }

  @Test(
    "the period does not matter",
    arguments: [16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 441, 1000])
  func periods(period: Int) async throws {
    let fixture = try PlayerFixture()
    for target in [55.5, 443.21, 5001.7] {
      let deviation = try await deviation(
        of: target, begunAt: target * 1.05, in: fixture, period: period)
      #expect(abs(deviation) < 0.01, "\(target) Hz")
    }
  }

  @Test(
    "every built-in sound is as exact, plucked and bowed alike", arguments: BuiltInSound.allCases,
    [44_100.0, 48_000])
  func allSounds(sound: BuiltInSound, rate: Double) async throws {
    let fixture = try PlayerFixture(sampleRate: rate)
    fixture.settings.soundSource = sound.source
    var worst = 0.0
    // Every key at one of the rates.
    for key in stride(from: rate == 48_000 ? 21 : 22, through: 108, by: 2) {
      let around = 440 * exp2(Double(key - 69) / 12)
      let target = around * exp2(Self.offsets[key % Self.offsets.count] / 1200)
      let begins = key.isMultiple(of: 3) ? target : around
      let deviation = try await deviation(of: target, begunAt: begins, in: fixture, period: 64)
      worst = max(worst, abs(deviation))
      #expect(abs(deviation) < 0.01, "key \(key)")
    }
    #expect(worst > 0, "something was measured")
  }

  /// Plays a note begun at one frequency and moved to another; how many cents it lies off, 100 ms
  /// after.
  private func deviation(
    of target: Double, begunAt start: Double, in fixture: PlayerFixture, period: Int
  ) async throws -> Double {
    let rate = fixture.engine.sampleRate
    let handle = try await fixture.hold(start)
    fixture.engine.render(Int(0.03 * rate), period: period)
    if target != start { try handle.adjustFrequency(Frequency(hertz: target)) }
    fixture.engine.render(Int(0.1 * rate), period: period)
    let frames = Int(max(0.06, 24 / target) * rate)
    let sound = fixture.engine.render(frames, period: period)
    #expect(sound.peak > 0.001)
    handle.stop()
    fixture.engine.render(Int(0.03 * rate), period: period)
    return PitchMeter.cents(sound.left[...], from: target, sampleRate: rate)
  }
}

import Foundation
import Intonation
import Testing

@testable import PlayedTones

@Suite("The coarse pitch of the input")
struct PitchTrackerTests {
  private func frames(
    _ samples: [Float], sampleRate: Double = 48_000, piece: Int = 777
  ) -> [PitchFrame] {
    var tracker = PitchTracker(sampleRate: sampleRate)
    return tracker.frames(of: samples, piece: piece)
  }

  @Test(
    "a note is found 50 times a second at every rate of JACK's",
    arguments: [8000.0, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000, 384_000])
  func rates(sampleRate: Double) throws {
    var signal = PlayedSignal(hertz: 233)
    signal.seconds = 0.6
    let samples = signal.samples(lead: 0.3, total: 1.2, sampleRate: sampleRate).map(Float.init)
    let all = frames(samples, sampleRate: sampleRate)
    // One for each 20 ms whose window fits.
    #expect((55...57).contains(all.count))
    for pair in zip(all, all.dropFirst()) {
      #expect(abs(pair.1.time - pair.0.time - 0.02) < 0.000_1)
    }
    let inside = all.filter { (0.4..<0.8).contains($0.time) }
    #expect(inside.count >= 19)
    for frame in inside {
      let hertz = try #require(frame.frequency)
      #expect(abs(1200 * log2(hertz / 233)) < 3)
      #expect(frame.clarity > 0.95)
      #expect(abs(frame.level + 20) < 0.5)
    }
    #expect(all.filter { $0.time < 0.2 || $0.time > 1 }.allSatisfy { $0.frequency == nil })
  }

  @Test(
    "from a piano's lowest note to a violin's end",
    arguments: [27.5, 30.87, 41.2, 65.4, 440, 1760, 3520])
  func range(hertz: Double) throws {
    for timbre in [PlayedSignal.Timbre.sine, .saw] {
      var signal = PlayedSignal(hertz: hertz)
      signal.timbre = timbre
      let samples = signal.samples(lead: 0.1, total: 1).map(Float.init)
      let frame = try #require(frames(samples).first { $0.time > 0.6 })
      #expect(abs(1200 * log2(try #require(frame.frequency) / hertz)) < 25)
    }
  }

  @Test("the pieces in which samples come do not matter", arguments: [1, 64, 960, 50_000])
  func pieces(piece: Int) {
    let recording = PlayedCases.example(.breathAlong, 0)
    let samples = recording.sound.map(Float.init)
    #expect(frames(samples, piece: piece) == frames(samples, piece: 777))
  }

  @Test("silence, DC and what is not a number have no pitch, and do not disturb what follows")
  func nothing() throws {
    for value in [Float(0), 0.7, .nan, .infinity, -.infinity, 1e30] {
      let head = [Float](repeating: value, count: 24_000)
      let all = frames(head)
      #expect(all.allSatisfy { $0.frequency == nil && $0.level.isFinite && $0.clarity.isFinite })
      let tone = PlayedSignal(hertz: 330).samples(lead: 0.1, total: 1).map(Float.init)
      let frame = try #require(frames(head + tone).first { $0.time > 1.1 })
      #expect(abs(1200 * log2(try #require(frame.frequency) / 330)) < 3)
    }
  }

  @Test("noise has no pitch")
  func noise() {
    for sound in [
      PlayedNoise.white(count: 96_000, seed: 3), PlayedNoise.pink(count: 96_000, seed: 4),
      PlayedNoise.band(count: 96_000, seed: 5, hertz: 1500, width: 800),
    ] {
      #expect(frames(sound.map { Float(0.05 * $0) }).allSatisfy { $0.frequency == nil })
    }
  }
}

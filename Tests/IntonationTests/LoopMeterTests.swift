import Foundation
import Testing

@testable import Intonation

@Suite("The delay of a loop")
struct LoopMeterTests {
  /// What a loop makes of the signal.
  private struct Loop {
    var sampleRate = 48_000
    var gain = 0.25

    /// In frames, each with its strength.
    var paths: [(frames: Double, strength: Double)]

    /// The root mean square of white noise.
    var noise = 0.0
    var limit = Double.infinity

    /// By how many frames the loop grows in a second.
    var drift = 0.0

    func delay() throws(LoopFault) -> LoopDelay {
      let signal = LoopSignal(sampleRate: sampleRate)
      return try LoopMeter(signal, gain: gain).judge(recording(signal))
    }

    private func recording(_ signal: LoopSignal) -> [Float] {
      let count = signal.recordedCount
      var random = SystemNoise(state: 7)
      var sound = [Double](repeating: 0, count: count)
      for path in paths {
        let whole = Int(path.frames.rounded(.down))
        let played = Self.delayed(signal.samples(gain: gain), by: path.frames - Double(whole))
        for index in 0..<count {
          let seconds = Double(index / sampleRate)
          let place = index - whole - Int(drift * seconds)
          if played.indices.contains(place) { sound[index] += path.strength * played[place] }
        }
      }
      return sound.map {
        Float(min(max($0 + noise * random.gaussian(), -limit), limit))
      }
    }

    /// By a part of a frame, by a transform of the whole.
    private static func delayed(_ samples: [Float], by fraction: Double) -> [Double] {
      guard fraction > 0 else { return samples.map { Double($0) } }
      let length = FourierTransform.goodCount(from: samples.count + 4096)
      let padded =
        samples.map { Double($0) } + [Double](repeating: 0, count: length - samples.count)
      let bins = FourierTransform.forward(padded)
      var whole = [Complex](repeating: .zero, count: length)
      for (index, bin) in bins.enumerated().dropFirst().dropLast() {
        let angle = -2 * Double.pi * Double(index) * fraction / Double(length)
        whole[index] = bin.turned(from: Complex(real: cos(angle), imaginary: -sin(angle)))
      }
      return FourierTransform.backward(whole).map { 2 * $0.real / Double(length) }
    }
  }

  private struct SystemNoise {
    var state: UInt64

    /// Below 1, by a linear congruence of Knuth's.
    private mutating func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }

    mutating func gaussian() -> Double {
      (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform())
    }
  }

  @Test(
    "is found to a hundredth of a frame, from none to nearly a second, at every rate",
    arguments: [0, 1, 64, 127.37, 4800.5, 23_999.9, 47_000])
  func cable(frames: Double) throws {
    let delay = try Loop(paths: [(frames, 0.5)]).delay()
    #expect(abs(delay.frames - frames) < 0.01)
    #expect(!delay.isInverted && abs(delay.gain + 6.02) < 0.1)
    #expect(delay.uncertainty < 0.01)
  }

  @Test("at other sample rates", arguments: [8000, 22_050, 44_100, 96_000, 192_000])
  func rates(rate: Int) throws {
    let frames = Double(rate) * 0.0123
    let delay = try Loop(sampleRate: rate, paths: [(frames, 1)]).delay()
    #expect(abs(delay.frames - frames) < 0.02)
  }

  @Test("is found in noise that is louder than the signal, with an honest uncertainty")
  func noise() throws {
    // The signal has −33 dB at this gain.
    for level in [-50.0, -33, -23] {
      let delay = try Loop(paths: [(1234.4, 1)], noise: pow(10, level / 20)).delay()
      #expect(abs(delay.frames - 1234.4) < max(0.02, 4 * delay.uncertainty), "\(level) dB")
      #expect(delay.uncertainty < 0.5)
    }
  }

  @Test("inverted polarity is told")
  func inverted() throws {
    let delay = try Loop(paths: [(300.25, -0.7)]).delay()
    #expect(delay.isInverted && abs(delay.frames - 300.25) < 0.01)
  }

  @Test("in a room the sound counts that comes first, also if a reflection is louder")
  func room() throws {
    var random = SystemNoise(state: 3)
    var paths = [(frames: 700.6, strength: 0.4), (900, 0.5), (1010.3, -0.35)]
    for index in 0..<60 {
      paths.append(
        (1100 + Double(index) * 211.7, 0.1 * exp(-Double(index) / 15) * random.gaussian()))
    }
    let delay = try Loop(paths: paths, noise: 0.001).delay()
    #expect(abs(delay.frames - 700.6) < 2)
  }

  @Test("what cannot be measured is named")
  func faults() {
    #expect(throws: LoopFault.silent) { try Loop(paths: []).delay() }
    let ofNoise = #expect(throws: LoopFault.self) { try Loop(paths: [], noise: 0.01).delay() }
    if case .notHeard(let level)? = ofNoise {
      #expect(abs(level + 40) < 1)
    } else {
      Issue.record("noise is no signal")
    }
    #expect(throws: LoopFault.clipped) { try Loop(gain: 1, paths: [(100, 8)], limit: 1).delay() }
    for frames in [48_000 + 4800, 2 * 48_000 + 100] {
      #expect(throws: LoopFault.tooLong) { try Loop(paths: [(Double(frames), 1)]).delay() }
    }
    #expect(throws: LoopFault.unsteady) { try Loop(paths: [(500, 1)], drift: 60).delay() }
    // Too short a recording, or one of no numbers, says nothing.
    let signal = LoopSignal(sampleRate: 48_000)
    let meter = LoopMeter(signal, gain: 1)
    for recording in [[], [Float](repeating: .nan, count: signal.recordedCount)] {
      #expect(throws: LoopFault.silent) { try meter.judge(recording) }
    }
  }

  @Test("the sound is as loud as a note, without high peaks, and fades")
  func level() {
    let signal = LoopSignal(sampleRate: 48_000)
    let samples = signal.samples(gain: 1)
    let steady = samples[96_000..<144_000]
    let power = steady.reduce(0.0) { $0 + Double($1) * Double($1) } / 48_000
    #expect(abs(10 * log10(power) - LoopSignal.level) < 0.1)
    #expect((samples.map { abs($0) }.max() ?? 1) < 0.3)
    #expect(abs(samples[0]) < 1e-6 && abs(samples[samples.count - 1]) < 1e-6)
    let first = (samples[..<4800].map { abs($0) }.max() ?? 1)
    #expect(first < 0.1 * (steady.max() ?? 0) + 0.02)
  }
}

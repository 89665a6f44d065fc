import CResampler
import Foundation
import Testing

/// Every version of the resampler that this machine can run, against mathematics and against the
/// others.
@Suite("Resampler")
struct ResamplerTests {
  /// Indices of the versions.
  static let versions = Array(0..<resampler_version_count())

  /// Both limits of a ratio, what tunes by less than a cent, and what lies between.
  static let ratios = [
    0.5, 0.95, 1, resampler_ratio(-0.37), resampler_ratio(0.5), 1.136, 2, 16,
  ]

  @Test("the fastest version comes first, plain C last, and there are no others")
  func list() throws {
    let names = Self.versions.map { String(cString: resampler_version_name($0)) }
    #expect(names.last == "C")
    #expect(Set(names).count == names.count)
    #if arch(x86_64)
      #expect(names.suffix(2) == ["SSE2", "C"])
    #elseif arch(arm64)
      #expect(names == ["NEON", "C"])
    #endif
    let beyond = resampler_version_count()
    #expect(resampler_version_name(beyond) == nil)
    #expect(resampler_create(1, beyond) == nil)
  }

  @Test("a base ratio beyond its limits is refused", arguments: [0.999, 16.001, 0, -1, .nan])
  func baseRatio(_ ratio: Double) { #expect(resampler_create(ratio, 0) == nil) }

  @Test(
    "the output is that of the filter in double precision, to -130 dB", arguments: versions, ratios)
  func reference(version: UInt32, ratio: Double) throws {
    let input = Signal.noise(frames: 500)
    let output = try ResamplerLine(version: version, ratio: ratio).convert(input, frames: 200)
    let ideal = (0..<200).map { IdealFilter.output(of: input, at: Double($0) / ratio) }
    let due = ideal.flatMap { [$0.left, $0.right] }
    let error = zip(output, due).map { Double($0) - $1 }
    #expect(output.count == due.count)
    #expect(error.decibels(relativeTo: due) < -130)
  }

  @Test("all versions agree to the last bits", arguments: ratios)
  func agreement(ratio: Double) throws {
    let input = Signal.noise(frames: 2100)
    let outputs = try Self.versions.map {
      try ResamplerLine(version: $0, ratio: ratio).convert(input, frames: 1000)
    }
    for output in outputs {
      #expect(output.count == 2000)
      let distances = zip(output, outputs[0]).map { abs($0 - $1) }
      #expect(distances.allSatisfy { $0 < 0x1p-21 })
    }
  }

  /// Relative to half the rate: 20 Hz to 20 kHz at 48 kHz.
  @Test(
    "a tone stays a tone: what else there is lies below -130 dB", arguments: versions,
    [0.001, 0.02, 0.1, 0.3, 0.5, 0.7, 0.8333])
  func purity(version: UInt32, pitch: Double) throws {
    for ratio in [0.95, resampler_ratio(0.3), 1.0471, 3.7] {
      let input = Signal.tone(pitch, frames: 2200)
      let output = try ResamplerLine(version: version, ratio: ratio).convert(input, frames: 2000)
      let steady = output[200...].map(Double.init)
      let tone = Sine(fitting: steady, radians: .pi * pitch / ratio)
      #expect(tone.residual < -130, "ratio \(ratio)")
    }
  }

  @Test(
    "the pass band reaches to 18 kHz at 44.1 kHz: no more than 0.35 dB are lost",
    arguments: versions)
  func passBand(version: UInt32) throws {
    for (pitch, loss) in [(0.001, 0.0001), (0.7, 0.01), (18 / 22.05, 0.35), (20 / 22.05, 6.3)] {
      let input = Signal.tone(pitch, frames: 2200)
      let output = try ResamplerLine(version: version, ratio: 1.01).convert(input, frames: 2000)
      let tone = Sine(fitting: output[200...].map(Double.init), radians: .pi * pitch / 1.01)
      let gain = 20 * log10(tone.amplitude / Signal.amplitude)
      #expect(gain <= 0.0001 && gain > -loss, "\(pitch)")
    }
  }

  @Test("silence in, silence out; what would be denormal is silence", arguments: versions)
  func silence(version: UInt32) throws {
    for level: Float in [0, 1e-30, -Float.leastNormalMagnitude / 4] {
      let input = [Float](repeating: level, count: 2 * 300)
      let output = try ResamplerLine(version: version, ratio: 1.0001).convert(input, frames: 200)
      #expect(output.count == 400 && output.allSatisfy { $0 == 0 })
    }
  }

  @Test("the first output frame falls on the first input frame", arguments: versions, ratios)
  func start(version: UInt32, ratio: Double) throws {
    var input = [Float](repeating: 0, count: 2 * 200)
    (input[0], input[1]) = (1, -0.5)
    let output = try ResamplerLine(version: version, ratio: ratio).convert(input, frames: 50)
    let peak = Float(IdealFilter.cutoff)
    #expect(abs(output[0] - peak) < 1e-6 && abs(output[1] + peak / 2) < 1e-6)
    #expect(output.allSatisfy { abs($0) < peak + 1e-6 })
  }

  @Test("a restart forgets everything", arguments: versions)
  func restart(version: UInt32) throws {
    let input = Signal.noise(frames: 900)
    let fresh = try ResamplerLine(version: version, ratio: 1.003).convert(input, frames: 700)
    let used = try ResamplerLine(version: version, ratio: 0.7)
    for frames in [1, 77, 500] {
      _ = used.convert(Signal.noise(frames: 900), frames: frames)
      resampler_restart(used.handle, 1.003)
      #expect(used.convert(input, frames: 700) == fresh)
    }
  }

  @Test("the same comes out however input and output are divided", arguments: versions, ratios)
  func division(version: UInt32, ratio: Double) throws {
    let input = Signal.noise(frames: 1500)
    let frames = Int(min(1400 * ratio, 700))
    let ways = (0..<frames).map { ratio * (1 + 0.0001 * Double($0 % 37)) }
    let line = try ResamplerLine(version: version, ratio: ratio)
    let whole = line.convert(input, frames: frames, chunks: (1500, frames))
    resampler_restart(line.handle, ratio)
    let glide = line.convert(input, frames: frames, chunks: (1500, frames), ratios: ways)
    #expect(whole.count == 2 * frames && glide.count == 2 * frames)
    for chunks in [(64, 64), (1, 64), (64, 1), (7, 65), (63, 16), (257, 129)] {
      resampler_restart(line.handle, ratio)
      #expect(line.convert(input, frames: frames, chunks: chunks) == whole)
      resampler_restart(line.handle, ratio)
      #expect(line.convert(input, frames: frames, chunks: chunks, ratios: ways) == glide)
    }
  }

  @Test("no more input is used than the output needs", arguments: versions, ratios)
  func thrift(version: UInt32, ratio: Double) throws {
    let line = try ResamplerLine(version: version, ratio: ratio)
    let input = Signal.noise(frames: 2100)
    for frames in [1, 2, 500, 1000] {
      resampler_restart(line.handle, ratio)
      _ = line.convert(input, frames: frames)
      // Half the filter lies ahead of the last frame.
      #expect(line.inputFrames == Int(Double(frames - 1) / ratio) + IdealFilter.half + 1)
      // From there on, as many as fit into the steps.
      let due = Double(frames) / ratio
      #expect((due - 1...due).contains(Double(resampler_input_frames(line.handle, UInt32(frames)))))
    }
  }

  @Test("a ratio beyond the limits is limited, and one that is no number too", arguments: versions)
  func limits(version: UInt32) throws {
    let input = Signal.noise(frames: 600)
    func output(_ ratio: Double) throws -> [Float] {
      try ResamplerLine(version: version, ratio: ratio).convert(input, frames: 250)
    }
    let (lowest, highest) = try (output(resampler_lowest_ratio), output(resampler_highest_ratio))
    for ratio in [0.49, 0, -1, -Double.infinity, .nan] { #expect(try output(ratio) == lowest) }
    for ratio in [16.1, 1e300, .infinity] { #expect(try output(ratio) == highest) }
    #expect(lowest.count == 500 && highest.count == 500 && lowest != highest)
    // The base ratio is not among what is limited.
    let twice = try ResamplerLine(version: version, ratio: 0.5, base: 2).convert(input, frames: 250)
    #expect(try twice == output(1))
  }

  @Test("after four minutes a note is where it should be, to 1e-4 frames", arguments: versions)
  func drift(version: UInt32) throws {
    let ratio = resampler_ratio(-0.37)
    let line = try ResamplerLine(version: version, ratio: ratio)
    // Whole cycles of 64 frames: they can be repeated.
    let input = Signal.tone(1.0 / 32, frames: 4096)
    var made = [Float](repeating: 0, count: 2 * 4096)
    var left: UInt32 = 0
    for _ in 0..<2812 {
      var missing: UInt32 = 4096
      while missing > 0 {
        let done = 4096 - Int(missing)
        if left == 0 { left = 4096 }
        input.withUnsafeBufferPointer { samples in
          made.withUnsafeMutableBufferPointer { output in
            guard let samples = samples.baseAddress, let output = output.baseAddress else { return }
            resampler_process(
              line.handle, samples + 2 * (4096 - Int(left)), &left, output + 2 * done, &missing)
          }
        }
      }
    }
    let first = 2811 * 4096
    for frame in 0..<4096 {
      let position = (Double(first + frame) / ratio).truncatingRemainder(dividingBy: 64)
      let due = Signal.amplitude * cos(2 * .pi * position / 64)
      // A frame is a tenth of a radian.
      #expect(abs(Double(made[2 * frame]) - due) < Signal.amplitude * 1e-5)
    }
  }

  @Test("in a glide each frame has its own ratio, and the last one stays", arguments: versions)
  func glide(version: UInt32) throws {
    let ratios = (0..<800).map { 1 + 0.06 * sin(Double($0) / 90) }
    let pitch = 0.02
    let input = Signal.tone(pitch, frames: 2200)
    let line = try ResamplerLine(version: version, ratio: 1)
    let output =
      line.convert(input, frames: 800, ratios: ratios)
      + line.convert(input, from: line.inputFrames, frames: 700)
    var position = 0.0
    for frame in 0..<1500 {
      let due = Signal.amplitude * cos(.pi * pitch * position)
      if position > Double(IdealFilter.half) {
        #expect(abs(Double(output[2 * frame]) - due) < Signal.amplitude * 1e-6)
      }
      position += 1 / ratios[min(frame, 799)]
    }
    // The same as a step before each frame.
    let stepping = try ResamplerLine(version: version, ratio: 1)
    for frame in 0..<100 {
      resampler_set_ratio(stepping.handle, ratios[frame])
      let made = stepping.convert(input, from: stepping.inputFrames, frames: 1)
      #expect(made == Array(output[2 * frame..<2 * frame + 2]))
    }
  }
}

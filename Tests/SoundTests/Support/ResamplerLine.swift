import CResampler
import Foundation
import Testing

/// One resampler, which it owns.
final class ResamplerLine {
  let handle: OpaquePointer

  /// The first frame of the input that the last conversion has not used.
  private(set) var inputFrames = 0

  /// - Parameters:
  ///   - version: the index of a version that this machine has.
  ///   - ratio: the relative ratio to start with.
  init(version: UInt32, ratio: Double, base: Double = 1) throws {
    handle = try #require(resampler_create(base, version))
    resampler_restart(handle, ratio)
  }

  deinit { resampler_destroy(handle) }

  /// Interleaved output frames, fewer if the input does not last.
  ///
  /// - Parameters:
  ///   - first: the first frame of `input` that is used.
  ///   - chunks: the most frames of input and of output in a call.
  ///   - ratios: a ratio for each output frame; `nil` leaves the ratio what it is.
  func convert(
    _ input: [Float], from first: Int = 0, frames: Int,
    chunks: (input: Int, output: Int) = (64, 64),
    ratios: [Double]? = nil
  ) -> [Float] {
    inputFrames = first
    var output: [Float] = []
    output.reserveCapacity(2 * frames)
    while output.count < 2 * frames {
      let done = output.count / 2
      let offered = min(chunks.input, input.count / 2 - inputFrames)
      let wanted = min(chunks.output, frames - done)
      let part = Array(input[2 * inputFrames..<2 * (inputFrames + offered)])
      var made = [Float](repeating: 0, count: 2 * wanted)
      var (inputLeft, outputLeft) = (UInt32(offered), UInt32(wanted))
      if let ratios {
        let way = Array(ratios[done..<done + wanted])
        resampler_glide(handle, part, &inputLeft, &made, &outputLeft, way)
      } else {
        resampler_process(handle, part, &inputLeft, &made, &outputLeft)
      }
      let used = offered - Int(inputLeft)
      let count = wanted - Int(outputLeft)
      inputFrames += used
      output += made.prefix(2 * count)
      if used == 0 && count == 0 { break }
    }
    return output
  }
}

/// The resampler's filter from its definition: a sinc under a Kaiser window.
enum IdealFilter {
  static let half = 24
  static let cutoff = 0.906
  private static let beta = 14.5

  /// The frame at `position`, counted in input frames; before the first frame there is silence.
  static func output(of input: [Float], at position: Double) -> (left: Double, right: Double) {
    var sum = (left: 0.0, right: 0.0)
    let base = Int(position)
    for frame in max(0, base - half)...base + half {
      let weight = weight(Double(frame) - position)
      sum.left += weight * Double(input[2 * frame])
      sum.right += weight * Double(input[2 * frame + 1])
    }
    return sum
  }

  private static func weight(_ distance: Double) -> Double {
    let share = distance / Double(half)
    guard abs(share) < 1 else { return 0 }
    let angle = .pi * cutoff * distance
    let sinc = abs(angle) < 1e-9 ? 1 : sin(angle) / angle
    return cutoff * sinc * besselI0(beta * (1 - share * share).squareRoot()) / besselI0(beta)
  }

  /// The modified Bessel function of the first kind and order zero.
  private static func besselI0(_ x: Double) -> Double {
    var (sum, term, order) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= x * x / (4 * order * order)
      sum += term
      order += 1
    }
    return sum
  }
}

/// Interleaved input.
enum Signal {
  static let amplitude = 0.5

  /// The same noise each time, between ± ``amplitude``, different on both sides.
  static func noise(frames: Int) -> [Float] {
    // A linear congruential generator: D. E. Knuth, "The Art of Computer Programming", 3.3.4.
    var state: UInt64 = 1
    return (0..<2 * frames).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(amplitude * (Double(state >> 32) / 0x1p31 - 1))
    }
  }

  /// A cosine on both sides; `pitch` is relative to half the rate.
  static func tone(_ pitch: Double, frames: Int) -> [Float] {
    (0..<frames).flatMap { frame in
      let value = Float(amplitude * cos(.pi * pitch * Double(frame)))
      return [value, value]
    }
  }
}

/// The sine that fits the left side of a signal best.
struct Sine {
  let amplitude: Double

  /// The power of what remains, in decibels relative to that of the sine.
  let residual: Double

  /// - Parameter radians: its frequency, in radians a frame.
  init(fitting signal: [Double], radians: Double) {
    let frames = signal.count / 2
    var sums = (cc: 0.0, ss: 0.0, cs: 0.0, xc: 0.0, xs: 0.0)
    for frame in 0..<frames {
      let (c, s) = (cos(radians * Double(frame)), sin(radians * Double(frame)))
      let x = signal[2 * frame]
      sums = (
        sums.cc + c * c, sums.ss + s * s, sums.cs + c * s, sums.xc + x * c, sums.xs + x * s
      )
    }
    let determinant = sums.cc * sums.ss - sums.cs * sums.cs
    let cosine = (sums.xc * sums.ss - sums.xs * sums.cs) / determinant
    let sine = (sums.xs * sums.cc - sums.xc * sums.cs) / determinant
    let ideal = (0..<frames).map { frame in
      cosine * cos(radians * Double(frame)) + sine * sin(radians * Double(frame))
    }
    amplitude = (cosine * cosine + sine * sine).squareRoot()
    residual = ideal.indices.map { signal[2 * $0] - ideal[$0] }.decibels(relativeTo: ideal)
  }
}

extension [Double] {
  /// The power of this signal relative to that of another one.
  func decibels(relativeTo other: [Double]) -> Double {
    let (own, others) = (reduce(0) { $0 + $1 * $1 }, other.reduce(0) { $0 + $1 * $1 })
    return 10 * log10(own / others)
  }
}

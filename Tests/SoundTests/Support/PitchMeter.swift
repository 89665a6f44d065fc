import Foundation

/// Measures the frequency of a nearly pure tone: the tone is multiplied with a complex exponential
/// of about its frequency, and the slope of the phase between two windowed halves gives the rest.
enum PitchMeter {
  /// How many cents `samples` lie above `frequency`; good to a thousandth of a cent for ten cycles
  /// and more of a tone within a few cents.
  static func cents(_ samples: ArraySlice<Float>, from frequency: Double, sampleRate: Double)
    -> Double
  {
    let half = samples.count / 2
    let first = phase(samples.prefix(half), frequency: frequency, sampleRate: sampleRate)
    let second = phase(
      samples.dropFirst(half).prefix(half), frequency: frequency, sampleRate: sampleRate)
    let difference = remainder(second - first, 2 * .pi)
    let measured = frequency + difference / (2 * .pi * Double(half) / sampleRate)
    return 1200 * log2(measured / frequency)
  }

  /// The phase at the beginning of all samples, weighted with sin⁴.
  private static func phase(_ samples: ArraySlice<Float>, frequency: Double, sampleRate: Double)
    -> Double
  {
    let start = 2 * .pi * frequency * Double(samples.startIndex) / sampleRate
    var tone = Rotation(at: remainder(start, 2 * .pi), step: 2 * .pi * frequency / sampleRate)
    var window = Rotation(at: .pi * 0.5 / Double(samples.count), step: .pi / Double(samples.count))
    var real = 0.0
    var imaginary = 0.0
    samples.withUnsafeBufferPointer { buffer in
      for sample in buffer {
        let weight = window.sine * window.sine
        let value = weight * weight * Double(sample)
        real += value * tone.cosine
        imaginary -= value * tone.sine
        tone.turn()
        window.turn()
      }
    }
    return atan2(imaginary, real)
  }
}

/// Cosine and sine of an angle that grows by the same step again and again.
private struct Rotation {
  private(set) var cosine: Double
  private(set) var sine: Double
  private let stepCosine: Double
  private let stepSine: Double

  init(at angle: Double, step: Double) {
    (cosine, sine) = (cos(angle), sin(angle))
    (stepCosine, stepSine) = (cos(step), sin(step))
  }

  mutating func turn() {
    (cosine, sine) = (
      cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine
    )
  }
}

import Foundation

/// Measures the frequency of a nearly pure tone: the tone is multiplied with a complex exponential of
/// about its frequency, and the slope of the phase between two windowed halves gives the rest.
enum PitchMeter {
  /// How many cents `samples` lie above `frequency`; good to a thousandth of a cent for a tone of a
  /// tenth of a second within a few cents.
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

  private static func phase(_ samples: ArraySlice<Float>, frequency: Double, sampleRate: Double)
    -> Double
  {
    var real = 0.0
    var imaginary = 0.0
    for (offset, index) in samples.indices.enumerated() {
      let window = pow(sin(.pi * (Double(offset) + 0.5) / Double(samples.count)), 4)
      let angle = 2 * .pi * frequency * Double(index) / sampleRate
      real += window * Double(samples[index]) * cos(angle)
      imaginary -= window * Double(samples[index]) * sin(angle)
    }
    return atan2(imaginary, real)
  }
}

import Foundation

/// The amplitudes in a piece of sound, through a Blackman–Harris window (four terms, side lobes
/// below −92 dB: F. J. Harris, Proc. IEEE 66, 1978).
struct ToneSpectrum {
  /// Half the width of the window's main lobe, in bins of the unpadded piece.
  private static let lobe = 4.0

  private let amplitudes: [Double]
  /// The hertz from bin to bin.
  private let step: Double
  /// Half the width of a steady partial, in hertz.
  let resolution: Double
  /// The amplitude of the highest peak above 20 Hz.
  let highest: Double

  init(_ samples: ArraySlice<Double>, sampleRate: Double) {
    let count = samples.count
    let mean = samples.reduce(0, +) / Double(max(count, 1))
    var size = 2
    while size < 2 * count { size *= 2 }
    var windowed = [Double](repeating: 0, count: size)
    var sum = 0.0
    for (index, sample) in samples.enumerated() {
      let weight = Self.window(Double(index) / Double(count))
      windowed[index] = (sample - mean) * weight
      sum += weight
    }
    amplitudes = FourierTransform.forward(windowed).map { 2 * $0.power.squareRoot() / sum }
    step = sampleRate / Double(size)
    highest = amplitudes.dropFirst(Int(20 / step)).max() ?? 0
    resolution = Self.lobe * sampleRate / Double(count)
  }

  private static func window(_ place: Double) -> Double {
    let turn = 2 * Double.pi * place
    return 0.35875 - 0.48829 * cos(turn) + 0.14128 * cos(2 * turn) - 0.01168 * cos(3 * turn)
  }

  /// The amplitude at a frequency; 0 outside the spectrum.
  func amplitude(atHertz hertz: Double) -> Double {
    let place = hertz / step
    let bin = Int(place)
    guard bin >= 0, bin + 1 < amplitudes.count else { return 0 }
    let share = place - Double(bin)
    return amplitudes[bin] * (1 - share) + amplitudes[bin + 1] * share
  }

  /// The highest peak within `reach` of a frequency, interpolated between the bins by a parabola
  /// through the logarithms, which for this window is exact to a thousandth of a bin.
  func peak(nearHertz hertz: Double, reach: Double) -> (hertz: Double, amplitude: Double)? {
    let low = max(Int(((hertz - reach) / step).rounded(.up)), 1)
    let high = min(Int((hertz + reach) / step), amplitudes.count - 2)
    guard low <= high, var best = Optional(low) else { return nil }
    for bin in low...high where amplitudes[bin] > amplitudes[best] { best = bin }
    guard amplitudes[best] > 0 else { return nil }
    let (a, b, c) = (
      log(amplitudes[best - 1] + 1e-300), log(amplitudes[best]), log(amplitudes[best + 1] + 1e-300)
    )
    let curvature = a - 2 * b + c
    let shift = curvature < 0 ? min(max((a - c) / (2 * curvature), -0.5), 0.5) : 0
    return ((Double(best) + shift) * step, amplitudes[best])
  }

  /// The median amplitude between the partials on either side of a frequency: the noise floor.
  func floor(aroundHertz hertz: Double, spacing: Double) -> Double {
    var values: [Double] = []
    for side in [-1.0, 1.0] {
      let ends = [hertz + side * 0.3 * spacing, hertz + side * 0.45 * spacing].sorted()
      let low = max(Int(ends[0] / step), 0)
      let high = min(Int(ends[1] / step), amplitudes.count - 1)
      if low <= high { values += amplitudes[low...high] }
    }
    return values.median ?? 0
  }
}

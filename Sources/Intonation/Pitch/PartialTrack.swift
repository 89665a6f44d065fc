import Foundation

/// A partial over time: its amplitude and its phase against a fixed frequency, cut out of the
/// sound's transform and transformed back.
struct PartialTrack {
  let partial: Partial

  /// The frequency against which the phase is measured.
  private let center: Double
  /// Seconds from value to value.
  private let step: Double
  private let powers: [Double]
  /// The unwrapped phases, in radians.
  private let phases: [Double]

  /// - Parameters:
  ///   - bins: the transform of the whole sound, `count` samples of it.
  ///   - spacing: the distance between partials, in hertz, which keeps the neighbours out of the
  ///     band.
  init(
    _ partial: Partial, spacing: Double, bins: [Complex], count: Int, sampleRate: Double
  ) {
    self.partial = partial
    let binWidth = sampleRate / Double(count)
    let width = min(0.7 * spacing, 60 + 0.05 * partial.hertz)
    let middle = Int((partial.hertz / binWidth).rounded())
    let reach = max(Int(width / binWidth), 2)
    var size = 64
    // Four values for each turn that fits into the band, and at least one every 2.5 ms.
    while Double(size) < max(4 * Double(reach), Double(count) / sampleRate * 400) { size *= 2 }
    var band = [Complex](repeating: .zero, count: size)
    for offset in -reach...reach {
      let bin = middle + offset
      guard bin > 0, bin < bins.count else { continue }
      band[(offset + size) % size] = bins[bin] * Self.taper(Double(abs(offset)) / Double(reach))
    }
    let values = FourierTransform.backward(band)
    center = Double(middle) * binWidth
    step = Double(count) / sampleRate / Double(size)
    powers = values.map(\.power)
    var phases = [Double](repeating: 0, count: size)
    for index in 1..<size {
      let turn = values[index].turned(from: values[index - 1])
      phases[index] = phases[index - 1] + atan2(turn.imaginary, turn.real)
    }
    self.phases = phases
  }

  /// The weight in the band: flat in the middle, so that vibrato passes unchanged, and a cosine to
  /// either edge.
  private static func taper(_ place: Double) -> Double {
    place <= 0.5 ? 1 : (1 + cos(2 * .pi * (place - 0.5))) / 2
  }

  /// The square of the amplitude at a time, in seconds.
  func power(at time: Double) -> Double { value(powers, at: time) }

  /// The mean frequency between two times, in hertz.
  func hertz(from start: Double, to end: Double) -> Double {
    center + (value(phases, at: end) - value(phases, at: start)) / (2 * .pi * (end - start))
  }

  private func value(_ values: [Double], at time: Double) -> Double {
    let place = min(max(time / step, 0), Double(values.count - 1))
    let index = min(Int(place), values.count - 2)
    let share = place - Double(index)
    return values[index] * (1 - share) + values[index + 1] * share
  }

  /// The line through the phase, by least squares weighted with the power. That is optimal in white
  /// noise; for a partial that beats it gives the intensity-weighted mean frequency that listeners
  /// hear (Feth, Perception & Psychophysics 15, 1974).
  func line(in span: ClosedRange<Double>) -> PhaseLine {
    let first = max(Int((span.lowerBound / step).rounded(.up)), 0)
    let last = min(Int(span.upperBound / step), powers.count - 1)
    guard last - first >= 3 else { return PhaseLine(hertz: center, error: .infinity, power: 0) }
    var (weight, time, phase) = (0.0, 0.0, 0.0)
    for index in first...last {
      weight += powers[index]
      time += powers[index] * Double(index) * step
      phase += powers[index] * phases[index]
    }
    guard weight > 0 else { return PhaseLine(hertz: center, error: .infinity, power: 0) }
    time /= weight
    phase /= weight
    var (timeSquare, product) = (0.0, 0.0)
    for index in first...last {
      let offset = Double(index) * step - time
      timeSquare += powers[index] * offset * offset
      product += powers[index] * offset * (phases[index] - phase)
    }
    let slope = product / timeSquare
    // The residue is not white noise: it has as many independent values as changes of sign.
    var (residue, changes, wasPositive) = (0.0, 0, false)
    for index in first...last {
      let rest = phases[index] - phase - slope * (Double(index) * step - time)
      residue += powers[index] * rest * rest
      if index > first, (rest > 0) != wasPositive { changes += 1 }
      wasPositive = rest > 0
    }
    let spread = (timeSquare / weight).squareRoot()
    let error =
      (residue / weight).squareRoot() / (2 * .pi * spread * Double(max(changes, 1)).squareRoot())
    return PhaseLine(
      hertz: center + slope / (2 * .pi), error: error, power: weight / Double(last - first + 1))
  }
}

/// The frequency of a partial over a span of time.
struct PhaseLine {
  let hertz: Double
  /// The standard error, in hertz.
  let error: Double
  /// The mean square of the amplitude, in arbitrary units.
  let power: Double
}

extension [PhaseLine] {
  /// The standard error of a mean with the weights that the lines deserve, in cents.
  var error: Double {
    let information = reduce(0) { sum, line in
      let cents = 1200 / log(2) * line.error / line.hertz
      return sum + 1 / Swift.max(cents * cents, 1e-16)
    }
    return (1 / Swift.max(information, 1e-300)).squareRoot()
  }
}

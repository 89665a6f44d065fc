import Foundation

/// Lowers fast sample rates before the input is analysed, so that the work does not grow with them:
/// what is played has nothing to measure above 15 kHz. A value that one thread uses.
///
/// A sinc with Blackman's window (R. B. Blackman and J. W. Tukey, The Measurement of Power Spectra,
/// 1958) takes out what lies above half of the new rate. Its phase is linear and its delay is left
/// out: sample n of the result is sample n·``factor`` of the input, ``lateness`` later.
public struct InputDecimator: Sendable {
  /// The least rate that the analysis of played notes needs, in hertz.
  public static let usualRate = 44_100.0

  /// Half the length of the filter, in samples of the result.
  private static let half = 16

  /// Samples a second that come out.
  public let rate: Double

  /// How many samples of the input there are for one of the result.
  public let factor: Int

  /// How late a sample comes out, in seconds.
  public var lateness: Double { factor == 1 ? 0 : Double(Self.half) / rate }

  private let filter: [Double]
  private var recent: [Double] = []
  /// How many samples to skip before the next result.
  private var missing = 0

  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - leastRate: the rate is divided by the greatest whole number that leaves this.
  /// - Precondition: the rate is positive.
  public init(sampleRate: Double, leastRate: Double = Self.usualRate) {
    precondition(sampleRate > 0 && sampleRate.isFinite, "the rate is positive")
    let factor = max(Int((sampleRate / leastRate + 1e-9).rounded(.down)), 1)
    self.factor = factor
    rate = sampleRate / Double(factor)
    let half = factor == 1 ? 0 : Self.half * factor
    let filter = (-half...half).map { index -> Double in
      let turn = Double.pi * Double(index) / Double(half + 1)
      let cut = 0.8 * Double.pi * Double(index) / Double(factor)
      return (index == 0 ? 1 : sin(cut) / cut) * (0.42 + 0.5 * cos(turn) + 0.08 * cos(2 * turn))
    }
    let sum = filter.reduce(0, +)
    self.filter = filter.map { value in value / sum }
  }

  /// The samples that these complete. A value that is not a number becomes 0, and one far beyond
  /// full scale becomes smaller.
  public mutating func append(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
    guard factor > 1 else { return samples.map(InputLevels.plausible) }
    if recent.isEmpty, let first = samples.first {
      // As if it had been so before: DC is no step at the start.
      recent = [Double](repeating: Double(InputLevels.plausible(first)), count: filter.count / 2)
    }
    recent.append(contentsOf: samples.lazy.map { Double(InputLevels.plausible($0)) })
    var result: [Float] = []
    result.reserveCapacity(samples.count / factor + 1)
    var start = missing
    recent.withUnsafeBufferPointer { recent in
      filter.withUnsafeBufferPointer { filter in
        while start + filter.count <= recent.count {
          result.append(Float(Self.product(filter, recent, from: start)))
          start += factor
        }
      }
    }
    let needless = min(start, recent.count)
    recent.removeFirst(needless)
    missing = start - needless
    return result
  }

  /// In four sums at a time, which a processor adds side by side.
  private static func product(
    _ filter: UnsafeBufferPointer<Double>, _ samples: UnsafeBufferPointer<Double>, from start: Int
  ) -> Double {
    var sums = SIMD4<Double>()
    var index = 0
    while index + 4 <= filter.count {
      let place = start + index
      let weights = SIMD4<Double>(
        filter[index], filter[index + 1], filter[index + 2], filter[index + 3])
      let values = SIMD4<Double>(
        samples[place], samples[place + 1], samples[place + 2], samples[place + 3])
      sums += weights * values
      index += 4
    }
    var sum = sums.sum()
    while index < filter.count {
      sum += filter[index] * samples[start + index]
      index += 1
    }
    return sum
  }
}

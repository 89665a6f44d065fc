import Foundation

/// Lowers high sample rates before the input is analysed, so that the work does not grow with them:
/// played notes have nothing to measure above 15 kHz. A value that one thread uses.
///
/// A sinc with Blackman's window (R. B. Blackman and J. W. Tukey, The Measurement of Power Spectra,
/// 1958) removes frequencies above half of the new rate. Its phase is linear and its delay is left
/// out: sample n of the result is sample n·``factor`` of the input, ``lateness`` later.
public struct InputDecimator: Sendable {
  /// The least rate that the analysis of played notes needs, in hertz.
  public static let usualRate = 44_100.0

  /// Half the length of the filter, in samples of the result.
  private static let half = 16

  /// Samples a second of the result.
  public let rate: Double

  /// The samples of the input for each sample of the result.
  public let factor: Int

  /// The delay of a sample, in seconds.
  public var lateness: Double { factor == 1 ? 0 : Double(Self.half) / rate }

  private let filter: [Double]
  private var recent: [Double] = []
  /// The samples to skip before the next result.
  private var missing = 0

  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - leastRate: the least rate of the result; the rate is divided by the greatest whole number.
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

  /// Returns the samples that these complete. A value that is not a number becomes 0, and one far
  /// beyond full scale becomes smaller.
  public mutating func append(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
    guard factor > 1 else { return samples.map(InputLevels.plausible) }
    if recent.isEmpty, let first = samples.first {
      // The first value counts as the earlier ones, so that DC is no step at the start.
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

  /// Sums in four lanes, which a processor adds in parallel.
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

/// The last seconds of the input.
struct InputRecording: Sendable {
  private let capacity: Int
  private var samples: [Float] = []
  /// The number of the first sample that is kept.
  private var first = 0

  init(capacity: Int) {
    self.capacity = capacity
    samples.reserveCapacity(2 * capacity)
  }

  mutating func append(_ new: UnsafeBufferPointer<Float>) {
    if samples.count + new.count > 2 * capacity {
      let needless = samples.count - capacity
      samples.removeFirst(needless)
      first += needless
    }
    samples.append(contentsOf: new)
  }

  /// The samples of a range that are kept, and the number of the first one.
  func samples(from start: Int, to end: Int) -> (samples: [Float], start: Int) {
    let low = min(max(start - first, 0), samples.count)
    let high = min(max(end - first, low), samples.count)
    return (Array(samples[low..<high]), first + low)
  }
}

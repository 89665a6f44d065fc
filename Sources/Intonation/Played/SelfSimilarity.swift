import CFFTW
import Foundation

/// The period of a wave by its normalized autocorrelation (McLeod and Wyvill, Proc. ICMC 2005):
///
/// n(τ) = 2·Σ x_j·x_(j+τ) / Σ (x_j² + x_(j+τ)²)
///
/// is 1 where the wave repeats exactly, whatever its level does to the sums. The period is the first
/// maximum that is nearly as high as the highest one; later ones are its multiples.
struct SelfSimilarity: Sendable {
  struct Match {
    let hertz: Double
    /// n at the period, 0…1.
    let clarity: Double
  }

  /// The share of the highest maximum that the first one must reach. Lower values turn strong even
  /// partials into octaves; higher ones prefer the common period of two notes.
  private static let share = 0.93

  private let count: Int
  private let sampleRate: Double
  private let lags: ClosedRange<Int>
  private let transform: RealTransform
  private var input: [Double]
  private var bins: [Complex]
  private var likeness: [Double]

  /// - Parameters:
  ///   - count: the samples in a window.
  ///   - range: the pitches to find, in hertz.
  init(count: Int, sampleRate: Double, range: ClosedRange<Double>) {
    self.count = count
    self.sampleRate = sampleRate
    let longest = min(Int(sampleRate / range.lowerBound) + 2, count / 2)
    lags = max(Int(sampleRate / range.upperBound), 2)...longest
    transform = RealTransform(leastCount: count + longest + 1)
    input = [Double](repeating: 0, count: transform.count)
    bins = [Complex](repeating: .zero, count: transform.count / 2 + 1)
    likeness = [Double](repeating: 0, count: longest + 1)
  }

  /// `nil` if nothing repeats.
  mutating func measure(_ samples: ArraySlice<Double>) -> Match? {
    for (index, sample) in samples.enumerated() { input[index] = sample }
    for index in count..<input.count { input[index] = 0 }
    transform.forward(&input, into: &bins)
    for index in bins.indices { bins[index] = Complex(real: bins[index].power, imaginary: 0) }
    transform.backward(&bins, into: &input)
    let scale = 2 / Double(transform.count)
    let start = samples.startIndex
    var squares = 2 * samples.reduce(0) { $0 + $1 * $1 }
    guard squares > 1e-12 else { return nil }
    for lag in likeness.indices {
      likeness[lag] = squares > 1e-15 ? scale * input[lag] / squares : 0
      let (head, tail) = (samples[start + lag], samples[start + count - 1 - lag])
      squares -= head * head + tail * tail
    }
    return firstMaximum()
  }

  /// The first of the maxima between zero crossings that is high enough.
  private func firstMaximum() -> Match? {
    var maxima: [(lag: Int, value: Double)] = []
    var lag = 1
    while lag < likeness.count, likeness[lag] > 0 { lag += 1 }
    var best: (lag: Int, value: Double)?
    while lag < likeness.count - 1 {
      if likeness[lag] > 0 {
        if lags.contains(lag), likeness[lag] > best?.value ?? 0 { best = (lag, likeness[lag]) }
      } else if let found = best {
        maxima.append(found)
        best = nil
      }
      lag += 1
    }
    if let best, best.lag < likeness.count - 2 { maxima.append(best) }
    guard let highest = maxima.map(\.value).max(),
      let chosen = maxima.first(where: { $0.value >= Self.share * highest })
    else { return nil }
    let (a, b, c) = (
      likeness[chosen.lag - 1], likeness[chosen.lag], likeness[chosen.lag + 1]
    )
    let curvature = a - 2 * b + c
    let shift = curvature < 0 ? min(max((a - c) / (2 * curvature), -0.5), 0.5) : 0
    let height = b - (a - c) * shift / 4
    return Match(
      hertz: sampleRate / (Double(chosen.lag) + shift), clarity: min(max(height, 0), 1))
  }
}

/// A real transform of one length and its inverse, planned once.
///
/// `@unchecked Sendable`: FFTW's plans are constant, and executing them on arrays of the caller's is
/// safe on any thread.
final class RealTransform: @unchecked Sendable {
  /// The number of samples: even, and without prime factors above 5.
  let count: Int
  private let ahead: fftw_plan?
  private let back: fftw_plan?

  init(leastCount: Int) {
    count = FourierTransform.goodCount(from: leastCount)
    var samples = [Double](repeating: 0, count: count)
    var bins = [Complex](repeating: .zero, count: count / 2 + 1)
    (ahead, back) = FourierTransform.plans(&samples, &bins)
  }

  deinit { FourierTransform.destroy([ahead, back]) }

  /// - Precondition: the arrays have ``count`` samples and `count / 2 + 1` bins.
  func forward(_ samples: inout [Double], into bins: inout [Complex]) {
    precondition(samples.count == count && bins.count == count / 2 + 1, "arrays of the plan")
    bins.withUnsafeMutableBytes { bytes in
      fftw_execute_dft_r2c(
        ahead, &samples, bytes.assumingMemoryBound(to: fftw_complex.self).baseAddress)
    }
  }

  /// Not divided by ``count``; destroys the bins.
  ///
  /// - Precondition: the arrays have ``count`` samples and `count / 2 + 1` bins.
  func backward(_ bins: inout [Complex], into samples: inout [Double]) {
    precondition(samples.count == count && bins.count == count / 2 + 1, "arrays of the plan")
    bins.withUnsafeMutableBytes { bytes in
      fftw_execute_dft_c2r(
        back, bytes.assumingMemoryBound(to: fftw_complex.self).baseAddress, &samples)
    }
  }
}

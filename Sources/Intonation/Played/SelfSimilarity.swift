import CFFTW
import Foundation

/// The period of a wave by its normalized autocorrelation (McLeod and Wyvill, Proc. ICMC 2005):
///
/// n(τ) = 2·Σ x_j·x_(j+τ) / Σ (x_j² + x_(j+τ)²)
///
/// is 1 if the wave repeats exactly, independently of its level. The period is the first maximum
/// that is nearly as high as the highest one, unless the wave repeats far better after twice that
/// time; later ones are its multiples.
struct SelfSimilarity: Sendable {
  struct Match {
    let hertz: Double
    /// The value of n at the period, 0…1.
    let clarity: Double
  }

  /// The share of the highest maximum that the first one must reach. Lower values turn strong even
  /// partials into octaves; higher ones prefer the common period of two notes.
  private static let share = (ofOneNote: 0.93, amongNotes: 0.78)

  /// The least maximum of a note that sounds alone.
  private static let alone = 0.99

  /// The least rise of n, the largest share of its distance from 1, and the largest deviation of
  /// the lag, with which the period is twice as long: odd partials that are 20 dB softer than the
  /// even ones lower n after half a period by 0.05. Hum and ringing seldom leave so little.
  private static let octave = (rise: 0.025, share: 0.5, width: 0.04)

  /// The lag in samples below which a parabola through three of them misses the height of a
  /// maximum.
  private static let shortLag = 32

  /// The number of samples on either side from which n is interpolated.
  private static let reach = 12

  private let count: Int
  private let sampleRate: Double
  private let isAmongNotes: Bool
  private let transform: RealTransform
  private var input: [Double]
  private var bins: [Complex]
  private var likeness: [Double]

  /// - Parameters:
  ///   - count: the samples in a window.
  ///   - lowest: the lowest pitch to find, in hertz. The highest is a third of the rate.
  ///   - isAmongNotes: true if other notes ring beside the one whose period is wanted.
  init(count: Int, sampleRate: Double, lowest: Double, isAmongNotes: Bool) {
    self.count = count
    self.isAmongNotes = isAmongNotes
    self.sampleRate = sampleRate
    let longest = min(Int(sampleRate / lowest) + 2, count / 2)
    transform = RealTransform(leastCount: count + longest + 1)
    input = [Double](repeating: 0, count: transform.count)
    bins = [Complex](repeating: .zero, count: transform.count / 2 + 1)
    likeness = [Double](repeating: 0, count: longest + 1)
  }

  /// Finds the period of a window; `nil` if nothing repeats.
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

  /// A maximum of n: the lag in samples, and n there.
  private typealias Maximum = (lag: Double, height: Double)

  /// The first of the maxima between zero crossings that is high enough.
  private func firstMaximum() -> Match? {
    let maxima = maxima().map(refined)
    guard let highest = maxima.map(\.height).max() else { return nil }
    let isMixed = isAmongNotes && highest < Self.alone
    let share = isMixed ? Self.share.amongNotes : Self.share.ofOneNote
    guard let first = maxima.first(where: { $0.height >= share * highest }) else { return nil }
    let double =
      isMixed
      ? nil
      : maxima.first {
        abs($0.lag / first.lag - 2) < Self.octave.width
          && $0.height >= first.height + Self.octave.rise
          && 1 - $0.height <= Self.octave.share * (1 - first.height)
      }
    let (lag, height) = double ?? first
    return Match(hertz: sampleRate / lag, clarity: min(max(height, 0), 1))
  }

  /// The highest lag between each two zero crossings.
  private func maxima() -> [Int] {
    var maxima: [Int] = []
    var lag = 1
    while lag < likeness.count, likeness[lag] > 0 { lag += 1 }
    var best: Int?
    while lag < likeness.count - 1 {
      if likeness[lag] > 0 {
        if likeness[lag] > best.map({ likeness[$0] }) ?? 0 { best = lag }
      } else if let found = best {
        maxima.append(found)
        best = nil
      }
      lag += 1
    }
    if let best, best < likeness.count - 2 { maxima.append(best) }
    return maxima
  }

  /// The place and the height of a maximum between the samples, by a parabola.
  private func refined(_ lag: Int) -> Maximum {
    guard lag < Self.shortLag else {
      return Self.top(likeness[lag - 1], likeness[lag], likeness[lag + 1], at: Double(lag), step: 1)
    }
    let step = 0.125
    let near = (-9...9).map { likeness(at: Double(lag) + step * Double($0)) }
    let best = (1..<near.count - 1).max { near[$0] < near[$1] } ?? near.count / 2
    return Self.top(
      near[best - 1], near[best], near[best + 1], at: Double(lag) + step * Double(best - 9),
      step: step)
  }

  private static func top(
    _ a: Double, _ b: Double, _ c: Double, at place: Double, step: Double
  ) -> Maximum {
    let curvature = a - 2 * b + c
    let shift = curvature < 0 ? min(max((a - c) / (2 * curvature), -0.5), 0.5) : 0
    return (place + shift * step, b - (a - c) * shift / 4)
  }

  /// n between the samples, by a sinc with Hann's window. It is even, and limited in band as the
  /// wave is.
  private func likeness(at lag: Double) -> Double {
    let whole = Int(lag.rounded(.down))
    let rest = lag - Double(whole)
    guard rest > 1e-9 else { return likeness[whole] }
    var sum = 0.0
    for index in (whole - Self.reach + 1)...(whole + Self.reach)
    where abs(index) < likeness.count {
      let distance = lag - Double(index)
      let sign = (whole - index).isMultiple(of: 2) ? 1.0 : -1
      let window = (1 + cos(.pi * distance / Double(Self.reach))) / 2
      sum += likeness[abs(index)] * sign * window / (.pi * distance)
    }
    return sum * sin(.pi * rest)
  }
}

/// A real transform of one length and its inverse, planned once.
///
/// `@unchecked Sendable`: FFTW's plans are constant, and executing them on arrays of the caller's
/// is safe on any thread.
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

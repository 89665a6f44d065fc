import CFFTW
import Foundation

/// Discrete Fourier transforms by FFTW. Plans are made one at a time; any thread may use them.
enum FourierTransform {
  /// Locks FFTW's planner, whose state all threads share.
  private static let planner = NSLock()

  /// The lengths that FFTW remembers. Only with the lock.
  private nonisolated(unsafe) static var lengths: Set<Int> = []

  /// The number of lengths that FFTW may remember, in some 300 bytes each, to plan them several
  /// times faster when they come again.
  private static let mostLengths = 64

  /// Makes plans for a length, while no other thread does.
  static func makePlans<Plans>(_ count: Int, _ make: () -> Plans) -> Plans {
    planner.withLock {
      if lengths.insert(count).inserted, lengths.count > mostLengths {
        fftw_forget_wisdom()
        lengths = [count]
      }
      return make()
    }
  }

  /// The bins 0…n/2 of a real signal of n samples.
  static func forward(_ samples: [Double]) -> [Complex] {
    var input = samples
    var output = [Complex](repeating: .zero, count: samples.count / 2 + 1)
    output.withUnsafeMutableBytes { bytes in
      let bins = bytes.assumingMemoryBound(to: fftw_complex.self).baseAddress
      let plan = makePlans(samples.count) {
        fftw_plan_dft_r2c_1d(Int32(samples.count), &input, bins, FFTW_ESTIMATE)
      }
      fftw_execute(plan)
      planner.withLock { fftw_destroy_plan(plan) }
    }
    return output
  }

  /// The signal with these bins, the negative frequencies in the upper half; not divided by their
  /// number.
  static func backward(_ bins: [Complex]) -> [Complex] {
    var values = bins
    values.withUnsafeMutableBytes { bytes in
      let memory = bytes.assumingMemoryBound(to: fftw_complex.self).baseAddress
      let plan = makePlans(bins.count) {
        fftw_plan_dft_1d(Int32(bins.count), memory, memory, FFTW_BACKWARD, FFTW_ESTIMATE)
      }
      fftw_execute(plan)
      planner.withLock { fftw_destroy_plan(plan) }
    }
    return values
  }

  /// Makes the plans of a ``RealTransform``, for arrays of any alignment.
  static func plans(
    _ samples: inout [Double], _ bins: inout [Complex]
  ) -> (ahead: fftw_plan?, back: fftw_plan?) {
    let count = Int32(samples.count)
    let flags = UInt32(FFTW_ESTIMATE) | UInt32(FFTW_UNALIGNED)
    return bins.withUnsafeMutableBytes { bytes in
      let memory = bytes.assumingMemoryBound(to: fftw_complex.self).baseAddress
      return makePlans(samples.count) {
        (
          fftw_plan_dft_r2c_1d(count, &samples, memory, flags),
          fftw_plan_dft_c2r_1d(count, memory, &samples, flags)
        )
      }
    }
  }

  static func destroy(_ plans: [fftw_plan?]) {
    planner.withLock { plans.forEach { fftw_destroy_plan($0) } }
  }

  /// The next even number without prime factors above 5, of which FFTW is fast.
  static func goodCount(from least: Int) -> Int {
    var count = max(least, 2)
    while true {
      var rest = count
      for factor in [2, 3, 5] {
        while rest.isMultiple(of: factor) { rest /= factor }
      }
      if rest == 1, count.isMultiple(of: 2) { return count }
      count += 1
    }
  }
}

/// A complex number with FFTW's memory layout.
struct Complex: BitwiseCopyable {
  var real: Double
  var imaginary: Double

  static let zero = Complex(real: 0, imaginary: 0)

  /// The square of the magnitude.
  var power: Double { real * real + imaginary * imaginary }

  static func * (number: Complex, factor: Double) -> Complex {
    Complex(real: number.real * factor, imaginary: number.imaginary * factor)
  }

  /// The product with the conjugate of `other`: its angle is the angle from `other` to this number.
  func turned(from other: Complex) -> Complex {
    Complex(
      real: real * other.real + imaginary * other.imaginary,
      imaginary: imaginary * other.real - real * other.imaginary)
  }
}

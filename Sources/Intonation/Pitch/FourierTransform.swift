import CFFTW
import Foundation

/// Discrete Fourier transforms by FFTW. Plans are made one at a time; any thread may use them.
enum FourierTransform {
  // FFTW's planner keeps its state in memory that threads share.
  private static let planner = NSLock()

  /// The bins 0…n/2 of a real signal of n samples.
  static func forward(_ samples: [Double]) -> [Complex] {
    var input = samples
    var output = [Complex](repeating: .zero, count: samples.count / 2 + 1)
    output.withUnsafeMutableBytes { bytes in
      let bins = bytes.assumingMemoryBound(to: fftw_complex.self).baseAddress
      let plan = planner.withLock {
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
      let plan = planner.withLock {
        fftw_plan_dft_1d(Int32(bins.count), memory, memory, FFTW_BACKWARD, FFTW_ESTIMATE)
      }
      fftw_execute(plan)
      planner.withLock { fftw_destroy_plan(plan) }
    }
    return values
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

import CFFTW
import Foundation

/// Discrete Fourier transforms through FFTW, whose plans are made one at a time and may then be used by
/// any thread.
enum FourierTransform {
  // FFTW's planner keeps what it knows in memory that threads share.
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

  /// The signal whose bins are `bins`, the negative frequencies in the upper half; not divided by their
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

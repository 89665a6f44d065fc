import Foundation

/// Measures loudness as ITU-R BS.1770 does, with the two filters that it prescribes for 48 kHz.
enum LoudnessMeter {
  /// The K-weighted mean power of `samples`, in decibels.
  static func decibels(_ samples: [Float]) -> Double {
    var shelf = Biquad(
      b: (1.53512485958697, -2.69169618940638, 1.19839281085285),
      a: (-1.69065929318241, 0.73248077421585))
    var highPass = Biquad(b: (1, -2, 1), a: (-1.99004745483398, 0.99007225036621))
    var sum = 0.0
    samples.withUnsafeBufferPointer { buffer in
      for sample in buffer {
        let value = highPass.filter(shelf.filter(Double(sample)))
        sum += value * value
      }
    }
    return 10 * log10(sum / Double(samples.count))
  }
}

/// A filter of second order in transposed direct form II.
private struct Biquad {
  let b: (Double, Double, Double)
  let a: (Double, Double)
  private var first = 0.0
  private var second = 0.0

  init(b: (Double, Double, Double), a: (Double, Double)) {
    self.b = b
    self.a = a
  }

  mutating func filter(_ input: Double) -> Double {
    let output = b.0 * input + first
    first = b.1 * input - a.0 * output + second
    second = b.2 * input - a.1 * output
    return output
  }
}

import Foundation

/// A notch of the second order: poles just inside zeros on the unit circle.
struct Notch: Sendable {
  private let b: (Double, Double)
  private let a: (Double, Double)
  private var x = (0.0, 0.0)
  private var y = (0.0, 0.0)

  /// - Parameter width: between the points of −3 dB, in hertz.
  init(hertz: Double, width: Double, sampleRate: Double) {
    let turn = 2 * Double.pi * hertz / sampleRate
    let half = tan(Double.pi * width / sampleRate)
    // The gain is 1 at 0 Hz and at half the rate.
    let gain = 1 / (1 + half)
    b = (gain, -2 * cos(turn) * gain)
    a = (-2 * cos(turn) * gain, (1 - half) * gain)
  }

  mutating func filter(_ values: inout [Double]) {
    var (x, y) = (x, y)
    values.withUnsafeMutableBufferPointer { values in
      for index in values.indices {
        let value = values[index]
        let sum = b.0 * (value + x.1) + b.1 * x.0 - a.0 * y.0 - a.1 * y.1
        // Numbers that are nearly 0 are slow.
        let result = abs(sum) < 1e-30 ? 0 : sum
        x = (value, x.0)
        y = (result, y.0)
        values[index] = result
      }
    }
    (self.x, self.y) = (x, y)
  }
}

import Foundation
import Intonation

import Testing

@testable import PlayedTones

@Suite("Noises for a check of headphones")
struct HugginsPitchTests {
  private let rate = 8000

  /// The component of a noise at a frequency.
  private func component(_ noise: ArraySlice<Float>, _ frequency: Int) -> (re: Double, im: Double) {
    var sum = (re: 0.0, im: 0.0)
    for (index, sample) in noise.enumerated() {
      let angle = 2 * Double.pi * Double(frequency * index) / Double(rate)
      sum.re += Double(sample) * cos(angle)
      sum.im += Double(sample) * sin(angle)
    }
    return sum
  }

  @Test(
    "of the target alone the right channel is inverted in a band about 600 Hz, and each channel is noise"
  )
  func band() {
    for target in 0..<HugginsPitch.count {
      var random = NoiseGenerator(seed: 7)
      let (left, right) = HugginsPitch(sampleRate: rate).samples(
        target: target, gain: 0.5, using: &random)
      #expect(left.count == right.count && left.count == HugginsPitch.count * rate * 3 / 2)
      for index in 0..<HugginsPitch.count {
        // Without the ramps.
        let part = index * rate * 3 / 2 + 300..<index * rate * 3 / 2 + rate - 300
        let (one, other) = (left[part], right[part])
        let power = one.reduce(0) { $0 + Double($1 * $1) } / Double(part.count)
        let powerRight = other.reduce(0) { $0 + Double($1 * $1) } / Double(part.count)
        #expect(abs(power.squareRoot() - 0.05) < 0.003)
        #expect(abs(powerRight / power - 1) < 0.05, "one ear alone hears nothing of it")
        func correlation(_ frequencies: ClosedRange<Int>) -> Double {
          var (product, size) = (0.0, 0.0)
          for frequency in frequencies {
            let (l, r) = (component(one, frequency), component(other, frequency))
            product += l.re * r.re + l.im * r.im
            size += l.re * l.re + l.im * l.im
          }
          return product / size
        }
        #expect((correlation(575...625) < -0.8) == (index == target))
        #expect(correlation(300...500) > 0.9 && correlation(700...900) > 0.9)
      }
    }
  }
}

import Foundation
import Music

@testable import Intonation
@testable import PlayedTones

/// A tone with known properties.
struct SyntheticTone {
  static let sampleRate = 48_000.0

  var nominal = 440.0
  /// The tone's deviation in cents.
  var detuning = 0.0
  /// The amplitudes of the partials, fundamental first.
  var partials = [1.0, 0.6, 0.4, 0.3, 0.2, 0.1]
  /// Fletcher's B.
  var inharmonicity = 0.0
  var seconds = 1.7
  var attack = 0.005
  /// Decibels a second.
  var decay = 0.0
  var vibratoCents = 0.0
  var vibratoRate = 5.5
  /// When the vibrato begins.
  var vibratoStart = 0.0
  /// Cents by which it is higher from a time on, in seconds.
  var step: (time: Double, cents: Double)?
  /// Cents by which it rises over a second.
  var drift = 0.0
  /// How far white noise is below the tone, in dB; `nil` for none.
  var noise: Double?
  /// Another tone of the same kind: its distance in cents and its strength.
  var double: (cents: Double, amplitude: Double)?

  var samples: [Float] {
    let count = Int(seconds * Self.sampleRate)
    var sum = [Double](repeating: 0, count: count)
    for (cents, amplitude) in [(0, 1)] + (double.map { [($0.cents, $0.amplitude)] } ?? []) {
      add(to: &sum, cents: detuning + cents, amplitude: amplitude)
    }
    if let noise {
      let power = sum.reduce(0) { $0 + $1 * $1 } / Double(count)
      let height = (3 * power * pow(10, -noise / 10)).squareRoot()
      var generator = NoiseGenerator(seed: 7)
      for index in sum.indices {
        sum[index] += height * Double.random(in: -1...1, using: &generator)
      }
    }
    return sum.map { Float(0.1 * $0) }
  }

  var tone: RenderedTone { rendered([samples]) }

  func rendered(_ channels: [[Float]]) -> RenderedTone {
    RenderedTone(
      channels: channels, sampleRate: Self.sampleRate, nominal: Frequency(hertz: nominal))
  }

  private func add(to sum: inout [Double], cents: Double, amplitude: Double) {
    // Phases by the integral of the pitch, a sample at a time.
    var turns = 0.0
    let sine = SineTable.shared
    for index in sum.indices {
      let time = Double(index) / Self.sampleRate
      let envelope =
        min(time / attack, 1) * pow(10, -decay * time / 20) * amplitude
      for (place, height) in partials.enumerated() where height != 0 {
        let number = Double(place + 1)
        let stretch = (1 + inharmonicity * number * number).squareRoot()
        sum[index] +=
          envelope * height * sine(turns: number * stretch * turns + number / (2 * .pi))
      }
      let moved =
        cents + vibratoCents * sin(2 * .pi * vibratoRate * max(time - vibratoStart, 0))
        + drift * (time - 0.8) + (step.map { time >= $0.time ? $0.cents : 0 } ?? 0)
      turns += nominal * exp2(moved / 1200) / Self.sampleRate
    }
  }
}

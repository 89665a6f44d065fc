import Foundation
import Intonation

/// Notes that are too loud for the input.
nonisolated enum PlayedClipping {
  static let timbres:
    [(name: String, make: @Sendable (Double, inout NoiseGenerator) -> PlayedSignal.Timbre)] =
      [
        ("sine", { _, _ in .sine }), ("saw", { _, _ in .saw }),
        (
          "stretched string",
          { hertz, random in
            .string(
              inharmonicity: 5e-5 * pow(hertz / 65, 1.3) * .random(in: 0.3...3, using: &random))
          }
        ),
        (
          "sung vowel",
          { _, random in
            .voice(PlayedSignal.Vowel.allCases.randomElement(using: &random) ?? .a)
          }
        ),
        ("odd partials", { _, _ in .partials([1, 0, 0.6, 0, 0.4, 0, 0.2, 0, 0.1]) }),
        (
          "partials by chance",
          { _, random in
            .partials((1...10).map { _ in Double.random(in: 0.05...1, using: &random) })
          }
        ),
      ]

  /// A note whose peak is 1 to 12 dB over full scale, in turn steady, with vibrato, and on a microphone with an offset.
  static func recording(
    _ timbre: Int, _ index: Int, series: UInt64 = 0
  ) -> (sound: PlayedCase, over: Double) {
    var random = NoiseGenerator(
      seed: UInt64(9_000_000 + 1000 * timbre + index) &+ series &* 10_000_000)
    var note = PlayedSignal()
    note.hertz = 65 * pow(16, Double.random(in: 0...1, using: &random))
    note.cents = .random(in: -50...50, using: &random)
    note.timbre = timbres[timbre].make(note.hertz, &random)
    note.seed = random.next()
    if index % 3 == 1 {
      note.vibratoCents = .random(in: 10...40, using: &random)
      note.vibratoRate = .random(in: 4.5...6.5, using: &random)
    }
    let over = Double.random(in: 1...12, using: &random)
    let sound = note.samples(lead: 0.3, total: 1.8)
    let peak = sound.map(abs).max() ?? 1
    let offset = index % 3 == 2 ? 0.1 : 0
    let clipped = sound.map { min(max($0 / peak * pow(10, over / 20) + offset, -1), 1) }
    return (
      PlayedCase(target: note.hertz, sound: clipped, expectation: .judged(cents: note.cents)), over
    )
  }
}

import Foundation
import Music

/// Whence simulated listeners come: what their thresholds are.
public nonisolated enum ListenerPopulation: Hashable, Sendable {
  /// The same threshold, in cents, on every note.
  case flat(threshold: Double)

  /// Poor in the bass, good in the treble, and every listener a little different:
  ///
  ///     ln T(n) = ln 3 + ln 10 · clip((60 − n) / 24, 0, 1) + 0.1 · N(0, 1)
  ///
  /// 3 cents from middle C up, 30 cents two octaves lower.
  case byRegister

  /// The threshold of each note, in cents; 128 of them.
  case given([Double])

  /// A listener of this population.
  public func draw(
    lapseRate: Double, learning: Double, bias: Double, using random: inout RandomSource
  ) -> SimulatedListener {
    SimulatedListener(
      thresholds: thresholds(using: &random), lapseRate: lapseRate, learning: learning, bias: bias)
  }

  private func thresholds(using random: inout RandomSource) -> [Double] {
    switch self {
    case .flat(let threshold): [Double](repeating: log(threshold), count: 128)
    case .byRegister:
      MIDINote.range.map { note in
        log(3) + log(10) * min(max(Double(60 - note) / 24, 0), 1) + 0.1 * random.nextNormal()
      }
    case .given(let thresholds): thresholds.map { log($0) }
    }
  }
}

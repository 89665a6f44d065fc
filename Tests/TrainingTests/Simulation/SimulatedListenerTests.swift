import Foundation
import Music
import Testing

@testable import Training

@Suite("A simulated listener")
struct SimulatedListenerTests {
  private let flat = [Double](repeating: log(10), count: 128)

  private func comparison(_ cents: Double) -> Comparison {
    Comparison(referenceNote: MIDINote(60), interval: .prime, centOffset: Cents(cents))
  }

  @Test(
    "tells a difference of the threshold three times in four, higher or lower",
    arguments: [(10.0, 0.75), (-10, 0.25), (0, 0.5), (1000, 1), (-1000, 0)])
  func probabilities(cents: Double, expected: Double) {
    let listener = SimulatedListener(thresholds: flat, lapseRate: 0)
    #expect(abs(listener.probabilityHigher(comparison(cents), after: 0) - expected) < 1e-12)
  }

  @Test("lapses leave wrong answers however large the difference")
  func lapses() {
    let listener = SimulatedListener(thresholds: flat, lapseRate: 0.06)
    #expect(abs(listener.probabilityHigher(comparison(1000), after: 0) - 0.94) < 1e-12)
    #expect(abs(listener.probabilityHigher(comparison(-1000), after: 0) - 0.06) < 1e-12)
  }

  @Test("thresholds change with the trials")
  func learning() {
    let listener = SimulatedListener(thresholds: flat, learning: 0.5)
    #expect(abs(exp(listener.threshold(of: MIDINote(60), after: 1000)) - 5) < 1e-12)
    #expect(abs(exp(listener.threshold(of: MIDINote(60), after: 2000)) - 2.5) < 1e-12)
  }

  @Test("a bias towards higher helps on one side and hurts on the other")
  func bias() {
    let listener = SimulatedListener(thresholds: flat, lapseRate: 0, bias: 0.5)
    #expect(listener.probabilityHigher(comparison(0), after: 0) > 0.69)
    #expect(listener.probabilityHigher(comparison(-10), after: 0) > 0.25)
  }

  @Test("by register: 30 cents in the bass, 3 from middle C up, but for a tenth")
  func register() {
    var random = RandomSource(SeededGenerator(seed: 3))
    let listeners = (0..<200).map { _ in
      ListenerPopulation.byRegister.draw(lapseRate: 0, learning: 1, bias: 0, using: &random)
    }
    for (note, threshold) in [(24, 30.0), (36, 30), (48, 90.0.squareRoot()), (60, 3), (100, 3)] {
      let values = Welford(listeners.map { $0.threshold(of: MIDINote(note), after: 0) })
      #expect(abs((values.mean ?? 0) - log(threshold)) < 0.04)
      #expect(abs((values.standardDeviation ?? 0) - 0.1) < 0.03)
    }
  }
}

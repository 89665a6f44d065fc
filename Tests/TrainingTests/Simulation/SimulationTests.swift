import Foundation
import Music
import Testing
import Training
@testable import Training

@Suite("Simulated training")
@MainActor
struct SimulationTests {
  private func simulation(
    _ strategy: StrategyName, _ population: ListenerPopulation, listeners: Int, trials: Int
  ) throws -> Simulation {
    var simulation = Simulation(settings: try .simulated())
    simulation.strategy = strategy
    simulation.population = population
    simulation.listeners = listeners
    simulation.checkpoints = [trials]
    return simulation
  }

  @Test("a staircase settles far below the threshold, near 60 % right")
  func kazez() throws {
    var simulation = try simulation(.kazez, .flat(threshold: 10), listeners: 1, trials: 2000)
    simulation.lapseRate = 0
    let summary = SimulationSummary(simulation.run().map { $0[0] })
    #expect((2.6...5.0).contains(try #require(summary.meanOffset)))
    #expect((0.590...0.608).contains(try #require(summary.shareCorrect)))
  }

  @Test("the adaptive strategy keeps four answers in five right, and the map near the truth")
  func adaptive() throws {
    let summary = SimulationSummary(
      try simulation(.adaptive, .byRegister, listeners: 3, trials: 300).run().map { $0[0] })
    #expect((0.74...0.86).contains(try #require(summary.shareCorrect)))
    #expect(try #require(summary.mapError) < 0.35)
    #expect(try #require(summary.mapCorrelation) > 0.9)
    #expect((0.8...1).contains(summary.coverage))
  }

  @Test("the map finds what the plain means cannot")
  func mapAgainstPlain() throws {
    let summary = SimulationSummary(
      try simulation(.kazez, .byRegister, listeners: 3, trials: 500).run().map { $0[0] })
    #expect(try #require(summary.mapError) < 0.55)
    #expect(try #require(summary.plainError) > 0.8)
    #expect(abs(try #require(summary.plainCorrelation)) < 0.5)
  }

  @Test("the same seed gives the same beliefs, another one others")
  func reproducible() throws {
    var simulation = try simulation(.adaptive, .byRegister, listeners: 2, trials: 30)
    func thresholds() -> [ThresholdEstimate] {
      simulation.run().flatMap { $0[0].notes.map(\.estimate) }
    }
    let first = thresholds()
    #expect(thresholds() == first)
    simulation.seed = 2
    #expect(thresholds() != first)
  }

  @Test("checkpoints are judged on the way, and progress is told after each listener")
  func checkpoints() throws {
    var simulation = try simulation(.kazez, .byRegister, listeners: 2, trials: 60)
    simulation.checkpoints = [10, 60]
    var told: [Double] = []
    let runs = simulation.run { told.append($0) }
    #expect(runs.map { $0.map(\.trials) } == [[10, 60], [10, 60]])
    #expect(told.count == 4 && told == told.sorted())
    #expect(told[1] == 0.5 && told[3] == 1)
    #expect(runs[0][0].course.meanOffset == nil && runs[0][1].course.meanOffset != nil)
  }

  @Test("intervals train a map of their own")
  func intervals() throws {
    let training = SimulatedTraining(
      listener: SimulatedListener(thresholds: [Double](repeating: 1, count: 128)),
      strategy: AdaptiveNoteStrategy(), interval: DirectedInterval(.perfectFifth),
      settings: try .simulated(), random: RandomSource(SeededGenerator(seed: 1)))
    training.train(until: 5)
    #expect(training.hearing.profile.thresholds.interval.trials == 5)
    #expect(training.hearing.profile.thresholds.unison.trials == 0)
  }
}

extension TrainingSettings {
  /// Four octaves, C2 to C6.
  static func simulated() throws -> TrainingSettings {
    TrainingSettings(
      noteRange: try #require(NoteRange(lowest: 36, highest: 84)),
      noteDuration: NoteDuration(seconds: 1), referencePitch: Frequency(hertz: 440),
      varyLoudness: UnitInterval(0))
  }
}

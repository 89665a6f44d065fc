import Music
import Testing

@testable import Training

@Suite("Simulations of listeners")
struct ListenerSimulationTests {
  private func simulation(
    _ population: SubjectPopulation, listeners: Int = 6, answers: [Int] = [300],
    strategy: StrategyName = .adaptive
  ) -> ListenerSimulation {
    var simulation = ListenerSimulation(population)
    simulation.listeners = listeners
    simulation.checkpoints = answers
    simulation.strategy = strategy
    simulation.range = 48...72
    return simulation
  }

  @Test("the same seed gives the same figures, another does not")
  func seeds() {
    var simulation = simulation(SubjectPopulation(threshold: 10), answers: [60])
    let first = SimulatedFigures.all(simulation.run())
    #expect(SimulatedFigures.all(simulation.run()) == first)
    simulation.seed = 2
    #expect(SimulatedFigures.all(simulation.run()) != first)
  }

  @Test("thresholds of purity are found, also of unisons, and there is no shift to find")
  func purity() throws {
    for interval in [DirectedInterval.prime, DirectedInterval(.majorThird)] {
      var simulation = simulation(SubjectPopulation(threshold: 12), listeners: 10, answers: [400])
      simulation.interval = interval
      simulation.asksForPurity = true
      let figures = try #require(SimulatedFigures.all(simulation.run()).first)
      #expect(figures.rootMeanSquareLogError < 0.4)
      #expect(figures.coverage >= 0.7)
      #expect((0.1...0.3).contains(figures.shareWrong))
      #expect(figures.shiftError == nil && figures.levelError == nil)
    }
  }

  @Test("progress is told after some listeners each, and ends at 1")
  func progress() {
    var shares: [Double] = []
    let simulation = simulation(SubjectPopulation(threshold: 10), listeners: 20, answers: [10])
    let outcomes = simulation.run { shares.append($0) }
    #expect(outcomes.count == 20)
    #expect(shares.count > 1 && shares == shares.sorted() && shares.last == 1)
  }

  @Test("thresholds are found, and their intervals hold the truth; most answers are right")
  func thresholds() throws {
    var population = SubjectPopulation(threshold: 10)
    population.lapseRate = 0.05
    population.dayDeviation = 0.1
    let outcomes = simulation(population, answers: [100, 400]).run()
    let figures = SimulatedFigures.all(outcomes)
    #expect(figures.map(\.answers) == [100, 400])
    let last = try #require(figures.last)
    #expect(last.rootMeanSquareLogError < 0.4)
    #expect(last.coverage > 0.8)
    #expect(last.shareWrong < 0.25)
    #expect(last.shareShown > 0.5)
    #expect(outcomes.allSatisfy { ($0.shownAfter ?? .max) > VerdictTable.fewestAnswers })
  }

  @Test("who guesses is never shown a threshold, whatever the strategy and the task")
  func guesses() {
    var population = SubjectPopulation(threshold: 10)
    population.isGuessing = true
    for strategy in StrategyName.allCases {
      for interval in [DirectedInterval.prime, DirectedInterval(.perfectFifth)] {
        var simulation = simulation(population, answers: [100, 600], strategy: strategy)
        simulation.interval = interval
        for figures in SimulatedFigures.all(simulation.run()) {
          #expect(figures.shareShown == 0)
          #expect(abs(figures.shareWrong - 0.5) < 0.1)
        }
      }
    }
  }

  @Test("an interval that is heard 8 cents too high is found to be so, and not to be coarse")
  func shift() throws {
    var population = SubjectPopulation(threshold: 5)
    population.shift = 8
    var simulation = simulation(population, answers: [500])
    simulation.interval = DirectedInterval(.perfectFifth)
    let figures = try #require(SimulatedFigures.all(simulation.run()).first)
    #expect((figures.shiftError ?? .infinity) < 2)
    #expect(abs(figures.meanLogError) < 0.3)
  }

  @Test("the staircase keeps its listeners wrong twice as often as the default does")
  func strategies() throws {
    let population = SubjectPopulation(threshold: 10)
    let figures = try StrategyName.allCases.map { strategy in
      try #require(SimulatedFigures.all(simulation(population, strategy: strategy).run()).first)
    }
    let wrong = Dictionary(
      uniqueKeysWithValues: zip(StrategyName.allCases, figures.map(\.shareWrong)))
    #expect((wrong[.kazez] ?? 0) > 1.5 * (wrong[.adaptive] ?? 1))
  }

  @Test("slopes, dips and halving shape the thresholds of a listener")
  func population() {
    var random = RandomSource(SeededGenerator(seed: 3))
    var population = SubjectPopulation(threshold: 10)
    population.noteDeviation = 0
    population.slope = -0.5
    population.halfLife = 10
    let sloping = population.draw(in: 48...72, using: &random)
    expectClose(sloping.thresholds[48] - sloping.thresholds[60], 0.5)
    expectClose(
      sloping.threshold(of: 60, onDay: 0) - sloping.threshold(of: 60, onDay: 10), 0.693_147_181)
    population.slope = 0
    population.dips = 3
    let dipped = population.draw(in: 48...72, using: &random)
    #expect((48...72).count { dipped.thresholds[$0] > dipped.thresholds[0] + 1 } == 3)
  }
}

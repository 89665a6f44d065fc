import Music
import Training

/// What may be said of listeners who guess, do not change, or improve.
extension ScienceBenchmark {
  /// Who guesses is told no threshold.
  func guesses() throws -> Report {
    var report = Report(
      key: "guesses", title: "Listeners who guess", columns: Self.figureColumns)
    for strategy in StrategyName.allCases {
      for interval in [DirectedInterval.prime, Self.fifth] {
        var simulation = simulation(10)
        simulation.population.isGuessing = true
        simulation.strategy = strategy
        simulation.interval = interval
        let outcomes = try run(simulation)
        let figures = SimulatedFigures.all(outcomes)
        let name = "guessing, \(interval), \(strategy.rawValue)"
        add(figures, named: name, to: &report)
        let ever = Double(outcomes.count { $0.shownAfter != nil }) / Double(listeners)
        report.goals.append(
          goal("\(name): shown", max(ever, figures.map(\.shareShown).max() ?? 1), .atMost, 0))
      }
    }
    return report
  }

  /// Listeners who never change are not told that they did, however much their days differ.
  func falseTrends() throws -> Report {
    var report = Report(
      key: "falseTrends", title: "Trends of listeners who do not change",
      columns: Self.figureColumns)
    for strategy in StrategyName.allCases {
      var cells: [[SimulatedFigures]] = []
      for threshold in [5.0, 20, 60] {
        for deviation in [0, 0.2] {
          var simulation = simulation(threshold, lapses: 0.05)
          simulation.population.dayDeviation = deviation
          simulation.strategy = strategy
          simulation.checkpoints = [200, 400, 1000, 2000]
          // The first checkpoint has the fewest days for a trend.
          simulation.answersPerDay = 40
          let figures = SimulatedFigures.all(try run(simulation))
          add(
            figures, named: "T \(text(threshold)), days ±\(text(deviation)), \(strategy.rawValue)",
            to: &report)
          cells.append(figures)
        }
      }
      report.goals += [200, 400, 1000, 2000].enumerated().map { place, answers in
        goal(
          "false trends, \(strategy.rawValue), \(answers) answers",
          mean(cells.map { $0[place].shareFiner + $0[place].shareCoarser }), .atMost, 0.05)
      }
    }
    return report
  }

  /// Listeners whose thresholds halve are told so.
  func power() throws -> Report {
    var report = Report(
      key: "power", title: "Thresholds that halve in 30 days of 50 answers",
      columns: Self.figureColumns)
    for threshold in [5.0, 20, 60] {
      var simulation = simulation(threshold, lapses: 0.02)
      simulation.population.halfLife = 30
      simulation.checkpoints = [1500]
      let figures = SimulatedFigures.all(try run(simulation))
      add(figures, named: "T \(text(threshold)), halving", to: &report)
      report.goals.append(
        goal("T \(text(threshold)): called finer", figures.last?.shareFiner, .atLeast, 0.95))
    }
    return report
  }
}

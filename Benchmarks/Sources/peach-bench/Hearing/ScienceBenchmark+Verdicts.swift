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
    let checkpoints = [200, 400, 1000, 2000]
    for strategy in StrategyName.allCases {
      var cells: [[SimulatedFigures]] = []
      for threshold in Self.usualThresholds {
        for deviation in [0, 0.2] {
          let name = "T \(text(threshold)), days ±\(text(deviation)), \(strategy.rawValue)"
          var simulation = simulation(threshold, lapses: 0.05)
          simulation.population.dayDeviation = deviation
          simulation.strategy = strategy
          simulation.checkpoints = checkpoints
          let figures = SimulatedFigures.all(try run(simulation))
          add(figures, named: name, to: &report)
          cells.append(figures)
          // 200 answers fill four days, and a trend takes five.
          simulation.checkpoints = [200]
          simulation.answersPerDay = 40
          add(
            SimulatedFigures.all(try run(simulation)), named: "\(name), 40 a day", to: &report)
        }
      }
      guard strategy == .adaptive else { continue }
      report.goals = checkpoints.enumerated().map { place, answers in
        goal(
          "false trends, \(answers) answers, \(strategy.rawValue)",
          mean(cells.map { $0[place].shareFiner + $0[place].shareCoarser }), .atMost, 0.05)
      }
    }
    report.notes = [
      "The goals are means over T 5, 20 and 60, at 50 answers a day, with the adaptive strategy.",
      "The other rows have no goals.",
    ]
    return report
  }

  /// Listeners whose thresholds halve are told so.
  func power() throws -> Report {
    var report = Report(
      key: "power", title: "Thresholds that halve in 30 days of 50 answers",
      columns: Self.figureColumns)
    var cells: [SimulatedFigures] = []
    for threshold in Self.usualThresholds {
      var simulation = simulation(threshold, lapses: 0.02)
      simulation.population.halfLife = 30
      simulation.checkpoints = [1500]
      let figures = SimulatedFigures.all(try run(simulation))
      add(figures, named: "T \(text(threshold)), halving, adaptive", to: &report)
      cells += figures
    }
    report.goals = [
      goal("halving called finer, adaptive", mean(cells.map(\.shareFiner)), .atLeast, 0.95)
    ]
    return report
  }
}

import Music
import Training

/// What is concluded about shifted intervals, and about matching with slips.
extension ScienceBenchmark {
  /// An interval that is heard too wide is not taken for coarse hearing.
  func shifts() throws -> Report {
    var report = Report(
      key: "shifts", title: "A fifth that sounds true 8 cents wide, T 5",
      columns: [
        ReportColumn(key: "case", heading: "case"),
        ReportColumn(key: "answers", heading: "answers"),
        ReportColumn(key: "shiftRms", heading: "shift rms"),
        ReportColumn(key: "shiftCoverage", heading: "in 90 %"),
        ReportColumn(key: "rmsLogError", heading: "T rms ln"),
        ReportColumn(key: "coverage", heading: "in 90 %"),
        ReportColumn(key: "shown", heading: "shown"),
      ])
    for strategy in StrategyName.allCases {
      var simulation = simulation(5)
      simulation.population.shift = 8
      simulation.interval = Self.fifth
      simulation.strategy = strategy
      simulation.checkpoints = [100, 500]
      let figures = SimulatedFigures.all(try run(simulation))
      for figure in figures {
        report.rows.append(
          [.text(strategy.rawValue), .number(Double(figure.answers))]
            + [
              figure.shiftError, figure.shiftCoverage, figure.rootMeanSquareLogError,
              figure.coverage, figure.shareShown,
            ].map(value))
      }
      guard strategy == .adaptive else { continue }
      report.goals = [
        goal(
          "shift, 500 answers, adaptive: rms error", figures.last?.shiftError, .atMost, 1, " cents"),
        goal("shift, 500 answers, adaptive: in 90 %", figures.last?.shiftCoverage, .atLeast, 0.93),
      ]
    }
    return report
  }

  /// Slips of the hand do not move the bias.
  func matching() throws -> Report {
    var report = Report(
      key: "matching", title: "Matching with slips: bias 3, pull 5, spread 5 cents",
      columns: [
        ReportColumn(key: "slips", heading: "slips"),
        ReportColumn(key: "biasError", heading: "bias rms error"),
        ReportColumn(key: "plainError", heading: "mean's rms error"),
        ReportColumn(key: "biasCoverage", heading: "in 90 %"),
        ReportColumn(key: "spread", heading: "spread"),
      ])
    for slips in [0, 0.1] {
      try Task.checkCancellation()
      let outcome = MatchingOutcome(listeners: listeners, slips: slips, seed: seed)
      report.rows.append(
        [slips, outcome.biasError, outcome.plainError, outcome.coverage, outcome.spread].map(value))
      guard slips > 0 else { continue }
      report.goals = [
        goal("200 matchings, slips \(text(slips)): bias", outcome.biasError, .atMost, 0.7, " cent")
      ]
    }
    report.notes = ["A slip ends anywhere within 100 cents of the target."]
    return report
  }
}

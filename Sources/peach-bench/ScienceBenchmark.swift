import ArgumentParser
import Foundation
import Music
import Training

struct ScienceCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "science",
    abstract: "Whether thresholds, strategies, trends and verdicts hold what they promise.",
    discussion: """
      Some minutes. It fails if a goal is missed, and says which. peach simulate tries other listeners.
      """)
  static let mustReachGoals = true

  @Option(help: "Listeners of each population.") var listeners = 100
  @Option(help: "Which listeners.") var seed: UInt64 = 1
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard listeners > 0 else { throw ValidationError("there is at least one listener.") }
  }

  func measure(into writer: ReportWriter) async throws {
    let science = ScienceBenchmark(listeners: listeners, seed: seed)
    let (thresholds, curve) = try science.thresholds()
    writer.write(thresholds)
    writer.write(curve)
    writer.write(try science.guesses())
    writer.write(try science.falseTrends())
    writer.write(try science.power())
    writer.write(try science.shifts())
    writer.write(try science.matching())
  }
}

/// Checks what Peach concludes about simulated listeners whose hearing is known.
struct ScienceBenchmark {
  /// Of each population.
  let listeners: Int
  let seed: UInt64

  private static let checkpoints = [100, 500, 2000]
  private static let fifth = DirectedInterval(.perfectFifth)

  private static let figureColumns = [
    ReportColumn(key: "case", heading: "case"),
    ReportColumn(key: "answers", heading: "answers"),
    ReportColumn(key: "wrong", heading: "wrong"),
    ReportColumn(key: "rmsLogError", heading: "rms ln"),
    ReportColumn(key: "meanLogError", heading: "bias ln"),
    ReportColumn(key: "coverage", heading: "in 90 %"),
    ReportColumn(key: "levelRmsLogError", heading: "level rms ln"),
    ReportColumn(key: "levelCoverage", heading: "in 90 %"),
    ReportColumn(key: "shown", heading: "shown"),
    ReportColumn(key: "finer", heading: "finer"),
    ReportColumn(key: "coarser", heading: "coarser"),
  ]

  // MARK: Thresholds

  /// The errors of thresholds and the coverage of their intervals, with the adaptive strategy, and,
  /// without goals, with the staircase; and the curve of all answers of the former.
  func thresholds() throws -> (Report, curve: Report) {
    var report = Report(
      key: "thresholds", title: "Thresholds of simulated listeners", columns: Self.figureColumns)
    var usual: [[SimulatedFigures]] = []
    var inattentive: [[SimulatedFigures]] = []
    var curve = HearingCurve()
    for threshold in [1.0, 5, 20, 60, 150] {
      for lapses in [0, 0.02, 0.05, 0.1, 0.2] {
        let isUsual = [5, 20, 60].contains(threshold) && lapses <= 0.1
        guard isUsual || lapses >= 0.1 else { continue }
        var simulation = simulation(threshold, lapses: lapses)
        let outcomes = try run(simulation)
        let figures = SimulatedFigures.all(outcomes)
        let name = "T \(text(threshold)), lapses \(text(lapses))"
        add(figures, named: "\(name), adaptive", to: &report)
        if lapses >= 0.1 { inattentive.append(figures) }
        guard isUsual else { continue }
        usual.append(figures)
        for outcome in outcomes { curve.add(outcome.curve) }
        simulation.strategy = .kazez
        add(SimulatedFigures.all(try run(simulation)), named: "\(name), kazez", to: &report)
      }
    }
    report.goals =
      goalsOfUsual(usual)
      + zip(Self.checkpoints.indices, [0.86, 0.53, 0.36]).map { place, limit in
        goal(
          "all T, lapses 0.1 and more, \(Self.checkpoints[place]) answers: rms ln",
          mean(inattentive.map { $0[place].rootMeanSquareLogError }), .atMost, limit)
      }
    report.notes = [
      "rms and bias of ln(estimate / truth) over all listeners and notes; 50 answers a day.",
      "The goals are those of the adaptive strategy; the staircase is for comparison.",
    ]
    return (report, self.curve(curve))
  }

  private func goalsOfUsual(_ figures: [[SimulatedFigures]]) -> [ReportGoal] {
    zip(Self.checkpoints.indices, [0.50, 0.30, 0.22]).flatMap { place, limit in
      let cells = figures.map { $0[place] }
      let name = "T 5 to 60, lapses to 0.1, \(Self.checkpoints[place]) answers"
      return [
        goal("\(name): rms ln", mean(cells.map(\.rootMeanSquareLogError)), .atMost, limit),
        goal("\(name): in 90 %", mean(cells.map(\.coverage)), .atLeast, 0.93),
        goal("\(name): in 90 %, worst", cells.map(\.coverage).min(), .atLeast, 0.88),
      ]
    } + [
      goal(
        "T 5 to 60, lapses to 0.1: wrong, of all answers",
        mean(figures.compactMap { $0.last?.shareWrong }), .atMost, 0.20)
    ]
  }

  /// How often answers are right, and how often that was foreseen.
  private func curve(_ curve: HearingCurve) -> Report {
    var report = Report(
      key: "curve", title: "Right answers by the difference in times the threshold",
      columns: [
        ReportColumn(key: "from", heading: "from"),
        ReportColumn(key: "answers", heading: "answers"),
        ReportColumn(key: "share", heading: "right"),
        ReportColumn(key: "predicted", heading: "foreseen"),
      ])
    var worst: Double?
    for bin in curve.bins {
      guard let share = bin.shareCorrect, let predicted = bin.predicted else { continue }
      report.rows.append([
        .number(bin.edges.lowerBound, decimals: 3), .number(Double(bin.answers)),
        .number(share, decimals: 3), .number(predicted, decimals: 3),
      ])
      guard bin.answers > 1000 else { continue }
      worst = max(worst ?? 0, abs(share - predicted))
    }
    report.goals = [
      goal("largest difference in a bin of over 1000 answers", worst, .atMost, 0.01)
    ]
    return report
  }

  // MARK: Verdicts

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

  // MARK: Intervals and matching

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
          "shift, 500 answers: rms error", figures.last?.shiftError, .atMost, 1, " cents"),
        goal("shift, 500 answers: in 90 %", figures.last?.shiftCoverage, .atLeast, 0.93),
      ]
    }
    return report
  }

  /// Slips of the hand do not move the bias.
  func matching() throws -> Report {
    var report = Report(
      key: "matching", title: "Pitch matching with slips: bias 3, pull 5, spread 5 cents",
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

  // MARK: Helpers

  private func simulation(_ threshold: Double, lapses: Double = 0) -> ListenerSimulation {
    var population = SubjectPopulation(threshold: threshold)
    population.lapseRate = lapses
    var simulation = ListenerSimulation(population)
    simulation.listeners = listeners
    simulation.checkpoints = Self.checkpoints
    simulation.seed = seed
    return simulation
  }

  private func run(_ simulation: ListenerSimulation) throws -> [SimulatedOutcome] {
    try Task.checkCancellation()
    return simulation.run()
  }

  private func add(_ figures: [SimulatedFigures], named name: String, to report: inout Report) {
    report.rows += figures.map { figure in
      [.text(name), .number(Double(figure.answers))]
        + [
          figure.shareWrong, figure.rootMeanSquareLogError, figure.meanLogError, figure.coverage,
          figure.levelError, figure.levelCoverage, figure.shareShown, figure.shareFiner,
          figure.shareCoarser,
        ].map(value)
    }
  }

  private func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  private func value(_ number: Double?) -> ReportValue {
    number.map { .number($0, decimals: 3) } ?? .nothing
  }

  private func text(_ number: Double) -> String { String(format: "%g", number) }

  private func goal(
    _ name: String, _ measured: Double?, _ bound: ReportGoal.Bound, _ limit: Double,
    _ unit: String = ""
  ) -> ReportGoal {
    ReportGoal(name: name, limit: limit, measured: measured, unit: unit, bound: bound)
  }
}

/// What is believed of listeners who match 200 pitches and sometimes slip.
struct MatchingOutcome {
  private(set) var biasError: Double?
  private(set) var plainError: Double?
  private(set) var coverage: Double?

  /// The mean of the spreads, in cents.
  private(set) var spread: Double?

  private static let (bias, pull, deviation) = (3.0, 5.0, 5.0)

  /// - Parameter slips: the share of matchings that end anywhere.
  init(listeners: Int, slips: Double, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var fits: [MatchingFit] = []
    var means: [Double] = []
    for _ in 0..<listeners {
      var hearing = HearingModel()
      for number in 0..<200 {
        let start = Double.random(in: -100...100, using: &random)
        let isSlip = Double.random(in: 0..<1, using: &random) < slips
        let error =
          isSlip
          ? Double.random(in: -100...100, using: &random)
          : Self.bias + Self.pull * start / 100 + Self.deviation * Self.normal(&random)
        hearing.add(
          MatchingAnswer(
            note: MIDINote(60), interval: .prime, centError: Cents(error),
            initialCentOffset: Cents(start),
            date: Date(timeIntervalSinceReferenceDate: Double(number) * 10), presentation: .melodic)
        )
      }
      if let fit = hearing.matchings.unison.melodic.fit { fits.append(fit) }
      if let mean = hearing.profile.matching.unison.bias { means.append(mean.rawValue) }
    }
    guard fits.count == listeners, !fits.isEmpty else { return }
    biasError = Self.rootMeanSquare(fits.map { $0.bias.value.rawValue - Self.bias })
    plainError = Self.rootMeanSquare(means.map { $0 - Self.bias })
    coverage =
      Double(
        fits.count { ($0.bias.low.rawValue...$0.bias.high.rawValue).contains(Self.bias) })
      / Double(fits.count)
    spread = fits.reduce(0) { $0 + $1.spread.value.rawValue } / Double(fits.count)
  }

  /// Box and Muller's method.
  private static func normal(_ random: inout SeededGenerator) -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }

  private static func rootMeanSquare(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(max(values.count, 1))).squareRoot()
  }
}

import ArgumentParser
import Foundation
import Music
import Training

struct ScienceCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "science",
    abstract: "Whether thresholds, strategies, trends and verdicts hold what they promise.",
    discussion: """
      Some minutes. It fails if a goal is missed, and says which. Each goal names the strategy that it is \
      for. They are for 100 listeners or more. peach simulate tries other listeners.
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

  static let checkpoints = [100, 500, 2000]

  /// The thresholds and the rates of lapses over which the goals are means, in cents.
  static let usualThresholds = [5.0, 20, 60]
  static let usualLapses = 0...0.1

  static let fifth = DirectedInterval(.perfectFifth)

  static let figureColumns = [
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
        let isUsual = Self.usualThresholds.contains(threshold) && Self.usualLapses.contains(lapses)
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
          "all T, lapses 0.1 and more, \(Self.checkpoints[place]) answers, adaptive: rms ln",
          mean(inattentive.map { $0[place].rootMeanSquareLogError }), .atMost, limit)
      }
    report.notes = [
      "rms and bias of ln(estimate / truth) over all listeners and notes; 50 answers a day.",
      "The goals are means over the cells named; only the worst is that of a single cell.",
      "They are those of the adaptive strategy; the staircase is for comparison.",
    ]
    return (report, self.curve(curve))
  }

  private func goalsOfUsual(_ figures: [[SimulatedFigures]]) -> [ReportGoal] {
    zip(Self.checkpoints.indices, [0.50, 0.30, 0.22]).flatMap { place, limit in
      let cells = figures.map { $0[place] }
      let name = "T 5 to 60, lapses to 0.1, \(Self.checkpoints[place]) answers, adaptive"
      return [
        goal("\(name): rms ln", mean(cells.map(\.rootMeanSquareLogError)), .atMost, limit),
        goal("\(name): in 90 %", mean(cells.map(\.coverage)), .atLeast, 0.93),
        goal("\(name): in 90 %, worst", cells.map(\.coverage).min(), .atLeast, 0.88),
        goal("\(name): wrong", mean(cells.map(\.shareWrong)), .atMost, 0.20),
      ]
    }
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
      goal("largest difference in a bin of over 1000 answers, adaptive", worst, .atMost, 0.01)
    ]
    return report
  }

  // MARK: Helpers

  func simulation(_ threshold: Double, lapses: Double = 0) -> ListenerSimulation {
    var population = SubjectPopulation(threshold: threshold)
    population.lapseRate = lapses
    var simulation = ListenerSimulation(population)
    simulation.listeners = listeners
    simulation.checkpoints = Self.checkpoints
    simulation.seed = seed
    return simulation
  }

  func run(_ simulation: ListenerSimulation) throws -> [SimulatedOutcome] {
    try Task.checkCancellation()
    return simulation.run()
  }

  func add(_ figures: [SimulatedFigures], named name: String, to report: inout Report) {
    report.rows += figures.map { figure in
      [.text(name), .number(Double(figure.answers))]
        + [
          figure.shareWrong, figure.rootMeanSquareLogError, figure.meanLogError, figure.coverage,
          figure.levelError, figure.levelCoverage, figure.shareShown, figure.shareFiner,
          figure.shareCoarser,
        ].map(value)
    }
  }

  func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  func value(_ number: Double?) -> ReportValue {
    number.map { .number($0, decimals: 3) } ?? .nothing
  }

  func text(_ number: Double) -> String { String(format: "%g", number) }

  func goal(
    _ name: String, _ measured: Double?, _ bound: ReportGoal.Bound, _ limit: Double,
    _ unit: String = ""
  ) -> ReportGoal {
    ReportGoal(name: name, limit: limit, measured: measured, unit: unit, bound: bound)
  }
}

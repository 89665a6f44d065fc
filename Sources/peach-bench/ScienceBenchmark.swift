import ArgumentParser
import Foundation
import Music
import Training

struct ScienceCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "science",
    abstract: "Whether thresholds, strategies and trends hold what they promise.",
    discussion: "Some minutes; peach simulate tries other listeners.")

  @Option(help: "Listeners for the figures of the map.") var listeners = 50
  @Option(help: "Listeners for the shares that the trend calls improving or declining.")
  var unchangedListeners = 400
  @Option(help: "Which listeners.") var seed: UInt64 = 1
  @OptionGroup var tries: TriesOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard listeners > 0, unchangedListeners > 0 else {
      throw ValidationError("there is at least one listener.")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    writer.write(try MapBenchmark(tries: tries.tries).run())
    writer.write(
      try ScienceBenchmark(
        listeners: listeners, unchangedListeners: unchangedListeners, seed: seed
      ).run())
  }
}

/// Checks the promises of the threshold map, the strategies and the tested trend on simulated listeners.
struct ScienceBenchmark {
  /// The numbers of listeners for the medians, and for the shares of false alarms.
  let listeners: Int
  let unchangedListeners: Int
  let seed: UInt64

  private static let columns = [
    ReportColumn(key: "case", heading: "case"),
    ReportColumn(key: "trials", heading: "trials"),
    ReportColumn(key: "shareCorrect", heading: "correct"),
    ReportColumn(key: "meanOffset", heading: "mean offset"),
    ReportColumn(key: "mapError", heading: "map rms ln"),
    ReportColumn(key: "coverage", heading: "in 90 %"),
    ReportColumn(key: "plainError", heading: "plain rms ln"),
    ReportColumn(key: "improving", heading: "improving"),
    ReportColumn(key: "declining", heading: "declining"),
    ReportColumn(key: "halvesImproving", heading: "by halves"),
  ]

  func run() throws -> Report {
    var report = Report(
      key: "science", title: "Beliefs about simulated listeners", columns: Self.columns)
    try flatListener(into: &report)
    try registerListeners(into: &report)
    try unchanged(into: &report)
    try improving(into: &report)
    report.notes = [
      "Medians over the listeners; improving and declining are shares of listeners.",
      "By halves: the share that the later half against the earlier calls improving.",
    ]
    return report
  }

  /// The level at which the staircase settles.
  private func flatListener(into report: inout Report) throws {
    var simulation = try simulation(.kazez, .flat(threshold: 10), listeners)
    simulation.lapseRate = 0
    let summaries = try run(simulation, named: "flat, kazez", into: &report)
    guard let offset = summaries[1].meanOffset, let share = summaries[1].shareCorrect else {
      return
    }
    report.goals += [
      goal("flat, kazez: mean offset", offset, .atLeast, 2.6, " cents"),
      goal("flat, kazez: mean offset", offset, .atMost, 5.0, " cents"),
      goal("flat, kazez: correct", share, .atLeast, 0.590),
      goal("flat, kazez: correct", share, .atMost, 0.608),
    ]
  }

  /// The error of the map for thresholds that differ from note to note.
  private func registerListeners(into report: inout Report) throws {
    for (strategy, limits) in [(StrategyName.kazez, [0.48, 0.38]), (.adaptive, [0.26, 0.26])] {
      let name = "by register, \(strategy.rawValue)"
      let summaries = try run(
        try simulation(strategy, .byRegister, listeners), named: name, into: &report)
      for (summary, limit) in zip(summaries, limits) {
        let place = "\(name), \(summary.trials) trials"
        report.goals += [
          goal("\(place): error of the map", summary.mapError ?? .infinity, .atMost, limit),
          goal("\(place): in 90 %", summary.coverage, .atLeast, 0.82),
          goal("\(place): in 90 %", summary.coverage, .atMost, 0.97),
        ]
        guard strategy == .adaptive, let share = summary.shareCorrect else { continue }
        report.goals += [
          goal("\(place): correct", share, .atLeast, 0.78),
          goal("\(place): correct", share, .atMost, 0.84),
        ]
      }
    }
  }

  /// Listeners who never change, in the hardest cases for the test.
  private func unchanged(into report: inout Report) throws {
    for strategy in StrategyName.allCases {
      for (name, population, lapses) in [
        ("by register", ListenerPopulation.byRegister, 0.02), ("flat", .flat(threshold: 10), 0),
        ("inattentive", .flat(threshold: 3), 0.06),
      ] {
        var simulation = try simulation(strategy, population, unchangedListeners)
        simulation.lapseRate = lapses
        let place = "unchanged, \(name), \(strategy.rawValue)"
        for summary in try run(simulation, named: place, into: &report) {
          report.goals += [
            goal("\(place), \(summary.trials): improving", summary.testedImproving, .atMost, 0.06),
            goal("\(place), \(summary.trials): declining", summary.testedDeclining, .atMost, 0.06),
          ]
        }
      }
    }
  }

  /// Listeners whose thresholds halve over 2000 trials.
  private func improving(into report: inout Report) throws {
    var simulation = try simulation(.adaptive, .byRegister, unchangedListeners)
    simulation.learning = 0.5.squareRoot()
    let summaries = try run(simulation, named: "halving, adaptive", into: &report)
    report.goals.append(
      goal("halving, adaptive, 2000 trials: found", summaries[1].testedImproving, .atLeast, 0.95))
  }

  private func simulation(
    _ strategy: StrategyName, _ population: ListenerPopulation, _ listeners: Int
  ) throws -> Simulation {
    let settings = BenchSettings()
    var simulation = Simulation(settings: TrainingSettings(settings))
    simulation.strategy = strategy
    simulation.population = population
    simulation.listeners = listeners
    simulation.checkpoints = [500, 2000]
    simulation.seed = seed
    return simulation
  }

  private func run(
    _ simulation: Simulation, named name: String, into report: inout Report
  ) throws -> [SimulationSummary] {
    try Task.checkCancellation()
    let runs = simulation.run()
    return simulation.checkpoints.indices.map { place in
      let summary = SimulationSummary(runs.map { $0[place] })
      report.rows.append([
        .text(name), .number(Double(summary.trials)), figure(summary.shareCorrect),
        figure(summary.meanOffset), figure(summary.mapError), figure(summary.coverage),
        figure(summary.plainError), figure(summary.testedImproving),
        figure(summary.testedDeclining), figure(summary.halvesImproving),
      ])
      return summary
    }
  }

  private func figure(_ value: Double?) -> ReportValue {
    value.map { .number($0, decimals: 3) } ?? .nothing
  }

  private func goal(
    _ name: String, _ measured: Double, _ bound: ReportGoal.Bound, _ limit: Double,
    _ unit: String = ""
  ) -> ReportGoal {
    ReportGoal(name: name, limit: limit, measured: measured, unit: unit, bound: bound)
  }
}

/// The cost of a trial in the threshold map, and of the trend.
struct MapBenchmark {
  private static let trials = 100_000

  let tries: Int

  func run() throws -> Report {
    let trials = Array(SyntheticHistory(count: Self.trials))
    var times = Distribution()
    var trendTimes = Distribution()
    for _ in 0..<tries {
      try Task.checkCancellation()
      var map = ThresholdMap()
      var test = ThresholdTrendTest()
      times.record(
        WallClock.nanoseconds {
          for trial in trials {
            map.update(
              note: trial.referenceNote, centOffset: trial.centOffset, isCorrect: trial.isCorrect)
          }
        })
      for trial in trials {
        test.add(
          note: trial.referenceNote, centOffset: trial.centOffset, isCorrect: trial.isCorrect)
      }
      trendTimes.record(WallClock.nanoseconds { _ = test.change })
    }
    var report = Report(
      key: "map", title: "Threshold map and tested trend",
      columns: [ReportColumn(key: "case", heading: "case")] + Distribution.secondsColumns)
    report.rows = [
      [.text("100 000 trials into the map")] + times.secondsFigures,
      [.text("the trend of 4000 trials")] + trendTimes.secondsFigures,
    ]
    report.goals = [
      ReportGoal(
        name: "100 000 trials into the map", limit: 0.5, measured: Double(times.median) / 1e9,
        unit: " s")
    ]
    return report
  }
}

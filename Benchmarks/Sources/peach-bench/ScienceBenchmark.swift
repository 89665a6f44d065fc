import ArgumentParser
import Foundation
import Music
import Training

struct ScienceCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "science",
    abstract: "Whether thresholds, strategies, trends and verdicts hold what they promise.",
    discussion: """
      Some minutes. Each goal names the strategy that it is for. They are for 100 listeners or more. \
      peach simulate tries other listeners.
      """)

  @Option(help: "Listeners of each population.", transform: wholeNumber) var listeners = 100
  @Option(help: "Which listeners.") var seed: UInt64 = 1
  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    for report in try thresholds() { writer.write(report) }
    writer.write(try conclusions())
    writer.write(try matching())
    for report in try maps() { writer.write(report) }
  }
}

/// Checks what Peach concludes about simulated listeners whose hearing is known.
@MainActor extension ScienceCommand {
  private static var checkpoints: [Int] { [100, 500, 2000] }

  /// The thresholds and the rates of lapses over which the goals are means, in cents.
  private static var usualThresholds: [Double] { [5.0, 20, 60] }
  private static var usualLapses: ClosedRange<Double> { 0...0.1 }

  private static var fifth: DirectedInterval { DirectedInterval(.perfectFifth) }

  private typealias Population = (outcomes: [SimulatedOutcome], figures: [SimulatedFigures])

  /// Simulates listeners, and adds their figures to a report.
  private func run(
    _ name: String, threshold: Double, lapses: Double = 0, in report: inout Report,
    _ change: (inout ListenerSimulation) -> Void = { _ in }
  ) throws -> Population {
    try Task.checkCancellation()
    var population = SubjectPopulation(threshold: threshold)
    population.lapseRate = lapses
    var simulation = ListenerSimulation(population)
    simulation.listeners = listeners
    simulation.checkpoints = Self.checkpoints
    simulation.seed = seed
    change(&simulation)
    let outcomes = simulation.run()
    let figures = SimulatedFigures.all(outcomes)
    for figure in figures {
      report.add(
        "T \(text(threshold)), \(name)", figure.answers, figure.shareWrong,
        figure.rootMeanSquareLogError, figure.meanLogError, figure.coverage, figure.levelError,
        figure.levelCoverage, figure.shiftError, figure.shiftCoverage, figure.shareShown,
        figure.shareFiner, figure.shareCoarser)
    }
    return (outcomes, figures)
  }

  private func report(_ key: String, _ title: String, notes: [String]) -> Report {
    Report(
      key, title,
      [
        "case", "answers", .init("wrong", nil, 3), .init("rmsLogError", "rms ln", 3),
        .init("meanLogError", "bias ln", 3), .init("coverage", "in 90 %", 3),
        .init("levelRmsLogError", "level rms ln", 3), .init("levelCoverage", "in 90 %", 3),
        .init("shiftRms", "shift rms", 3), .init("shiftCoverage", "in 90 %", 3),
        .init("shown", nil, 3), .init("finer", nil, 3), .init("coarser", nil, 3),
      ], notes: notes)
  }

  private func mean(_ values: [Double]) -> Double { Distribution(values).mean }

  private func text(_ number: Double) -> String { String(format: "%g", number) }

  /// The errors of thresholds and the coverage of their intervals, with the adaptive strategy, and,
  /// without goals, with the staircase; and the curve of all answers of the former.
  private func thresholds() throws -> [Report] {
    var report = report(
      "thresholds", "Thresholds of simulated listeners",
      notes: [
        "rms and bias of ln(estimate / truth) over all listeners and notes; 50 answers a day.",
        "The goals are means over the cells named; only the worst is that of a single cell.",
        "They are those of the adaptive strategy; the staircase is for comparison.",
      ])
    var usual: [[SimulatedFigures]] = []
    var inattentive: [[SimulatedFigures]] = []
    var curve = HearingCurve()
    for threshold in [1.0, 5, 20, 60, 150] {
      for lapses in [0, 0.02, 0.05, 0.1, 0.2] {
        let isUsual = Self.usualThresholds.contains(threshold) && Self.usualLapses.contains(lapses)
        guard isUsual || lapses >= 0.1 else { continue }
        let name = "lapses \(text(lapses))"
        let (outcomes, figures) = try run(
          "\(name), adaptive", threshold: threshold, lapses: lapses, in: &report)
        if lapses >= 0.1 { inattentive.append(figures) }
        guard isUsual else { continue }
        usual.append(figures)
        for outcome in outcomes { curve.add(outcome.curve) }
        _ = try run("\(name), kazez", threshold: threshold, lapses: lapses, in: &report) {
          $0.strategy = .kazez
        }
      }
    }
    for (place, limit) in [0.50, 0.30, 0.22].enumerated() {
      let cells = usual.map { $0[place] }
      let name = "T 5 to 60, lapses to 0.1, \(Self.checkpoints[place]) answers, adaptive"
      report.goal("\(name): rms ln", mean(cells.map(\.rootMeanSquareLogError)), atMost: limit)
      report.goal("\(name): in 90 %", mean(cells.map(\.coverage)), atLeast: 0.93)
      report.goal("\(name): in 90 %, worst", cells.map(\.coverage).min(), atLeast: 0.88)
      report.goal("\(name): wrong", mean(cells.map(\.shareWrong)), atMost: 0.20)
    }
    for (place, limit) in [0.86, 0.53, 0.36].enumerated() {
      report.goal(
        "all T, lapses 0.1 and more, \(Self.checkpoints[place]) answers, adaptive: rms ln",
        mean(inattentive.map { $0[place].rootMeanSquareLogError }), atMost: limit)
    }
    return [report, self.report(of: curve)]
  }

  /// How often answers are right, and how often that was foreseen.
  private func report(of curve: HearingCurve) -> Report {
    var report = Report(
      "curve", "Right answers by the difference in times the threshold",
      [
        .init("from", nil, 3), "answers", .init("share", "right", 3),
        .init("predicted", "foreseen", 3),
      ])
    var differences: [Double] = []
    for bin in curve.bins {
      guard let share = bin.shareCorrect, let predicted = bin.predicted else { continue }
      report.add(bin.edges.lowerBound, bin.answers, share, predicted)
      if bin.answers > 1000 { differences.append(abs(share - predicted)) }
    }
    report.goal(
      "largest difference in a bin of over 1000 answers, adaptive", differences.max(),
      atMost: 0.01)
    return report
  }

  /// Who guesses is told no threshold; listeners who never change are not told that they did, however much their days
  /// differ; those whose thresholds halve are told so; and an interval that is heard too wide is not taken for coarse
  /// hearing.
  private func conclusions() throws -> Report {
    var report = report(
      "conclusions",
      "What listeners are told who guess, do not change, improve, or hear a fifth 8 cents wide",
      notes: ["The goals of trends are means over T 5, 20 and 60, at 50 answers a day."])
    for strategy in StrategyName.allCases {
      for interval in [DirectedInterval.prime, Self.fifth] {
        let name = "guessing, \(interval), \(strategy.rawValue)"
        let (outcomes, figures) = try run(name, threshold: 10, in: &report) {
          $0.population.isGuessing = true
          $0.strategy = strategy
          $0.interval = interval
        }
        let ever = Double(outcomes.count { $0.shownAfter != nil }) / Double(listeners)
        report.goal("\(name): shown", max(ever, figures.map(\.shareShown).max() ?? 1), atMost: 0)
      }
    }
    let checkpoints = [200, 400, 1000, 2000]
    var (same, halving) = ([[SimulatedFigures]](), [Double]())
    for threshold in Self.usualThresholds {
      for deviation in [0, 0.2] {
        let name = "days ±\(text(deviation)), adaptive"
        same.append(
          try run(name, threshold: threshold, lapses: 0.05, in: &report) {
            $0.population.dayDeviation = deviation
            $0.checkpoints = checkpoints
          }.figures)
      }
      halving += try run(
        "halving in 30 days, adaptive", threshold: threshold, lapses: 0.02, in: &report
      ) {
        $0.population.halfLife = 30
        $0.checkpoints = [1500]
      }.figures.map(\.shareFiner)
    }
    for (place, answers) in checkpoints.enumerated() {
      report.goal(
        "false trends, \(answers) answers, adaptive",
        mean(same.map { $0[place].shareFiner + $0[place].shareCoarser }), atMost: 0.05)
    }
    report.goal("halving called finer, adaptive", mean(halving), atLeast: 0.95)
    let shifted = try run("shifted fifth, adaptive", threshold: 5, in: &report) {
      $0.population.shift = 8
      $0.interval = Self.fifth
      $0.checkpoints = [100, 500]
    }.figures.last
    report.goal(
      "shift, 500 answers, adaptive: rms error", shifted?.shiftError, atMost: 1, " cents")
    report.goal(
      "shift, 500 answers, adaptive: in 90 %", shifted?.shiftCoverage, atLeast: 0.93)
    return report
  }

  /// Slips of the hand do not move the bias.
  private func matching() throws -> Report {
    var report = Report(
      "matching", "200 matchings with slips: bias 3, pull 5, spread 5 cents",
      [
        .init("slips", nil, 3), .init("biasError", "bias rms error", 3),
        .init("biasCoverage", "in 90 %", 3),
        .init("spread", nil, 3),
      ], notes: ["A slip ends anywhere within 100 cents of the target."])
    let bias = 3.0
    func rms(_ values: [Double]) -> Double { mean(values.map { $0 * $0 }).squareRoot() }
    for slips in [0, 0.1] {
      var random = SeededGenerator(seed: seed)
      var fits: [MatchingFit] = []
      for _ in 0..<listeners {
        try Task.checkCancellation()
        let hearing = hearing(bias: bias, slips: slips, &random)
        if let fit = hearing.matchings.unison.melodic.fit { fits.append(fit) }
      }
      let error =
        fits.count == listeners ? rms(fits.map { $0.bias.value.rawValue - bias }) : Double.nan
      let covered = fits.count { ($0.bias.low.rawValue...$0.bias.high.rawValue).contains(bias) }
      report.add(
        slips, error, Double(covered) / Double(fits.count),
        mean(fits.map { $0.spread.value.rawValue }))
      if slips > 0 {
        report.goal(
          "200 matchings, slips \(text(slips)): bias", error, atMost: 0.7, " cent")
      }
    }
    return report
  }

  /// What is believed of a listener who matches 200 pitches.
  ///
  /// - Parameter slips: the share of matchings that end anywhere.
  private func hearing(
    bias: Double, slips: Double, _ random: inout SeededGenerator
  ) -> HearingModel {
    var hearing = HearingModel()
    for number in 0..<200 {
      let start = Double.random(in: -100...100, using: &random)
      let isSlip = Double.random(in: 0..<1, using: &random) < slips
      let error =
        isSlip
        ? Double.random(in: -100...100, using: &random)
        : bias + 5 * start / 100 + 5 * normal(&random)
      hearing.add(
        PitchAnswer(
          .matching, note: MIDINote(60), interval: .prime, centError: Cents(error),
          initialCentOffset: Cents(start),
          date: Date(timeIntervalSinceReferenceDate: Double(number) * 10), presentation: .melodic))
    }
    return hearing
  }

  /// Box and Muller's method.
  func normal(_ random: inout SeededGenerator) -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
  }
}

import ArgumentParser
import Charts
import Console
import Foundation
import Language
import Music
import Settings
import Training

/// `peach simulate`: trains simulated listeners whose hearing is known.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: localized(
      "Train simulated listeners and compare Peach's estimates with their true thresholds."),
    discussion: CommandHelp.discussion(
      localized(
        """
        A simulation needs no sound, no JACK and no waiting, and it does not touch your history or \
        settings. Each listener answers according to known thresholds. The strategies, the \
        profile and what it says are the same as in real training. Several values with commas \
        between them, as in --threshold 5,20,60, simulate each of them.
        """),
      examples: """
        peach simulate
        peach simulate --strategy adaptive --threshold 5,20,60 --lapses 0,0.1
        peach simulate --half-life 30           (\(localized("thresholds halve in 30 days")))
        peach simulate --interval P5 --shift 8  (\(localized("the fifth sounds true 8 cents wide")))
        peach simulate --guessing --json
        """))

  @OptionGroup var options: ListenerOptions

  @Option(
    help: ArgumentHelp(
      localized("The strategy: %@. Without this option, both.", StrategyName.words),
      valueName: localized(context: "value of an option", "name")),
    completion: .setting("strategy"),
    transform: { text in
      guard let name = StrategyName(rawValue: text) else {
        let names = StrategyName.allCases.map(\.rawValue)
        throw ValidationError(
          NearestWord.to(text, among: names).map {
            localized(
              "the strategies are %@, not '%@'. Did you mean %@?", StrategyName.words, text, $0)
          } ?? localized("the strategies are %@, not '%@'.", StrategyName.words, text))
      }
      return name
    })
  var strategy: StrategyName?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Trials for each listener (1…1000000)."),
      valueName: localized(context: "value of an option", "number")))
  var trials = 2000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Trials on each day (1…1000000)."),
      valueName: localized(context: "value of an option", "number")))
  var trialsPerDay = 50

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("The number of listeners (1…10000)."),
      valueName: localized(context: "value of an option", "number")))
  var listeners = 20

  @Option(
    help: ArgumentHelp(
      localized("The interval to ask, such as P5 or M3-."),
      valueName: localized(context: "value of an option", "interval")),
    completion: .list(SettingKey.intervals.row.domain.words))
  var interval = "P1"

  @Option(
    help: ArgumentHelp(
      localized("The lowest reference note (21…108)."),
      valueName: localized(context: "value of an option", "note")))
  var noteRangeMin = 36

  @Option(
    help: ArgumentHelp(
      localized("The highest reference note (21…108)."),
      valueName: localized(context: "value of an option", "note")))
  var noteRangeMax = 84

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "Make the simulation reproducible: the same number gives the same listeners and answers."),
      valueName: localized(context: "value of an option", "number")))
  var seed: UInt64 = 1

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  func validate() throws {
    try check(Double(trials), "--trials", within: 1...1_000_000)
    try check(Double(trialsPerDay), "--trials-per-day", within: 1...1_000_000)
    try check(Double(listeners), "--listeners", within: 1...10_000)
    if DirectedInterval(interval) == nil {
      throw ValidationError(
        localized(
          "--interval takes one of %@.",
          DirectedInterval.all.map(\.description).joined(separator: " "))
      )
    }
    if NoteRange(lowest: noteRangeMin, highest: noteRangeMax) == nil {
      throw ValidationError(
        localized(
          "--note-range-min and --note-range-max must be within 21…108 and at least 12 apart."))
    }
  }

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let simulations = try makeSimulations()
      let work = context.progressReporter(localized("Simulating"))
      var cells: [SimulatedCell] = []
      for simulation in simulations {
        let outcomes = simulation.run { share in
          work.report((Double(cells.count) + share) / Double(simulations.count))
        }
        cells.append(SimulatedCell(simulation: simulation, outcomes: outcomes))
      }
      work.finish()
      context.output.write(
        global.json ? SimulationJSON.text(cells) + "\n" : SimulationText.text(cells))
    }
  }

  /// One for each population and strategy; the strategies of a population stand together.
  @MainActor private func makeSimulations() throws -> [ListenerSimulation] {
    guard let range = NoteRange(lowest: noteRangeMin, highest: noteRangeMax),
      let interval = DirectedInterval(interval)
    else { throw Fault.software(localized("the options were not checked")) }
    let notes = range.references(for: interval)
    let strategies = strategy.map { [$0] } ?? StrategyName.allCases
    return options.populations.flatMap { population in
      strategies.map { strategy -> ListenerSimulation in
        var simulation = ListenerSimulation(population)
        simulation.listeners = listeners
        simulation.strategy = strategy
        simulation.interval = interval
        simulation.range = notes
        simulation.answersPerDay = trialsPerDay
        simulation.checkpoints = Set([100, 500, 2000, trials].filter { $0 <= trials }).sorted()
        simulation.seed = seed
        return simulation
      }
    }
  }
}

/// What the simulated listeners hear, and how they answer.
struct ListenerOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("The threshold around which the notes lie, in cents (0.01…1200)."),
      valueName: localized(context: "value of an option", "cents")))
  var threshold = NumberList(10)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("The share of wrong answers caused by inattention (0…0.5)."),
      valueName: localized(context: "value of an option", "share")))
  var lapses = NumberList(0.02)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        """
        How far the thresholds of single days depart: the standard deviation of their natural \
        logarithm (0…2).
        """),
      valueName: localized(context: "value of an option", "number")))
  var days = NumberList(0)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "How much the notes differ: the standard deviation of ln threshold (0…2)."),
      valueName: localized(context: "value of an option", "number")))
  var notes = 0.1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "The change of ln threshold in an octave upwards, about middle C (-2…2)."),
      valueName: localized(context: "value of an option", "number")))
  var slope = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("How many notes have a threshold four times as large (0…88)."),
      valueName: localized(context: "value of an option", "number")))
  var dips = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "The days after which thresholds are halved (1…100000). Without this option, they stay."),
      valueName: localized(context: "value of an option", "number")))
  var halfLife: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Where an interval sounds true, in cents from the true one (-100…100)."),
      valueName: localized(context: "value of an option", "cents")))
  var shift = NumberList(0)

  @Flag(help: ArgumentHelp(localized("Every answer is a guess.")))
  var guessing = false

  func validate() throws {
    for value in threshold.values { try check(value, "--threshold", within: 0.01...1200) }
    for value in lapses.values { try check(value, "--lapses", within: 0...0.5) }
    for value in days.values { try check(value, "--days", within: 0...2) }
    try check(notes, "--notes", within: 0...2)
    try check(slope, "--slope", within: -2...2)
    try check(Double(dips), "--dips", within: 0...88)
    if let halfLife { try check(halfLife, "--half-life", within: 1...100_000) }
    for value in shift.values { try check(value, "--shift", within: -100...100) }
  }

  /// Every combination of the values given.
  @MainActor fileprivate var populations: [SubjectPopulation] {
    var populations: [SubjectPopulation] = []
    for threshold in threshold.values {
      for lapses in lapses.values {
        for days in days.values {
          for shift in shift.values {
            var population = SubjectPopulation(threshold: threshold)
            population.lapseRate = lapses
            population.dayDeviation = days
            population.shift = shift
            population.noteDeviation = notes
            population.slope = slope
            population.dips = dips
            population.halfLife = halfLife
            population.isGuessing = guessing
            populations.append(population)
          }
        }
      }
    }
    return populations
  }
}

/// Numbers with commas between them, such as `5,20,60`.
nonisolated struct NumberList: ExpressibleByArgument, Sendable {
  /// At least one.
  let values: [Double]

  init(_ value: Double) { values = [value] }

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    let values = words.compactMap { Double($0) }
    guard values.count == words.count else { return nil }
    self.values = values
  }

  var defaultValueDescription: String {
    values.map { String(format: "%.10g", $0) }.joined(separator: ",")
  }
}

nonisolated private func check(_ value: Double, _ name: String, within limits: ClosedRange<Double>)
  throws
{
  guard limits.contains(value) else {
    let words = [limits.lowerBound, limits.upperBound, value].map { String(format: "%.10g", $0) }
    throw ValidationError(
      localized("%@ takes %@…%@, not %@.", name, words[0], words[1], words[2]))
  }
}

extension StrategyName {
  fileprivate nonisolated static var words: String {
    allCases.map(\.rawValue).joined(separator: ", ")
  }
}

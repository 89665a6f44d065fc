import ArgumentParser
import Charts
import Console
import Language
import Music
import Program
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

  @Flag(
    help: ArgumentHelp(
      localized("Ask which of two is in tune, instead of whether a second note is higher.")))
  var purity = false

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
    if TypedMusic.interval(interval) == nil {
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

  /// A simulation for each population and strategy, grouped by population.
  @MainActor private func makeSimulations() throws -> [ListenerSimulation] {
    guard let range = NoteRange(lowest: noteRangeMin, highest: noteRangeMax),
      let interval = TypedMusic.interval(interval)
    else { throw Fault.software(localized("the options were not checked")) }
    let notes = range.references(for: interval)
    let strategies = strategy.map { [$0] } ?? StrategyName.allCases
    return options.populations.flatMap { population in
      strategies.map { strategy -> ListenerSimulation in
        var simulation = ListenerSimulation(population)
        simulation.listeners = listeners
        simulation.strategy = strategy
        simulation.interval = interval
        simulation.asksForPurity = purity
        simulation.range = notes
        simulation.answersPerDay = trialsPerDay
        simulation.checkpoints = Set([100, 500, 2000, trials].filter { $0 <= trials }).sorted()
        simulation.seed = seed
        return simulation
      }
    }
  }
}

extension StrategyName {
  fileprivate nonisolated static var words: String {
    allCases.map(\.rawValue).joined(separator: ", ")
  }
}

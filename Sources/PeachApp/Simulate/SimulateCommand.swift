import ArgumentParser
import Charts
import Console
import Foundation
import Language
import Music
import Settings
import Training

/// `peach simulate`: runs a strategy against simulated listeners with known thresholds.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: localized(
      "Train simulated listeners and compare Peach's estimates with their true thresholds."),
    discussion: CommandHelp.discussion(
      localized(
        """
        A simulation needs no sound, no JACK and no waiting, and it does not touch your history or \
        settings. Each listener answers according to a known threshold for each note. The \
        strategy, the profile and the trend are the same as in real training. The figures are \
        medians over the listeners; --json prints the notes of each listener with true and \
        estimated thresholds.
        """),
      examples: """
        peach simulate --strategy adaptive
        peach simulate --listener flat --threshold 10 --lapses 0 --trials 2000
        peach simulate --learning 0.707         (\(localized("thresholds halve in 2000 trials")))
        peach simulate --listener mine.txt      (\(localized("lines such as '60 3.5'")))
        """))

  @OptionGroup var options: ListenerOptions

  @Option(
    help: ArgumentHelp(
      localized("The strategy: %@.", StrategyName.words),
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
  var strategy = StrategyName.kazez

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("Trials for each listener (1…1000000)."),
      valueName: localized(context: "value of an option", "number")))
  var trials = 2000

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
      let simulation = try makeSimulation()
      let work = context.progressReporter(localized("Simulating"))
      let runs = simulation.run { work.report($0) }
      work.finish()
      context.output.write(
        global.json
          ? SimulationJSON.text(simulation, runs) + "\n" : SimulationText.text(simulation, runs))
    }
  }

  @MainActor private func makeSimulation() throws -> Simulation {
    guard let range = NoteRange(lowest: noteRangeMin, highest: noteRangeMax),
      let interval = DirectedInterval(interval)
    else { throw Fault.software(localized("the options were not checked")) }
    var simulation = Simulation(
      settings: TrainingSettings(
        noteRange: range, noteDuration: NoteDuration(seconds: 1),
        referencePitch: Frequency(hertz: 440), varyLoudness: UnitInterval(0)))
    try options.apply(to: &simulation)
    simulation.listeners = listeners
    simulation.strategy = strategy
    simulation.interval = interval
    simulation.checkpoints = Array(Set([100, 500, trials].filter { $0 <= trials })).sorted()
    simulation.seed = seed
    return simulation
  }
}

/// What the simulated listeners hear, and how they answer.
struct ListenerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      localized(
        """
        The listener: 'flat' (one threshold for all notes), 'register' (30 cents in the bass, 3 \
        from middle C up, each note slightly different), or a file with a MIDI note and its \
        threshold in cents on each line.
        """), valueName: localized(context: "value of an option", "flat|register|file")),
    completion: .custom { _, _, prefix in
      ["flat", "register"] + SettingWords.paths(beginningWith: prefix)
    })
  var listener = "register"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("The threshold of a flat listener in cents (0.01…1200)."),
      valueName: localized(context: "value of an option", "cents"))
  )
  var threshold = 10.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("The share of wrong answers caused by inattention (0…0.5)."),
      valueName: localized(context: "value of an option", "share")))
  var lapses = 0.02

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        "The share of each threshold that is left after 1000 trials (0.01…100; 1: no learning)."),
      valueName: localized(context: "value of an option", "share")))
  var learning = 1.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized(
        """
        How strongly the listener prefers 'higher', in standard deviations of the perceived \
        pitch (-5…5).
        """),
      valueName: localized(context: "value of an option", "number")))
  var bias = 0.0

  func validate() throws {
    try check(threshold, "--threshold", within: ThresholdFile.limits)
    try check(lapses, "--lapses", within: 0...0.5)
    try check(learning, "--learning", within: 0.01...100)
    try check(bias, "--bias", within: -5...5)
  }

  @MainActor fileprivate func apply(to simulation: inout Simulation) throws {
    simulation.population =
      switch listener {
      case "flat": .flat(threshold: threshold)
      case "register": .byRegister
      default: .given(try ThresholdFile.read(listener))
      }
    simulation.lapseRate = lapses
    simulation.learning = learning
    simulation.bias = bias
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

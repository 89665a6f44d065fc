import ArgumentParser
import Console
import Foundation
import Music
import Settings
import Training

/// `peach simulate`: listeners whose thresholds are known, against a strategy.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Train simulated listeners and compare what is believed of them with the truth.",
    discussion: """
      No sound, no JACK, no waiting, and your history and settings are left alone. Each listener \
      answers by a known threshold for every note; the strategy, the profile and the trend are those of \
      real training. Figures are medians over the listeners; --json prints \
      every listener's notes, truth and belief.

      EXAMPLES
        peach simulate --strategy adaptive
        peach simulate --listener flat --threshold 10 --lapses 0 --trials 2000
        peach simulate --learning 0.707 --strategy adaptive    (thresholds halve in 2000 trials)
        peach simulate --listener mine.txt --listeners 1       (lines such as '60 3.5': note and cents)
      """)

  @Option(
    help: ArgumentHelp(
      """
      Who listens: 'flat' (one threshold for all notes), 'register' (30 cents in the bass, 3 from \
      middle C up, each note a little different), or a file with a MIDI note and its threshold in \
      cents a line.
      """, valueName: "flat|register|file"),
    completion: .custom { _, _, prefix in
      ["flat", "register"] + SettingWords.paths(beginningWith: prefix)
    })
  var listener = "register"

  @Option(
    help: ArgumentHelp("The threshold of a flat listener in cents (0.01…1200).", valueName: "cents")
  )
  var threshold = 10.0

  @Option(
    help: ArgumentHelp(
      "Wrong answers that inattention gives, as a share (0…0.5).", valueName: "share"))
  var lapses = 0.02

  @Option(
    help: ArgumentHelp(
      "What is left of every threshold after 1000 trials, as a share (0.01…100; 1: no learning).",
      valueName: "share"))
  var learning = 1.0

  @Option(
    help: ArgumentHelp(
      "How far 'higher' is preferred, in standard deviations of what is heard (-5…5).",
      valueName: "number"))
  var bias = 0.0

  @Option(
    help: ArgumentHelp("The strategy: \(StrategyName.words).", valueName: "name"),
    completion: .setting(.strategy),
    transform: { text in
      guard let name = StrategyName(rawValue: text) else {
        let names = StrategyName.allCases.map(\.rawValue)
        let guess = NearestWord.to(text, among: names).map { "; did you mean \($0)?" } ?? "."
        throw ValidationError("the strategies are \(StrategyName.words), not '\(text)'\(guess)")
      }
      return name
    })
  var strategy = StrategyName.kazez

  @Option(help: ArgumentHelp("Trials of each listener (1…1000000).", valueName: "number"))
  var trials = 2000

  @Option(help: ArgumentHelp("How many listeners (1…10000).", valueName: "number"))
  var listeners = 20

  @Option(
    help: ArgumentHelp("The interval that is asked, such as P5 or M3-.", valueName: "interval"),
    completion: .list(SettingKey.intervals.words))
  var interval = "P1"

  @Option(help: ArgumentHelp("The lowest reference note (21…108).", valueName: "note"))
  var noteRangeMin = 36

  @Option(help: ArgumentHelp("The highest reference note (21…108).", valueName: "note"))
  var noteRangeMax = 84

  @Option(
    help: ArgumentHelp("The same number, the same listeners and answers.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    try check(threshold, "--threshold", within: ThresholdFile.limits)
    try check(lapses, "--lapses", within: 0...0.5)
    try check(learning, "--learning", within: 0.01...100)
    try check(bias, "--bias", within: -5...5)
    try check(Double(trials), "--trials", within: 1...1_000_000)
    try check(Double(listeners), "--listeners", within: 1...10_000)
    if DirectedInterval(interval) == nil {
      throw ValidationError(
        "--interval takes one of \(DirectedInterval.all.map(\.description).joined(separator: " "))."
      )
    }
    if NoteRange(lowest: noteRangeMin, highest: noteRangeMax) == nil {
      throw ValidationError(
        "--note-range-min and --note-range-max lie within 21…108, at least 12 apart.")
    }
  }

  @MainActor func run() async throws {
    let surroundings = Surroundings(global)
    try await surroundings.perform {
      let simulation = try makeSimulation()
      let work = LongWork(TransferText.simulating, surroundings)
      let runs = simulation.run { work.report($0) }
      work.finish()
      surroundings.output.write(
        global.json
          ? SimulationJSON.text(simulation, runs) + "\n" : SimulationText.text(simulation, runs))
    }
  }

  @MainActor private func makeSimulation() throws -> Simulation {
    guard let range = NoteRange(lowest: noteRangeMin, highest: noteRangeMax),
      let interval = DirectedInterval(interval)
    else { throw Fault.software("the options were not checked") }
    var simulation = Simulation(
      settings: TrainingSettings(
        noteRange: range, noteDuration: NoteDuration(seconds: 1),
        referencePitch: Frequency(hertz: 440), varyLoudness: UnitInterval(0)))
    simulation.population =
      switch listener {
      case "flat": .flat(threshold: threshold)
      case "register": .byRegister
      default: .given(try ThresholdFile.read(listener))
      }
    simulation.listeners = listeners
    simulation.strategy = strategy
    simulation.interval = interval
    simulation.lapseRate = lapses
    simulation.learning = learning
    simulation.bias = bias
    simulation.checkpoints = Array(Set([100, 500, trials].filter { $0 <= trials })).sorted()
    simulation.seed = seed
    return simulation
  }

  private func check(_ value: Double, _ name: String, within limits: ClosedRange<Double>) throws {
    guard limits.contains(value) else {
      let ends = [limits.lowerBound, limits.upperBound].map { String(format: "%g", $0) }
      throw ValidationError(
        "\(name) takes \(ends[0])…\(ends[1]), not \(String(format: "%g", value)).")
    }
  }
}

extension StrategyName {
  fileprivate nonisolated static var words: String {
    allCases.map(\.rawValue).joined(separator: ", ")
  }
}

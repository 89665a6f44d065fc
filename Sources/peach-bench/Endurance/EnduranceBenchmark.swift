import ArgumentParser
import Foundation

/// Trains for a long time under conditions that no workstation has all at once.
struct EnduranceCommand: BenchCommand {
  static let mustReachGoals = true

  static let configuration = CommandConfiguration(
    commandName: "endurance",
    abstract: "Trains by script while ports, controllers and the period come and go.",
    discussion: """
      Half of the time peach compares, the other half it matches, each in a process of its own. \
      Meanwhile the server's period changes, the inputs that Peach plays to go and come back, cables are \
      pulled by hand, and a controller that comes and goes as well sends a thousand MIDI events a second, \
      some of them none. No result may be lost, no challenge fail to come, no connection stay away, \
      memory not grow; the exit status is 1 where that is not so.

      The server may be jackd, or PipeWire where its libjack is on LD_LIBRARY_PATH. A program that was \
      built with RealtimeSanitizer may report nothing.

      EXAMPLES
        peach-bench endurance --minutes 60 --server studio
        peach-bench endurance --peach .build/debug/rtsan/peach --period-every 5
      """)

  @Option(help: ArgumentHelp("How long, in all.", valueName: "number"))
  var minutes = 15.0

  @Option(help: ArgumentHelp("How often the period changes.", valueName: "seconds"))
  var periodEvery = 30.0

  @Option(
    help: ArgumentHelp(
      """
      The periods in their order, in frames, between commas; those that the server refuses are left out. \
      (default: 64,256,128,1024,32)
      """,
      valueName: "list"),
    transform: Self.periods)
  var periods = [64, 256, 128, 1024, 32]

  @Option(help: ArgumentHelp("The same number, the same choices.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var program: ProgramOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  private static func periods(_ text: String) throws -> [Int] {
    try text.split(separator: ",").map { word in
      guard let frames = Int(word), (16...8192).contains(frames), frames & (frames - 1) == 0 else {
        throw ValidationError("--periods takes powers of two from 16 to 8192, not \(word).")
      }
      return frames
    }
  }

  func validate() throws {
    guard (0.2...10_080).contains(minutes) else {
      throw ValidationError("--minutes takes 0.2 to 10080, not \(minutes).")
    }
    guard (1...86_400).contains(periodEvery) else {
      throw ValidationError("--period-every takes 1 to 86400, not \(periodEvery).")
    }
    guard !periods.isEmpty else { throw ValidationError("--periods needs a number or more.") }
  }

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let benchmark = EnduranceBenchmark(
      program: try program.program(), server: jack.server, minutes: minutes,
      plan: DisturbancePlan(secondsPerPeriod: periodEvery, periods: periods), seed: seed)
    writer.write(try await benchmark.run(in: workshop))
  }
}

/// Trains for a long time while everything around Peach keeps changing.
struct EnduranceBenchmark {
  let program: URL
  let server: String?
  let minutes: Double
  let plan: DisturbancePlan
  let seed: UInt64

  private static let trainings: [(command: String, ending: EnduranceEnding)] = [
    ("compare", .quit), ("match", .endOfInput),
  ]

  /// - Throws: ``BenchFault``
  func run(in workshop: Workshop) async throws -> Report {
    let home = workshop.directory.appending(path: "endurance")
    try writeSettings(in: home)
    let patchbay = try Patchbay(server: server, plan: plan, seed: seed)
    var results: [EnduranceResult] = []
    do {
      for training in Self.trainings {
        let told = results.flatMap(\.ledger.ids)
        results.append(
          try await train(training.command, training.ending, in: home, told: told, amid: patchbay))
      }
    } catch {
      _ = await patchbay.close()
      throw error
    }
    let hasItsPeriod = await patchbay.close()
    return EnduranceReport(results: results, hasItsPeriod: hasItsPeriod).report
  }

  private func train(
    _ command: String, _ ending: EnduranceEnding, in home: URL, told: [String],
    amid patchbay: Patchbay
  ) async throws -> EnduranceResult {
    let run = PeachRun(
      program,
      [
        command, "--json", "--verbose", "--client-name", "peach-endurance",
        "--connect", patchbay.outputPattern, "--connect-midi", patchbay.midiPattern,
      ], home: home, server: server,
      // Reports every fault, not only the first; the statistics at the end prove that the sanitizer was there.
      variables: ["RTSAN_OPTIONS": "halt_on_error=false:print_stats_on_exit=true"])
    let training = EnduranceTraining(run, ending: ending, seed: seed)
    let seconds = minutes * 60 / Double(Self.trainings.count)
    let disturbances = try await training.train(for: seconds) { await patchbay.disturb($0) }
    return EnduranceResult(
      training: command, minutes: seconds / 60, ledger: training.ledger,
      disturbances: disturbances, diagnostics: training.diagnostics, memory: training.memory,
      history: try HistoryComparison(
        database: Workshop.database(in: home), told: told + training.ledger.ids),
      isEndingRight: training.isEndingRight)
  }

  private func writeSettings(in home: URL) throws {
    let folder = home.appending(path: "peach")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(
      """
      noteDuration = 0.3
      slider = "cc:1"
      higherButtons = ["note:\(FloodController.higherKey)"]
      lowerButtons = ["note:\(FloodController.lowerKey)"]
      commitButtons = ["note:\(FloodController.commitKey)"]
      againButtons = []

      """.utf8
    ).write(to: folder.appending(path: "config.toml"))
  }
}

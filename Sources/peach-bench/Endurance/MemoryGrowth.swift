import ArgumentParser
import Foundation
import Training

struct GrowthCommand: BenchCommand {
  static let mustReachGoals = true

  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "How much memory each trial of a training leaves behind, on a JACK server.",
    discussion: """
      A script answers every trial of a comparison, of a matching and of purity as soon as it can, a second for a       trial or so. For playing, a client of its own plays each note, two seconds for a trial. All four train at       once. What counts is the later half of the trials. The exit status is 1 if the memory grows.
      """)

  @Option(
    help: ArgumentHelp("How many trials of each training are measured.", valueName: "number"))
  var trials = 2000

  @OptionGroup var program: ProgramOptions
  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (100...1_000_000).contains(trials) else {
      throw ValidationError("--trials takes 100 to 1000000, not \(trials).")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let benchmark = GrowthBenchmark(
      program: try program.program(), server: jack.server, trials: trials)
    writer.write(try await benchmark.run(in: workshop))
  }
}

/// The growth of Peach's memory while it trains and nothing else happens.
///
/// What has a limit is filled beforehand or by the first half of the trials. A history of ``answers`` answers
/// fills what the profile keeps of the last ones, and SQLite's pages; ``lines`` lines fill the main thread's
/// continuations, of which libdispatch keeps 1024 of 80 bytes for each thread, and the trials those of its
/// other threads.
struct GrowthBenchmark {
  private static let trainings: [TrainingName] = [.comparison, .matching, .purity, .playing]

  /// The trials before the measured ones.
  private static let warmUp = 150

  /// More of each kind than the profile keeps.
  private static let answers = 4200
  private nonisolated static let lines = 1100
  private nonisolated static let secondsBetweenLines = 0.003

  /// Bytes a trial. The course of the session keeps a quarter of that.
  private static let limit = 16.0

  /// More than a trial takes, in seconds.
  private static let longestTrial = 5.0

  let program: URL
  let server: String?
  let trials: Int

  /// - Throws: ``BenchFault/neverReady(messages:)``
  func run(in workshop: Workshop) async throws -> Report {
    let instrument = try await GrowthInstrument(on: server)
    do {
      let report = try await train(with: instrument, in: workshop)
      await instrument.close()
      return report
    } catch {
      await instrument.close()
      throw error
    }
  }

  private func train(with instrument: GrowthInstrument, in workshop: Workshop) async throws
    -> Report
  {
    let trainings = try Self.trainings.map { training in
      let run = try start(training, in: workshop)
      return (
        training, run,
        EnduranceTraining(
          run, ending: .quit, seed: 1, isPrompt: true,
          onEvent: { if training == .playing { instrument.receive($0) } })
      )
    }
    var tasks: [(TrainingName, Task<MemoryGrowth?, any Error>)] = []
    for (name, run, training) in trainings {
      tasks.append((name, Task { try await growth(of: run, training) }))
    }
    defer { for (_, task) in tasks { task.cancel() } }
    var report = Report(
      key: "growth", title: "Growth of the resident set while training",
      columns: [
        ReportColumn(key: "training", heading: "training"),
        ReportColumn(key: "trials", heading: "trials"),
        ReportColumn(key: "startKibibytes", heading: "KiB at first"),
        ReportColumn(key: "endKibibytes", heading: "KiB at last"),
        ReportColumn(key: "bytesPerTrial", heading: "bytes a trial"),
      ])
    for (name, task) in tasks {
      let growth = try await task.value
      report.rows.append([
        .text(name.rawValue), growth.map { .number(Double($0.results)) } ?? .nothing,
        growth.map { .number($0.start) } ?? .nothing, growth.map { .number($0.end) } ?? .nothing,
        growth.map { .number($0.bytesPerResult, decimals: 1) } ?? .nothing,
      ])
      report.goals.append(
        ReportGoal(
          name: "\(name.rawValue), bytes a trial", limit: Self.limit,
          measured: growth?.bytesPerResult, unit: ""))
    }
    report.notes = [
      "In the later half of the trials after the first \(Self.warmUp), with a history of \(Self.answers) answers.",
      "Without the memory shared with the server.",
    ]
    return report
  }

  /// A run of a training with a history of its own.
  private func start(_ training: TrainingName, in workshop: Workshop) throws -> PeachRun {
    let home = try workshop.home(answers: Self.answers, of: training)
    let settings = "noteDuration = 0.3\n" + (training == .playing ? GrowthInstrument.settings : "")
    try Data(settings.utf8).write(
      to: home.appending(path: "peach").appending(path: "config.toml"))
    let command =
      switch training {
      case .comparison: "compare"
      case .matching: "match"
      case .purity: "purity"
      case .playing: "play"
      }
    return PeachRun(
      program, [command, "--json", "--client-name", "peach-growth-\(command)"], home: home,
      server: server)
  }

  private func growth(of run: PeachRun, _ training: EnduranceTraining) async throws -> MemoryGrowth?
  {
    let results = Self.warmUp + trials
    _ = try await training.train(for: Double(results) * Self.longestTrial, results: results) { _ in
      for _ in 0..<Self.lines {
        try? await run.type("help")
        try? await Task.sleep(for: .seconds(Self.secondsBetweenLines))
      }
      return DisturbanceCounts()
    }
    return MemoryGrowth(training.memory, after: Self.warmUp)
  }
}

/// The growth of a process's memory from result to result, in the later half of them: what fills up to a limit
/// in the first one is no growth.
nonisolated struct MemoryGrowth {
  /// Medians of a fifth of the later half of the samples, at its beginning and at its end, in kibibytes.
  let start: Double
  let end: Double

  /// The results between them.
  let results: Int

  var bytesPerResult: Double { (end - start) * 1024 / Double(results) }

  /// - Parameter warmUp: the results before those that are halved.
  /// - Returns: `nil` if there are too few samples.
  init?(_ samples: [MemoryTrend.Sample], after warmUp: Int) {
    let warm = samples.filter { $0.results >= warmUp }
    guard warm.count >= 10 else { return nil }
    let later = warm.suffix(warm.count / 2)
    let fifth = max(3, later.count / 5)
    let (first, last) = (later.prefix(fifth), later.suffix(fifth))
    start = Self.median(first.map { Double($0.kibibytes) })
    end = Self.median(last.map { Double($0.kibibytes) })
    results = Int(
      Self.median(last.map { Double($0.results) }) - Self.median(first.map { Double($0.results) }))
    guard results > 0 else { return nil }
  }

  /// - Precondition: there are values.
  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

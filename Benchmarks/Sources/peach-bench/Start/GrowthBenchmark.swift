import ArgumentParser
import Foundation
import Training

struct GrowthCommand: BenchCommand {
  static let mustReachGoals = true

  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "How much memory each trial of a training leaves behind, on a JACK server.",
    discussion: """
      Every trial of a comparison, of a matching and of purity is answered as soon as it can be, a second for a \
      trial or so. All three train at once. What counts is the later half of the trials. The exit status is 1 if \
      the memory grows.
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
  private static let commands: [(TrainingName, command: String)] = [
    (.comparison, "compare"), (.matching, "match"), (.purity, "purity"),
  ]

  /// The trials before the measured ones.
  private static let warmUp = 150

  /// More of each kind than the profile keeps.
  private static let answers = 4200
  private static let lines = 1100
  private static let secondsBetweenLines = 0.003

  /// Bytes a trial. The course of the session keeps a quarter of that.
  private static let limit = 16.0

  let program: URL
  let server: String?
  let trials: Int

  func run(in workshop: Workshop) async throws -> Report {
    // Peach may end while a line is sent.
    signal(SIGPIPE, SIG_IGN)
    let runs = try Self.commands.map { ($0, try start($0, $1, in: workshop)) }
    // Whatever happens, no process is left behind.
    defer { for (_, run) in runs { run.kill() } }
    let tasks = runs.map { name, run in (name, Task { try await growth(of: run) }) }
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
  private func start(
    _ training: TrainingName, _ command: String, in workshop: Workshop
  ) throws -> PeachRun {
    let home = try workshop.home(answers: Self.answers, of: training)
    let settings = "noteDuration = 0.3\n"
    try Data(settings.utf8).write(to: home.appending(path: "peach/config.toml"))
    let run = PeachRun(
      program, [command, "--json", "--client-name", "peach-growth-\(command)"], home: home,
      server: server)
    try run.start()
    return run
  }

  /// Answers every trial as soon as it can, and follows the memory.
  ///
  /// - Throws: ``BenchFault/neverReady(messages:)``
  private func growth(of run: PeachRun) async throws -> MemoryGrowth? {
    var samples: [MemoryGrowth.Sample] = []
    var (results, isReady) = (0, false)
    for await line in run.outputLines {
      try Task.checkCancellation()
      if !isReady, line.text.contains(#""event":"ready""#) {
        isReady = true
        for _ in 0..<Self.lines {
          try run.type("help")
          try await Task.sleep(for: .seconds(Self.secondsBetweenLines))
        }
      } else if line.text.contains(#""event":"result""#) {
        results += 1
        let size = try run.residentSet()
        samples.append(.init(kibibytes: size.total - size.shared, results: results))
        if results == Self.warmUp + trials { try run.type("quit") }
      } else if line.text.contains(#""event":"state""#), let answer = Self.answer(to: line.text) {
        try run.type(answer)
      }
    }
    guard isReady else { throw BenchFault.neverReady(messages: "") }
    return MemoryGrowth(samples, after: Self.warmUp)
  }

  private static func answer(to state: String) -> String? {
    let answers = ["playingNote2": "higher", "playingTunable": "commit", "playingSecond": "first"]
    return answers.first { state.contains("\"\($0.key)\"") }?.value
  }
}

/// The growth of a process's memory from result to result, in the later half of them: what fills up to a limit
/// in the first one is no growth.
nonisolated struct MemoryGrowth {
  struct Sample: Hashable {
    /// Without the memory shared with the server.
    let kibibytes: Int
    /// The number of results so far.
    let results: Int
  }

  /// Medians of a fifth of the later half of the samples, at its beginning and at its end, in kibibytes.
  let start: Double
  let end: Double

  /// The results between them.
  let results: Int

  var bytesPerResult: Double { (end - start) * 1024 / Double(results) }

  /// - Parameter warmUp: the results before those that are halved.
  /// - Returns: `nil` if there are too few samples.
  init?(_ samples: [Sample], after warmUp: Int) {
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

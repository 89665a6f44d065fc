import ArgumentParser
import Foundation

struct GrowthCommand: BenchCommand {
  static let mustReachGoals = true

  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "How much memory each trial of a training leaves behind, on a JACK server.",
    discussion: """
      A script answers every trial of a comparison, of a matching and of purity as soon as it can: a second \
      for two trials or so. For playing, a client of its own plays each note, two seconds for a trial. The \
      exit status is 1 if the memory grows.
      """)

  @Option(
    help: ArgumentHelp("How many trials of each training are measured.", valueName: "number"))
  var trials = 500

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
struct GrowthBenchmark {
  /// The trials before the measured ones.
  private static let warmUp = 150

  /// Bytes a trial. The profile and the figures of the session keep half of that.
  private static let limit = 16.0

  /// More than a trial takes, in seconds.
  private static let longestTrial = 5.0

  let program: URL
  let server: String?
  let trials: Int

  /// - Throws: ``BenchFault/neverReady(messages:)``
  func run(in workshop: Workshop) async throws -> Report {
    var report = Report(
      key: "growth", title: "Growth of the resident set while training",
      columns: [
        ReportColumn(key: "training", heading: "training"),
        ReportColumn(key: "trials", heading: "trials"),
        ReportColumn(key: "startKibibytes", heading: "KiB at first"),
        ReportColumn(key: "endKibibytes", heading: "KiB at last"),
        ReportColumn(key: "bytesPerTrial", heading: "bytes a trial"),
      ])
    for command in ["compare", "match", "purity", "play"] {
      let growth = MemoryGrowth(try await train(command, in: workshop), after: Self.warmUp)
      report.rows.append([
        .text(command), growth.map { .number(Double($0.results)) } ?? .nothing,
        growth.map { .number($0.start) } ?? .nothing, growth.map { .number($0.end) } ?? .nothing,
        growth.map { .number($0.bytesPerResult, decimals: 1) } ?? .nothing,
      ])
      report.goals.append(
        ReportGoal(
          name: "\(command), bytes a trial", limit: Self.limit, measured: growth?.bytesPerResult,
          unit: ""))
    }
    report.notes = ["After \(Self.warmUp) trials; without the memory shared with the server."]
    return report
  }

  private func train(_ command: String, in workshop: Workshop) async throws -> [MemoryTrend.Sample]
  {
    let home = workshop.directory.appending(path: "growth-\(command)")
    let folder = home.appending(path: "peach")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let instrument =
      command == "play" ? try await GrowthInstrument(on: server) : nil
    let settings = "noteDuration = 0.3\n" + (instrument?.settings ?? "")
    try Data(settings.utf8).write(to: folder.appending(path: "config.toml"))
    let run = PeachRun(
      program, [command, "--json", "--client-name", "peach-growth"], home: home, server: server)
    let training = EnduranceTraining(
      run, ending: .quit, seed: 1, isPrompt: true, onEvent: { instrument?.receive($0) })
    let results = Self.warmUp + trials
    let outcome: Result<DisturbanceCounts, any Error>
    do {
      outcome = .success(
        try await training.train(
          for: Double(results) * Self.longestTrial, results: results
        ) { _ in DisturbanceCounts() })
    } catch {
      outcome = .failure(error)
    }
    await instrument?.close()
    _ = try outcome.get()
    return training.memory
  }
}

/// Plays the note that `peach play` listens for, from a client of its own.
private final class GrowthInstrument {
  private static let name = "peach-growth-player"

  /// One note, always the same: what is measured is not how well it is heard.
  let settings = """
    referenceNote = "A3"
    intervals = ["P1"]
    connectInput = "\(name)"
    discardOnXrun = false

    """
  private static let line = "note 220"

  private let generator: ToneGenerator
  private var work: Task<Void, Never>?

  init(on server: String?) async throws {
    generator = try await ToneGenerator(clientName: Self.name, server: server, wheel: .off)
  }

  func receive(_ event: PeachEvent) {
    switch (event.event, event.state) {
    case ("state", "listening"): perform(Self.line)
    case ("state", "playingReference"), ("result", _): perform("stopall")
    default: break
    }
  }

  private func perform(_ line: String) {
    work = Task { [work, generator] in
      await work?.value
      _ = await generator.handle(line)
    }
  }

  func close() async {
    await work?.value
    await generator.close()
  }
}

/// The growth of a process's memory from result to result.
nonisolated struct MemoryGrowth {
  /// Medians of a tenth of the samples, at the beginning and at the end, in kibibytes.
  let start: Double
  let end: Double

  /// The results between them.
  let results: Int

  var bytesPerResult: Double { (end - start) * 1024 / Double(results) }

  /// - Parameter warmUp: the results whose memory does not count.
  /// - Returns: `nil` if there are too few samples.
  init?(_ samples: [MemoryTrend.Sample], after warmUp: Int) {
    let warm = samples.filter { $0.results >= warmUp }
    guard warm.count >= 10 else { return nil }
    let tenth = max(3, warm.count / 10)
    let (first, last) = (warm.prefix(tenth), warm.suffix(tenth))
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

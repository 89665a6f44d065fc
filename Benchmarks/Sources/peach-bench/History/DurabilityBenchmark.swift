import ArgumentParser
import Foundation
import History
import PowerCut
import Training

struct DurabilityCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "durability",
    abstract: "Whether kills and power cuts lose results, and what a safe save costs.")

  @Option(help: ArgumentHelp("How many processes are killed.", valueName: "number"))
  var kills = 1000

  @Option(help: ArgumentHelp("How often the power is cut.", valueName: "number"))
  var cuts = 200

  @Option(help: ArgumentHelp("Which random moments.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var output: OutputOptions

  func validate() throws {
    for (name, number) in [("kills", kills), ("cuts", cuts)] where number < 1 {
      throw ValidationError("--\(name) takes a whole number from 1 up, not \(number).")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    let benchmark = DurabilityBenchmark(
      kills: kills, cuts: cuts, seed: seed,
      program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
      directory: workshop.directory)
    writer.write(try benchmark.losses())
    writer.write(try benchmark.costs())
  }
}

/// The results that are lost when processes are killed and the power is cut, and the cost of the safety.
struct DurabilityBenchmark {
  /// A session or more.
  private static let savesBeforeCuts = 600

  private static let timedSaves = 1000
  private static let lines = 1_000_000

  let kills: Int
  let cuts: Int
  let seed: UInt64
  let program: URL
  let directory: URL

  func losses() throws -> Report {
    var report = Report(
      key: "durability", title: "Results lost",
      columns: [
        ReportColumn(key: "what", heading: "what"), ReportColumn(key: "times", heading: "times"),
        ReportColumn(key: "lost", heading: "lost"),
        ReportColumn(key: "doubled", heading: "doubled"),
        ReportColumn(key: "broken", heading: "histories broken"),
      ])
    func add(_ name: String, times: Int, _ counts: [Int], isToBeNothing: Bool) {
      report.rows.append([.text(name)] + ([times] + counts).map { .number(Double($0)) })
      guard isToBeNothing else { return }
      report.goals.append(
        ReportGoal(
          name: "\(name): lost, doubled and broken", limit: 0,
          measured: Double(counts.reduce(0, +)), unit: ""))
    }
    var random = SeededGenerator(seed: seed)
    for ignoringSyncs in [false, true] {
      let outcome = try cutPower(ignoringSyncs: ignoringSyncs, &random)
      add(
        ignoringSyncs ? "power cut, on a disk that lies" : "power cut", times: outcome.cuts,
        [outcome.lost, outcome.doubled, outcome.broken], isToBeNothing: !ignoringSyncs)
    }
    let outcome = try KillTrial(program: program, directory: directory)
      .run(kills: kills, random: &random)
    add(
      "kill -9", times: outcome.kills, [outcome.lost, outcome.doubled, outcome.broken],
      isToBeNothing: true)
    report.notes = [
      "A result counts as lost when its save had returned and the next start does not find it.",
      "The disk that lies about its syncs shows that the power cuts mean something.",
      "\(outcome.acknowledged) results were looked for after the kills, some of them repeatedly.",
    ]
    return report
  }

  private func cutPower(
    ignoringSyncs: Bool, _ random: inout some RandomNumberGenerator
  ) throws -> PowerCutTrial.Outcome {
    let name = ignoringSyncs ? "lying" : "cut"
    let place = directory.appending(path: name)
    let scratch = directory.appending(path: "\(name)-scratch")
    for directory in [place, scratch] {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }
    var trial = PowerCutTrial(directory: place)
    // The history is closed and opened again in between.
    for _ in 0..<3 { try trial.store(Self.savesBeforeCuts / 3) }
    return try trial.cut(
      times: cuts, ignoringSyncs: ignoringSyncs, in: scratch, random: &random)
  }

  /// From nanoseconds.
  private func figures(_ times: Distribution) -> [ReportValue] {
    let values = [times.median, times.value(atPercentile: 99), times.max]
    return [.number(Double(times.count))] + values.map { .number(Double($0) / 1e6, decimals: 2) }
  }

  func costs() throws -> Report {
    var report = Report(
      key: "durabilityCosts", title: "What it costs to keep results",
      columns: [
        ReportColumn(key: "what", heading: "what"), ReportColumn(key: "times", heading: "times"),
        ReportColumn(key: "medianMilliseconds", heading: "median ms"),
        ReportColumn(key: "p99Milliseconds", heading: "99 % ms"),
        ReportColumn(key: "maxMilliseconds", heading: "max ms"),
      ])
    let store = try TrainingDataStore(url: directory.appending(path: "costs/training.sqlite"))
    defer { store.close() }
    let saves = try saveTimes(in: store)
    report.rows.append([.text("a save")] + figures(saves))

    try store.save(SyntheticHistory(count: Self.lines, seed: 2))
    var backup = Distribution()
    let file = directory.appending(path: "costs/backup.sqlite")
    backup.record(try WallClock.nanoseconds { try store.backUp(to: file) })
    report.rows.append([.text("a backup of \(Self.lines) results")] + figures(backup))

    var lines = Distribution()
    let records = Array(SyntheticHistory(count: Self.lines))
    var bytes = 0
    lines.record(
      WallClock.nanoseconds {
        for record in records { bytes += RecordLine.text(of: record).utf8.count }
      })
    report.rows.append([.text("\(Self.lines) results as lines of JSON")] + figures(lines))
    report.goals = [
      ReportGoal(
        name: "a save, 99 %", limit: HistoryRecorder.timeout,
        measured: Double(saves.value(atPercentile: 99)) / 1e9, unit: " s")
    ]
    report.notes = ["\(bytes >> 20) MiB of lines."]
    return report
  }

  /// How long saves take, in nanoseconds.
  private func saveTimes(in store: TrainingDataStore) throws -> Distribution {
    var times = Distribution()
    for record in SyntheticHistory(count: Self.timedSaves) {
      try Task.checkCancellation()
      times.record(try WallClock.nanoseconds { try store.save([record]) })
    }
    return times
  }
}

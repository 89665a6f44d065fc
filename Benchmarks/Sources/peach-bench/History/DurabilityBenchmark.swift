import ArgumentParser
import Foundation
import History
import Music
import PowerCut
import Training

struct DurabilityCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "durability",
    abstract: "Whether kills and power cuts lose results, and what a safe save costs.")

  @Option(help: "How many processes are killed.", transform: wholeNumber) var kills = 1000
  @Option(help: "How often the power is cut.", transform: wholeNumber) var cuts = 200
  @Option(help: "Which random moments.") var seed: UInt64 = 1
  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    var report = Report(
      "durability", "Results lost",
      ["what", "times", "lost", "doubled", .init("broken", "histories broken")],
      notes: [
        "A result counts as lost when its save had returned and the next start does not find it.",
        "The disk that lies about its syncs shows that the power cuts mean something.",
      ])
    func add(_ name: String, _ outcome: PowerCutTrial.Outcome, isLying: Bool = false) {
      report.add(name, outcome.cuts, outcome.lost, outcome.doubled, outcome.broken)
      let sum = outcome.lost + outcome.doubled + outcome.broken
      if !isLying { report.goal("\(name): lost, doubled and broken", Double(sum), atMost: 0) }
    }
    var random = SeededGenerator(seed: seed)
    for (name, isLying) in [("power cut", false), ("power cut, on a disk that lies", true)] {
      var trial = PowerCutTrial(directory: try workshop.folder(name))
      // The history is closed and opened again in between.
      for _ in 0..<3 { try trial.store(200) }
      let outcome = try trial.cut(
        times: cuts, ignoringSyncs: isLying, in: try workshop.folder("\(name), scratch"),
        random: &random)
      add(name, outcome, isLying: isLying)
    }
    var trial = KillTrial(directory: workshop.directory)
    try await trial.run(kills: kills, random: &random)
    add("kill -9", trial.outcome)
    report.notes.append(
      "\(trial.acknowledged) results were looked for after the kills, some of them repeatedly.")
    writer.write(report)
    writer.write(try saves(in: workshop))
  }

  @MainActor private func saves(in workshop: Workshop) throws -> Report {
    let store = try TrainingDataStore(url: workshop.directory.appending(path: "saves.sqlite"))
    defer { store.close() }
    var times = Distribution()
    for record in SyntheticHistory(count: 1000) {
      try Task.checkCancellation()
      times.record(try Clock.wall.time { try store.save([record]) })
    }
    var report = Report(
      "saves", "What it costs to keep a result", ["what"] + Distribution.periodColumns.dropLast())
    report.add(row: ["a save"] + times.periodFigures(periodSeconds: 1).dropLast())
    report.goal(
      "a save, 99 %", times.value(atPercentile: 99) / 1e9, atMost: 0.25, " s")
    return report
  }
}

/// Kills programs that store results, with SIGKILL at random moments, and counts the lost results.
struct KillTrial {
  /// The number of kills with one database.
  private static let killsPerDatabase = 20

  let directory: URL

  /// Each program is killed a moment after at most so many results.
  private static let mostResults = 40

  /// A cut is a kill.
  private(set) var outcome = PowerCutTrial.Outcome()

  /// The results whose save has returned, as often as they were looked for.
  private(set) var acknowledged = 0

  mutating func run(kills: Int, random: inout some RandomNumberGenerator) async throws {
    var ids: Set<String> = []
    var database = directory
    for round in 0..<kills {
      try Task.checkCancellation()
      if round.isMultiple(of: Self.killsPerDatabase) {
        database = directory.appending(path: "killed-\(round)/training.sqlite")
        ids = []
      }
      // Every other round has two Peaches at once.
      let writers = (0...round % 2).map { _ in
        Program.helper(.writer, ["--database", database.path])
      }
      for writer in writers { try writer.start() }
      // No results: it may still be opening or creating the database.
      for _ in 0..<Int.random(in: 0...Self.mostResults, using: &random) {
        guard let id = await writers[0].nextLine() else {
          throw BenchFault.failed("the writer", messages: writers[0].messages)
        }
        ids.insert(id)
      }
      usleep(UInt32.random(in: 0...(round.isMultiple(of: 5) ? 40_000 : 3000), using: &random))
      for writer in writers { writer.kill() }
      for writer in writers {
        for await line in writer.lines { ids.insert(line.text) }
        writer.finish()
      }
      outcome.cuts += writers.count
      acknowledged += ids.count
      check(database, for: ids)
    }
  }

  private mutating func check(_ database: URL, for ids: Set<String>) {
    do {
      let store = try TrainingDataStore(url: database)
      defer { store.close() }
      var found: [String: Int] = [:]
      try store.forEachResult { found[$0.id.uuidString, default: 0] += 1 }
      outcome.lost += ids.count { found[$0] == nil }
      outcome.doubled += found.values.count { $0 > 1 }
      if try !store.integrityCheck().isEmpty { outcome.broken += 1 }
    } catch {
      outcome.broken += 1
      outcome.lost += ids.count
    }
  }

  /// Stores results and prints the id of each that is safe, until it is killed.
  static func runWriter(_ database: URL) throws {
    let store = try TrainingDataStore(url: database)
    while true {
      let completed = CompletedTrial(
        id: UUID(), .comparison,
        challenge: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 12.5),
        answer: .choice(true), tuningSystem: .equalTemperament, timestamp: Date())
      do {
        try store.save(completed)
      } catch .saveFailed(.locked) {
        // Another writer held the lock for too long; this result was not reported.
        continue
      }
      HelperCommand.answer(completed.id.uuidString)
      // SQLite's locks have no queue: without a pause one of two writers might never get its turn.
      usleep(.random(in: 0...500))
    }
  }
}

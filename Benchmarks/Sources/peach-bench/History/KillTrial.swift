import ArgumentParser
import Foundation
import History
import Music
import Training

/// Kills programs that store results, with SIGKILL at random moments, and counts the lost results.
struct KillTrial {
  struct Outcome: Equatable {
    var kills = 0
    /// Results whose save has returned.
    var acknowledged = 0
    /// Acknowledged results that are missing.
    var lost = 0
    /// Results that are stored more than once.
    var doubled = 0
    /// Histories that cannot be opened or read, or are damaged according to SQLite's check.
    var broken = 0
  }

  /// The number of kills with one database.
  private static let killsPerDatabase = 20

  /// `peach-bench` itself; its ``DurabilityWriterCommand`` is killed.
  let program: URL
  let directory: URL

  /// Each program is killed a moment after at most so many results.
  var mostResults = 40

  func run(kills: Int, random: inout some RandomNumberGenerator) throws -> Outcome {
    var outcome = Outcome()
    var acknowledged: Set<String> = []
    var database = directory
    for round in 0..<kills {
      try Task.checkCancellation()
      if round.isMultiple(of: Self.killsPerDatabase) {
        database = directory.appending(path: "killed-\(round)").appending(path: "training.sqlite")
        acknowledged = []
      }
      // Every other round has two Peaches at once.
      let writers = try (0...round % 2).map { _ in
        try KilledWriter(program: program, database: database)
      }
      // No results: it may still be opening or creating the database.
      try writers[0].waitForResults(Int.random(in: 0...mostResults, using: &random))
      usleep(UInt32.random(in: 0...(round.isMultiple(of: 5) ? 40_000 : 3000), using: &random))
      for writer in writers { writer.kill() }
      for writer in writers { acknowledged.formUnion(try writer.acknowledgements()) }
      outcome.kills += writers.count
      outcome.acknowledged += acknowledged.count
      check(database, for: acknowledged, &outcome)
    }
    return outcome
  }

  private func check(_ database: URL, for acknowledged: Set<String>, _ outcome: inout Outcome) {
    do {
      let store = try TrainingDataStore(url: database)
      defer { store.close() }
      var found: [String: Int] = [:]
      try store.forEachResult { found[$0.id.uuidString, default: 0] += 1 }
      outcome.lost += acknowledged.count { found[$0] == nil }
      outcome.doubled += found.values.count { $0 > 1 }
      if try !store.integrityCheck().isEmpty { outcome.broken += 1 }
    } catch {
      outcome.broken += 1
      outcome.lost += acknowledged.count
    }
  }
}

/// A process that stores results as fast as it can and reports each one that is safe, until it is killed.
final class KilledWriter {
  private let process = Process()
  private let output = Pipe()
  private var text = Data()

  init(program: URL, database: URL) throws {
    process.executableURL = program
    process.arguments = ["durability-writer", database.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
  }

  isolated deinit { if process.isRunning { kill() } }

  /// Waits until `count` results are safe.
  func waitForResults(_ count: Int) throws {
    while lines < count {
      guard let more = try output.fileHandleForReading.readAvailable(), !more.isEmpty else {
        kill()
        throw BenchFault.failed(command: "durability-writer", status: status)
      }
      text += more
    }
  }

  func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

  /// The ids of the results that were reported as safe. Waits for the end.
  func acknowledgements() throws -> [String] {
    while let more = try output.fileHandleForReading.readAvailable(), !more.isEmpty { text += more }
    process.waitUntilExit()
    // A line that the kill cut off counts as not reported.
    return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private var lines: Int { text.count { $0 == UInt8(ascii: "\n") } }

  private var status: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// The program that ``KillTrial`` kills.
struct DurabilityWriterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "durability-writer",
    abstract: "Store results and print the id of each that is safe, until killed.",
    shouldDisplay: false)

  @Argument var database: String

  @MainActor func run() async throws {
    let store = try TrainingDataStore(url: URL(fileURLWithPath: database))
    while true {
      let completed = CompletedComparison(
        id: UUID(),
        comparison: Comparison(referenceNote: MIDINote(60), interval: .prime, centOffset: 12.5),
        answeredHigher: true, tuningSystem: .equalTemperament, timestamp: Date())
      do {
        try store.save(.comparison(completed))
      } catch .saveFailed(.locked) {
        // Another writer held the lock for too long; this result was not reported.
        continue
      }
      let line = Array((completed.id.uuidString + "\n").utf8)
      guard write(STDOUT_FILENO, line, line.count) == line.count else { return }
      // SQLite's locks have no queue: without a pause one of two writers might never get its turn.
      usleep(.random(in: 0...500))
    }
  }
}

import ArgumentParser
import Foundation
import History
import Music
import Training

/// Kills programs that store results, with SIGKILL and at random moments, and counts what is lost.
struct KillTrial {
  struct Outcome: Equatable {
    var kills = 0
    /// Results whose save had returned.
    var acknowledged = 0
    /// Those of them that are not there.
    var lost = 0
    /// Results that are there more than once.
    var doubled = 0
    /// Histories that cannot be opened or read, or that SQLite's check finds damaged.
    var broken = 0
  }

  /// Kills with one database, after which the next begins.
  private static let killsPerDatabase = 20

  /// `peach-bench` itself, whose ``DurabilityWriterCommand`` is what is killed.
  let program: URL
  let directory: URL

  /// Each is killed after at most so many results, and a moment.
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
      // Every other time two Peaches at once.
      let writers = try (0...round % 2).map { _ in
        try KilledWriter(program: program, database: database)
      }
      // Also while it opens or creates the database.
      try writers[0].waitForResults(Int.random(in: 0...mostResults, using: &random))
      usleep(UInt32.random(in: 0...(round.isMultiple(of: 5) ? 40_000 : 3000), using: &random))
      for writer in writers { writer.kill() }
      for writer in writers { acknowledged.formUnion(try writer.acknowledgements()) }
      outcome.kills += writers.count
      outcome.acknowledged += acknowledged.count
      look(at: database, for: acknowledged, &outcome)
    }
    return outcome
  }

  private func look(at database: URL, for acknowledged: Set<String>, _ outcome: inout Outcome) {
    do {
      let store = try TrainingDataStore(url: database)
      defer { store.close() }
      var found: [String: Int] = [:]
      try store.forEachComparison { found[$0.id.uuidString, default: 0] += 1 }
      outcome.lost += acknowledged.count { found[$0] == nil }
      outcome.doubled += found.values.count { $0 > 1 }
      if try !store.integrityCheck().isEmpty { outcome.broken += 1 }
    } catch {
      outcome.broken += 1
      outcome.lost += acknowledged.count
    }
  }
}

/// A process that stores results as fast as it can and tells each that is safe, until it is killed.
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

  /// Waits until so many results are safe.
  func waitForResults(_ count: Int) throws {
    while lines < count {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else {
        throw BenchFault.failed(command: "durability-writer", status: status)
      }
      text += more
    }
  }

  func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

  /// The ids of the results that were told to be safe. Waits for the end.
  func acknowledgements() throws -> [String] {
    text += try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // A line that the kill cut off counts as not told.
    return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private var lines: Int { text.count { $0 == UInt8(ascii: "\n") } }

  private var status: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// What ``KillTrial`` kills.
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
        try store.save(completed)
      } catch .saveFailed(.locked) {
        // Another writer had the luck for too long; nothing was told of this one.
        continue
      }
      let line = Array((completed.id.uuidString + "\n").utf8)
      guard write(STDOUT_FILENO, line, line.count) == line.count else { return }
      // SQLite's locks know no queue: without a pause one of two writers might never get its turn.
      usleep(.random(in: 0...500))
    }
  }
}

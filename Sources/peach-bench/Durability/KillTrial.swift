import Foundation
import History

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

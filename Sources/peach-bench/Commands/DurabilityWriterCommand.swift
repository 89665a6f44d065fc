import ArgumentParser
import Foundation
import History
import Music
import Training

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

import Files
import Foundation
import GRDB
import Testing
import Training

@testable import History

@MainActor
@Suite("What was saved stays saved")
struct DurabilityTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("a crash after the save loses nothing: between two results there is one file")
  func crash() throws {
    let comparison = makeComparison()
    let matching = makePitchMatching()
    let store = try TrainingDataStore(url: directory.database)
    try store.save(comparison)
    try store.save(matching)
    #expect(directory.names == ["training.sqlite"])

    let copy = try TemporaryDirectory()
    try FileManager.default.copyItem(at: directory.database, to: copy.database)
    let recovered = try TrainingDataStore(url: copy.database)
    #expect(try recovered.allComparisons() == [RecordedResult(comparison)])
    #expect(try recovered.allPitchMatchings() == [RecordedResult(matching)])
    #expect(try recovered.integrityCheck().isEmpty)
    store.close()
  }

  @Test("two stores on one file see each other's records")
  func twoStores() throws {
    let one = try TrainingDataStore(url: directory.database)
    let other = try TrainingDataStore(url: directory.database)
    for _ in 0..<10 {
      try one.save(makeComparison())
      try other.save(makeComparison())
    }
    #expect(try one.comparisonCount() == 20)
    #expect(try other.comparisonCount() == 20)
    one.close()
    try other.save(makeComparison())
    #expect(try other.comparisonCount() == 21)
  }

  @Test("who still reads when the store is closed gets an error")
  func closedWhileReading() async throws {
    let store = try TrainingDataStore.inMemory()
    try store.save(makeComparison())
    let reading = try store.reread()
    store.close()
    await #expect(throws: DataStoreError.fetchFailed(.closed)) { try await reading.outcome() }
  }

  @Test("several that open a new file at once all get it", arguments: 1...10)
  func openingAtOnce(round: Int) async throws {
    let file = DatabaseFile(url: directory.database, busyTimeout: 10)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let queue = try file.open().queue
          return try await queue.write { database in
            try RecordedResult(makeComparison()).insert(database)
            return try Schema.version(of: database)
          }
        }
      }
      for try await count in group { #expect(count == Schema.version) }
    }
    let store = try TrainingDataStore(url: directory.database)
    #expect(try store.comparisonCount() == 8)
    #expect(try store.integrityCheck().isEmpty)
  }
}

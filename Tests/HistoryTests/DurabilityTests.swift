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

  @Test("a crash after the save loses nothing")
  func crash() throws {
    let comparison = makeComparison()
    let matching = makePitchMatching()
    let store = try TrainingDataStore(url: directory.database)
    try store.save(comparison)
    try store.save(matching)

    let copy = try TemporaryDirectory()
    try copyDatabase(from: directory, to: copy)
    let recovered = try TrainingDataStore(url: copy.database)
    #expect(try recovered.allComparisons() == [ComparisonRecord(comparison)])
    #expect(try recovered.allPitchMatchings() == [PitchMatchingRecord(matching)])
    #expect(try recovered.integrityCheck().isEmpty)
    store.close()
  }

  @Test("a record cut off in the log is not there at all; those before it are")
  func tornLog() throws {
    let store = try TrainingDataStore(url: directory.database)
    let first = makeComparison()
    try store.save(first)
    let length = try #require(FileStatus(directory.log.path)).size
    try store.save(makeComparison())
    let copy = try TemporaryDirectory()
    try copyDatabase(from: directory, to: copy)
    let log = try Data(contentsOf: copy.log)
    #expect(log.count > length)
    try log.dropLast(100).write(to: copy.log)

    let recovered = try TrainingDataStore(url: copy.database)
    #expect(try recovered.allComparisons() == [ComparisonRecord(first)])
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
  func closedWhileReading() throws {
    let store = try TrainingDataStore.inMemory()
    try store.save(makeComparison())
    let reader = store.reader
    try reader.read { _ in }
    store.close()
    #expect(throws: DataStoreError.fetchFailed(.closed)) { try reader.read { _ in } }
  }

  @Test("several that open a new file at once all get it", arguments: 1...10)
  func openingAtOnce(round: Int) async throws {
    let file = DatabaseFile(url: directory.database, busyTimeout: 10)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let queue = try file.open()
          return try await queue.write { database in
            try ComparisonRecord(makeComparison()).insert(database)
            return try Schema.migrator.appliedIdentifiers(database).count
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

import Foundation
import GRDB
import Testing
import Training

@testable import History

@MainActor
@Suite("Restoring a backup")
struct RestoreTests {
  let directory: TemporaryDirectory
  let elsewhere: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    elsewhere = try TemporaryDirectory()
  }

  private var backup: URL { elsewhere.url.appendingPathComponent("backup.sqlite") }

  private func makeBackup(results: Int) throws {
    let store = try TrainingDataStore(url: elsewhere.database)
    for _ in 0..<results { try store.save(makeComparison()) }
    try store.backUp(to: backup)
    store.close()
  }

  private func restore(_ file: URL? = nil) async throws -> RestoreSummary {
    try await HistoryRestore(file ?? backup, to: directory.database).run(at: tenOClock)
  }

  private func error(_ file: URL? = nil) async -> RestoreError? {
    do {
      _ = try await restore(file)
      return nil
    } catch {
      return error as? RestoreError
    }
  }

  private let kept = "training.before-restore-2026-11-21T100000Z.sqlite"

  @Test("the backup is the history, and what was there is kept whole")
  func afterCrash() async throws {
    try makeBackup(results: 12)
    let store = try TrainingDataStore(url: directory.database)
    for _ in 0..<5 { try store.save(makeComparison()) }
    store.close()
    try Data("journal".utf8).write(to: directory.journal)
    let summary = try await restore()
    #expect(summary.counts == RecordCounts(comparisons: 12, matchings: 0))
    #expect(summary.setAside == [directory.url.path + "/" + kept])
    #expect(directory.names == [kept, "training.sqlite"])
    #expect(try TrainingDataStore(url: directory.database).comparisonCount() == 12)
    let former = try TrainingDataStore(url: directory.url.appendingPathComponent(kept))
    #expect(try former.comparisonCount() == 5)
    #expect(try former.integrityCheck().isEmpty)
  }

  @Test("without a history, and with a journal alone")
  func nothingThere() async throws {
    try makeBackup(results: 2)
    #expect(try await restore().setAside.isEmpty)
    #expect(directory.names == ["training.sqlite"])
    try FileManager.default.removeItem(at: directory.database)
    try Data("journal".utf8).write(to: directory.journal)
    #expect(try await restore().setAside == [directory.url.path + "/" + kept + "-journal"])
    #expect(try TrainingDataStore(url: directory.database).comparisonCount() == 2)
  }

  @Test("a history that is being written to is not replaced; a Peach that has it open notices")
  func open() async throws {
    try makeBackup(results: 2)
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let writer = try DatabaseQueue(path: directory.database.path, configuration: configuration)
    try writer.inDatabase { try $0.beginTransaction(.immediate) }
    #expect(await error() == .inUse(path: directory.database.path))
    try writer.inDatabase { try $0.rollback() }
    #expect(!directory.names.contains { $0.contains("restore") || $0.hasPrefix(".") })
    #expect(try await restore().counts[.comparison] == 2)
    #expect(throws: DataStoreError.saveFailed(.fileReplaced(path: directory.database.path))) {
      try store.save(makeComparison())
    }
  }

  @Test("what is no sound backup is refused, and the history stays as it was")
  func badBackup() async throws {
    try makeBackup(results: 200)
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    store.close()
    let before = try Data(contentsOf: directory.database)
    let whole = try Data(contentsOf: backup)

    try Data("text".utf8).write(to: backup)
    #expect(await error() == .badBackup(.notADatabase, path: backup.path))
    try Data().write(to: backup)
    #expect(await error() == .badBackup(.notADatabase, path: backup.path))
    try whole.prefix(whole.count - 8192).write(to: backup)
    #expect(await error() == .badBackup(.corrupt, path: backup.path))
    try FileManager.default.removeItem(at: backup)
    #expect(await error() == .missing(path: backup.path))
    let foreign = try makeConnection(backup)
    try await foreign.write { try $0.execute(sql: "CREATE TABLE song (name)") }
    #expect(await error() == .badBackup(.foreignDatabase(applicationID: 0), path: backup.path))

    #expect(directory.names == ["training.sqlite"])
    #expect(try Data(contentsOf: directory.database) == before)
  }

  @Test("a linked history stays linked")
  func linked() async throws {
    try makeBackup(results: 3)
    let target = elsewhere.url.appendingPathComponent("real.sqlite")
    try TrainingDataStore(url: target).close()
    try FileManager.default.createSymbolicLink(at: directory.database, withDestinationURL: target)
    _ = try await restore()
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: directory.database.path)
    #expect(link == target.path)
    #expect(try TrainingDataStore(url: directory.database).comparisonCount() == 3)
  }
}

import Foundation
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

  /// A history with a log that a crash has left.
  private func makeCrashed(results: Int) throws {
    let place = try TemporaryDirectory()
    let store = try TrainingDataStore(url: place.database)
    for _ in 0..<results { try store.save(makeComparison()) }
    try copyDatabase(from: place, to: directory)
  }

  private let kept = "training.before-restore-2026-11-21T100000Z.sqlite"

  @Test("after a crash: the backup is the history, and what was there is kept whole")
  func afterCrash() async throws {
    try makeBackup(results: 12)
    try makeCrashed(results: 5)
    let summary = try await restore()
    #expect(summary.counts == RecordCounts(comparisons: 12, matchings: 0))
    #expect(summary.setAside == ["", "-wal"].map { directory.url.path + "/" + kept + $0 })
    #expect(directory.names == [kept, kept + "-wal", "training.sqlite"])
    #expect(try TrainingDataStore(url: directory.database).comparisonCount() == 12)
    let former = try TrainingDataStore(url: directory.url.appendingPathComponent(kept))
    #expect(try former.comparisonCount() == 5)
    #expect(try former.integrityCheck().isEmpty)
  }

  @Test("a backup that was copied over a database with a log is put in order by restoring it")
  func copiedOver() async throws {
    try makeBackup(results: 12)
    try makeCrashed(results: 5)
    try Data(contentsOf: backup).write(to: directory.database)
    #expect(openingFault(directory.database) == .foreignLog(path: directory.log.path))
    let summary = try await restore(directory.database)
    #expect(summary.counts[.comparison] == 12)
    #expect(try TrainingDataStore(url: directory.database).comparisonCount() == 12)
    #expect(directory.names.filter { $0.hasPrefix(kept) }.count == 2)
  }

  @Test("killed between the new database and the removal of the old log: the log is recognized")
  func interrupted() async throws {
    try makeBackup(results: 12)
    try makeCrashed(results: 5)
    let log = try Data(contentsOf: directory.log)
    _ = try await restore()
    try log.write(to: directory.log)
    #expect(openingFault(directory.database) == .foreignLog(path: directory.log.path))
    #expect(try await restore().counts[.comparison] == 12)
  }

  @Test("without a history, and with a log alone")
  func nothingThere() async throws {
    try makeBackup(results: 2)
    #expect(try await restore().setAside.isEmpty)
    #expect(directory.names == ["training.sqlite"])
    try FileManager.default.removeItem(at: directory.database)
    try Data("log".utf8).write(to: directory.log)
    #expect(try await restore().setAside == [directory.url.path + "/" + kept + "-wal"])
    #expect(try TrainingDataStore(url: directory.database).comparisonCount() == 2)
  }

  @Test("a history that some Peach has open is not replaced")
  func open() async throws {
    try makeBackup(results: 2)
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    #expect(await error() == .inUse(path: directory.database.path))
    #expect(try store.comparisonCount() == 1)
    #expect(!directory.names.contains { $0.contains("restore") || $0.hasPrefix(".") })
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

  @Test("a backup with a log of its own brings what is in the log; it is only read")
  func backupWithLog() async throws {
    try makeBackup(results: 1)
    let place = try TemporaryDirectory()
    let store = try TrainingDataStore(url: place.database)
    for _ in 0..<4 { try store.save(makeComparison()) }
    let other = try TemporaryDirectory()
    try copyDatabase(from: place, to: other)
    let log = try Data(contentsOf: other.log)
    #expect(try await restore(other.database).counts[.comparison] == 4)
    #expect(try Data(contentsOf: other.log) == log)
    #expect(other.names.count == 2)
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

import Foundation
import Testing

@testable import History

/// The superuser may do anything, so there is nothing to be seen as root.
@MainActor
@Suite("Files that the user may not touch", .enabled(if: geteuid() != 0))
struct PermissionTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func withMode(_ mode: Int, of url: URL, _ body: () throws -> Void) throws {
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path) }
    try body()
  }

  @Test("nothing can be created in a directory that is read-only")
  func readOnlyDirectory() throws {
    try withMode(0o500, of: directory.url) {
      let below = directory.url.appendingPathComponent("peach")
      #expect(
        openingFault(directory.database) == .cannotCreate(path: directory.database.path))
      #expect(
        openingFault(below.appendingPathComponent("training.sqlite"))
          == .cannotCreate(path: below.path))
    }
  }

  @Test("a database in a directory that is read-only is not opened")
  func databaseInReadOnlyDirectory() throws {
    try TrainingDataStore(url: directory.database).close()
    try withMode(0o500, of: directory.url) {
      #expect(openingFault(directory.database) == .readOnly)
    }
  }

  @Test("a file without the right to read it")
  func forbidden() throws {
    try TrainingDataStore(url: directory.database).close()
    try withMode(0, of: directory.database) {
      #expect(
        openingFault(directory.database) == .accessDenied(path: directory.database.path))
    }
  }

  @Test("a read-only file can be read; only saving fails")
  func readOnlyFile() throws {
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    store.close()
    try withMode(0o400, of: directory.database) {
      let store = try TrainingDataStore(url: directory.database)
      #expect(try store.comparisonCount() == 1)
      #expect(throws: DataStoreError.saveFailed(.readOnly)) { try store.save(makeComparison()) }
    }
  }

  @Test(
    "a database in a read-only directory can be read, an interrupted save undone, and takes nothing"
  )
  func readingInReadOnlyDirectory() throws {
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    // Left behind by a crash.
    let place = try TemporaryDirectory()
    try store.queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      for _ in 0..<500 { try RecordedResult(makeComparison()).insert(database) }
      try FileManager.default.copyItem(at: directory.database, to: place.database)
      try FileManager.default.copyItem(at: directory.journal, to: place.journal)
      try database.execute(sql: "ROLLBACK")
    }
    store.close()
    try withMode(0o500, of: place.url) {
      let reader = try TrainingDataStore.onlyForReading(place.database)
      #expect(try reader.comparisonCount() == 1 && reader.wasInterrupted)
      #expect(throws: DataStoreError.saveFailed(.readOnly)) { try reader.save(makeComparison()) }
      try reader.backUp(to: directory.url.appendingPathComponent("backup.sqlite"))
      let findings = try reader.check(place.recoveryPlaces).findings
      #expect(findings == [.notWritable(path: place.url.path)])
    }
  }

  @Test("a recovery file that may not be read is told, by taking in and by a check")
  func forbiddenRecovery() throws {
    let store = try TrainingDataStore(url: directory.database)
    let file = directory.recoveryPlaces.files[0]
    try RecoveryFile(file).append(Data("x\n".utf8))
    try withMode(0, of: file) {
      #expect(
        store.recover(directory.recoveryPlaces)
          == [.failed(.saveFailed(.accessDenied(path: file.path)), path: file.path)])
      let findings = try store.check(directory.recoveryPlaces).findings
      #expect(findings == [.unreadableRecovery(path: file.path)])
    }
  }

  @Test("results wait elsewhere where the directory is read-only")
  func recoveryElsewhere() async throws {
    let store = try TrainingDataStore(url: directory.database)
    store.close()
    let state = try TemporaryDirectory()
    let places = RecoveryPaths(
      database: directory.database, environment: ["XDG_STATE_HOME": state.url.path])
    var told: [SavingEvent] = []
    let recorder = HistoryRecorder(store: store, places: places) { told.append($0) }
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: directory.url.path)
    await recorder.store(makeComparison())
    await recorder.flushed()
    try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory.url.path)
    #expect(told.last == .waiting(count: 1, path: places.files[1].path))
  }
}

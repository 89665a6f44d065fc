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
}

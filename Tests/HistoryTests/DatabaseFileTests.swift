import Foundation
import GRDB
import Testing

@testable import History

@MainActor
@Suite("The file of the database")
struct DatabaseFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("missing directories are created, for the user alone")
  func missingParents() throws {
    let parent = directory.url.appendingPathComponent("share/peach", isDirectory: true)
    let store = try TrainingDataStore(url: parent.appendingPathComponent("training.sqlite"))
    try store.save(makeComparison())
    for url in [parent, parent.deletingLastPathComponent()] {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test("a directory that is there keeps its mode")
  func existingParent() throws {
    let path = directory.url.path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    _ = try TrainingDataStore(url: directory.database)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o755)
  }

  @Test("a commit waits for the disk, and for the journal to be gone")
  func pragmas() throws {
    let store = try TrainingDataStore(url: directory.database, busyTimeout: 1.5)
    #expect(try store.pragma("journal_mode") == "delete")
    #expect(try store.pragma("synchronous") == "3")
    #expect(try store.pragma("foreign_keys") == "1")
    #expect(try store.pragma("busy_timeout") == "1500")
  }

  @Test("the records are there when the file is opened again")
  func reopening() throws {
    let comparison = makeComparison()
    let matching = makePitchMatching()
    let first = try TrainingDataStore(url: directory.database)
    try first.save(comparison)
    try first.save(matching)
    first.close()
    #expect(directory.names == ["training.sqlite"])

    let second = try TrainingDataStore(url: directory.database)
    #expect(try second.pragma("journal_mode") == "delete")
    #expect(try second.pragma("synchronous") == "3")
    #expect(try second.allComparisons() == [RecordedResult(comparison)])
    #expect(try second.allPitchMatchings() == [RecordedResult(matching)])
  }

  @Test("opening and closing changes nothing in the file")
  func openingWritesNothing() throws {
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    store.close()
    let before = try Data(contentsOf: directory.database)

    try TrainingDataStore(url: directory.database).close()
    #expect(try Data(contentsOf: directory.database) == before)
  }

  @Test("an empty file becomes a database")
  func emptyFile() throws {
    try Data().write(to: directory.database)
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    #expect(try store.comparisonCount() == 1)
  }

  @Test("a creation that was cut off after the mark is completed")
  func markedButNotMigrated() throws {
    try makeConnection(directory.database).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    }
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    #expect(try store.pragma("user_version") == "\(Schema.version)")
  }

  @Test("a name with blanks, marks and umlauts is a name like any other")
  func oddNames() throws {
    let url = directory.url.appendingPathComponent("Gehörbildung? 50% #1.sqlite")
    try TrainingDataStore(url: url).save(makeComparison())
    #expect(try TrainingDataStore(url: url).comparisonCount() == 1)
  }

  @Test("a sound database passes its check")
  func integrity() throws {
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    #expect(try store.integrityCheck().isEmpty)
  }

  @Test("what is only read stays as it is: an empty file, a backup")
  func onlyReading() throws {
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    let backup = try TemporaryDirectory()
    try store.backUp(to: backup.database)
    let empty = try TemporaryDirectory()
    try Data().write(to: empty.database)
    for (place, count) in [(directory, 1), (backup, 1), (empty, 0)] {
      let database = try Data(contentsOf: place.database)
      let reader = try TrainingDataStore.onlyForReading(place.database)
      #expect(try reader.comparisonCount() == count)
      _ = try reader.check(place.recoveryPlaces)
      #expect(throws: DataStoreError.saveFailed(.readOnly)) { try reader.save(makeComparison()) }
      reader.close()
      #expect(try Data(contentsOf: place.database) == database)
      #expect(place.names == ["training.sqlite"])
    }
  }

  @Test("a store that only reads makes no file, and none is there between two results")
  func readingMakesNoFile() throws {
    let empty = try TrainingDataStore.forReading(directory.database)
    #expect(try empty.recordCounts().isEmpty)
    #expect(directory.names.isEmpty)
    empty.close()
    let writer = try TrainingDataStore(url: directory.database)
    try writer.save(makeComparison())
    #expect(directory.names == ["training.sqlite"])
    let reader = try TrainingDataStore.onlyForReading(directory.database)
    #expect(try reader.comparisonCount() == 1)
    #expect(directory.names == ["training.sqlite"])
    reader.close()
    writer.close()
    #expect(directory.names == ["training.sqlite"])
  }

  @Test("a store that only reads sees what another stores meanwhile")
  func readingBesideWriter() throws {
    let writer = try TrainingDataStore(url: directory.database)
    let reader = try TrainingDataStore.onlyForReading(directory.database)
    for count in 1...3 {
      try writer.save(makeComparison())
      #expect(try reader.comparisonCount() == count)
    }
    writer.close()
    reader.close()
    #expect(try TrainingDataStore(url: directory.database).comparisonCount() == 3)
  }
}

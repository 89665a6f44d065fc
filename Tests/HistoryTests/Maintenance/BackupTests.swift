import Files
import Foundation
import GRDB
import Testing
import Training

@testable import History

@MainActor
@Suite("Backups")
struct BackupTests {
  let directory: TemporaryDirectory
  let store: TrainingDataStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
    for _ in 0..<20 { try store.save(makeComparison()) }
    try store.save(makePitchMatching())
  }

  private var backup: URL { directory.url.appendingPathComponent("backup.sqlite") }

  private func fault(
    to url: URL, of store: TrainingDataStore? = nil, overwriting: Bool = false
  ) -> BackupError? {
    do {
      try (store ?? self.store).backUp(to: url, overwriting: overwriting)
      return nil
    } catch {
      return error
    }
  }

  @Test("a backup holds every record, in one file, for this user alone, and is a history itself")
  func whole() throws {
    let counts = try store.backUp(to: backup)
    #expect(counts == RecordCounts(comparisons: 20, matchings: 1))
    let attributes = try FileManager.default.attributesOfItem(atPath: backup.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(directory.names.filter { $0.contains("backup") } == ["backup.sqlite"])

    let copy = try TrainingDataStore(url: backup)
    #expect(try copy.allComparisons() == store.allComparisons())
    #expect(try copy.allPitchMatchings() == store.allPitchMatchings())
    #expect(try copy.pragma("user_version") == "\(Schema.version)")
  }

  @Test("another Peach may go on storing meanwhile, and is not held up")
  func whileTraining() async throws {
    let url = directory.database
    let writer = Task.detached {
      let queue = try DatabaseFile(url: url, busyTimeout: 5).open().queue
      for _ in 0..<100 {
        try await queue.write { try RecordedResult(makeComparison()).insert($0) }
      }
    }
    var counts: [Int] = []
    for number in 0..<5 {
      let file = directory.url.appendingPathComponent("backup-\(number).sqlite")
      counts.append(try store.backUp(to: file)[.comparison])
      await Task.yield()
    }
    try await writer.value
    #expect(counts == counts.sorted())
    #expect(try store.comparisonCount() == 120)
  }

  @Test("a file that is there is not replaced unless that is wanted")
  func present() throws {
    try Data("precious".utf8).write(to: backup)
    #expect(fault(to: backup) == .exists(path: backup.path))
    #expect(try Data(contentsOf: backup) == Data("precious".utf8))
    #expect(fault(to: backup, overwriting: true) == nil)
    #expect(try TrainingDataStore(url: backup).comparisonCount() == 20)
  }

  @Test("the history itself is never replaced, under no name")
  func itself() throws {
    let link = directory.url.appendingPathComponent("link.sqlite")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: directory.database)
    for url in [directory.database, link, directory.journal] {
      #expect(fault(to: url, overwriting: true) == .isHistory(path: url.path))
    }
    #expect(try store.comparisonCount() == 20)
  }

  @Test("nothing takes the place of what belongs to the history, be it there or not")
  func parts() throws {
    let path = directory.database.path
    for part in ["-journal", ".recovery.jsonl", ".recovery.damaged.jsonl"] {
      #expect(
        fault(to: URL(fileURLWithPath: path + part)) == .isHistory(path: path + part))
    }
    #expect(try store.comparisonCount() == 20)
  }

  @Test("what cannot be written leaves nothing behind")
  func unwritable() throws {
    let missing = directory.url.appendingPathComponent("none/backup.sqlite")
    #expect(fault(to: missing) == .target(.cannotCreate(path: missing.path), path: missing.path))
    let folder = directory.url.appendingPathComponent("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    #expect(
      fault(to: folder, overwriting: true) == .target(.notADatabase, path: folder.path))
    #expect(directory.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("a damaged history gives no backup that would pass for a sound one")
  func damaged() throws {
    try store.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE result SET interval = 'X'")
    #expect(fault(to: backup) == .source(.corrupt))
    #expect(directory.names.allSatisfy { !$0.contains("backup") })
  }

  @Test("a row that continues on a page far beyond the end is damage, not a full disk")
  func farPage() throws {
    let long = String(repeating: "x", count: 6000)
    try store.execute("UPDATE result SET tuningSystem = '\(long)' WHERE sequence = 1")
    var bytes = try Data(contentsOf: directory.database)
    let start = try #require(bytes.range(of: Data(long.utf8.prefix(400)))).lowerBound
    let end = try #require(bytes[start...].firstIndex { $0 != UInt8(ascii: "x") })
    bytes.replaceSubrange(end..<end + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
    let copy = directory.url.appendingPathComponent("damaged.sqlite")
    try bytes.write(to: copy)
    let damaged = try TrainingDataStore(url: copy)
    #expect(fault(to: backup, of: damaged) == .source(.corrupt))
  }

  @Test("a backup that is cancelled leaves nothing behind, at its start or on the way")
  func cancelled() async throws {
    let names = directory.names
    for moment in ["PRAGMA", "VACUUM"] {
      let work = HistoryBackup(of: store, to: backup)
      store.cancelTask(before: moment)
      let task = Task {
        if moment == "PRAGMA" { withUnsafeCurrentTask { $0?.cancel() } }
        return try await work.run()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(directory.names == names)
    }
  }

  @Test("what a killed backup has left is found by a check")
  func leftover() throws {
    let draft = directory.url.appendingPathComponent(".peach-backup-a1b2c3")
    try Data().write(to: draft)
    let findings = try store.check(directory.recoveryPlaces).findings
    #expect(findings.contains(.unfinishedBackup(path: draft.path)))
  }

  @Test("the next backup removes what a killed one has left, and leaves alone one that is going on")
  func leftoverRemoved() throws {
    let going = try DraftFolder(".peach-backup-", in: directory.url.path)
    try Data().write(to: URL(fileURLWithPath: going.path + "/backup.sqlite"))
    let killed = directory.url.appendingPathComponent(".peach-backup-a1b2c3")
    try FileManager.default.createDirectory(at: killed, withIntermediateDirectories: false)
    try Data("x".utf8).write(to: killed.appendingPathComponent("backup.sqlite"))
    // Earlier versions made a file, and SQLite its journal beside it.
    for name in [".peach-backup-d4e5f6", ".peach-backup-d4e5f6-journal"] {
      try Data("x".utf8).write(to: directory.url.appendingPathComponent(name))
    }
    #expect(directory.names.filter { $0.hasPrefix(".") }.count == 4)
    try store.backUp(to: backup)
    #expect(
      directory.names.filter { $0.hasPrefix(".") }
        == [URL(fileURLWithPath: going.path).lastPathComponent])
    #expect(FileManager.default.fileExists(atPath: going.path + "/backup.sqlite"))
    let findings = try store.check(directory.recoveryPlaces).findings
    #expect(!findings.contains { if case .unfinishedBackup = $0 { true } else { false } })
    going.remove()
  }

  @Test("the files of a history are for this user alone, also those that an earlier version made")
  func modes() throws {
    func mode() throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: directory.database.path)
      return attributes[.posixPermissions] as? Int
    }
    #expect(try mode() == 0o600)
    store.close()
    chmod(directory.database.path, 0o644)
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    #expect(try mode() == 0o600)
  }
}

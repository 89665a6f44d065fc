import Foundation
import GRDB
import Testing
import Training

@testable import History

@MainActor
@Suite("The history is checked")
struct CheckTests {
  let directory: TemporaryDirectory
  let store: TrainingDataStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
    for second in 1...3 { try store.save(makeComparison(at: tenOClock + Double(second))) }
    try store.save(makePitchMatching())
  }

  private func findings() throws -> [HistoryFinding] {
    try store.check(directory.recoveryPlaces).findings
  }

  @Test("a sound history: nothing is wrong, and its measures are told")
  func sound() throws {
    let report = try store.check(directory.recoveryPlaces)
    #expect(report.findings.isEmpty)
    #expect(report.counts == RecordCounts(comparisons: 3, matchings: 1))
    #expect(report.version == Schema.version)
    #expect(report.fileSize > 0 && report.freeSpace > 0)
  }

  @Test("rows that are no record are counted and named")
  func unreadable() throws {
    try store.execute(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE result SET targetNote = 99 WHERE sequence IN (2, 3);
      UPDATE result SET interval = 'X' WHERE training = 'matching'
      """)
    #expect(
      try findings() == [
        .unreadableRows(table: "result", column: "interval", count: 1, firstSequences: [4]),
        .unreadableRows(table: "result", column: "targetNote", count: 2, firstSequences: [2, 3]),
      ])
  }

  @Test("a result that is there twice")
  func doubled() throws {
    let columns =
      "referenceNote, targetNote, centOffset, isCorrect, interval, tuningSystem, timestamp"
    let result = makeComparison(at: tenOClock)
    try store.save(result)
    try store.execute(
      """
      INSERT INTO result (training, id, \(columns))
      SELECT training, '\(UUID().uuidString.lowercased())', \(columns) FROM result WHERE id = '\(result.id.uuidString.lowercased())'
      """)
    #expect(try findings() == [.doubledRecords(count: 1)])
  }

  @Test("equal results of whole seconds are what an import brings")
  func wholeSeconds() throws {
    let time = Date(timeIntervalSince1970: 1_795_255_200)
    for _ in 0..<2 { try store.save(makeComparison(at: time)) }
    #expect(try findings().isEmpty)
  }

  @Test("equal results to the millisecond that came without ids are what an import brings, too")
  func importedWithoutIDs() async throws {
    let member = #/"id":"[^"]*",/#
    let line = RecordLine.text(of: RecordedResult(makeComparison(at: tenOClock)))
      .replacing(member, with: "")
    let head = FileFormat.jsonLines.firstLine + "\n"
    let text = head + Array(repeating: line, count: 3).joined(separator: "\n") + "\n"
    #expect(try await store.take(text, in: directory).comparison.new == 3)
    #expect(try findings().isEmpty)
  }

  @Test("what is not Peach's")
  func foreign() throws {
    try store.execute("CREATE TABLE song (name TEXT)")
    #expect(try findings() == [.foreignObjects(["song"])])
  }

  @Test("what waits beside the database")
  func recovery() throws {
    let file = RecoveryFile(directory.recoveryPlaces.files[1])
    try file.append(Data("a\nb\n".utf8))
    try file.setAside.append(Data("c\n".utf8))
    #expect(
      try findings() == [
        .pendingRecovery(path: file.url.path, lines: 2),
        .setAside(path: file.setAside.url.path, lines: 1),
      ])
  }

  @Test("a file or directory that others may change")
  func mode() throws {
    chmod(directory.database.path, 0o666)
    chmod(directory.url.path, 0o777)
    #expect(
      try findings() == [
        .writableByOthers(path: directory.database.path),
        .writableByOthers(path: directory.url.path),
      ])
    chmod(directory.url.path, 0o1777)
    #expect(try findings() == [.writableByOthers(path: directory.database.path)])
  }

  @Test("a damaged page is found")
  func damagedPage() throws {
    for second in 4...200 { try store.save(makeComparison(at: tenOClock + Double(second))) }
    let page = try #require(
      try store.integers("SELECT rootpage FROM sqlite_master WHERE name = 'result'").first
    )
    store.close()
    var bytes = try Data(contentsOf: directory.database)
    bytes.replaceSubrange((page - 1) * 4096..<page * 4096, with: Data(repeating: 0xA5, count: 4096))
    try bytes.write(to: directory.database)
    let damaged = try TrainingDataStore(url: directory.database)
    let findings = try? damaged.check(directory.recoveryPlaces).findings
    // Too damaged to be looked through is an answer as well.
    #expect(findings?.isEmpty != true)
  }

  @Test("a reading that takes long keeps nobody from storing, and shows one state of the history")
  func longReading() throws {
    let store = try TrainingDataStore(url: directory.database, busyTimeout: 0.01)
    try store.save(makeComparison())
    let reader = try TrainingDataStore.onlyForReading(directory.database, isLong: true)
    let counts = try reader.read { database in
      let before = try RecordCounts(database)
      try store.save(makeComparison())
      return [before.total, try RecordCounts(database).total]
    }
    #expect(counts == [1, 1])
    #expect(try store.comparisonCount() == 2)
    reader.close()
    store.close()
  }
}

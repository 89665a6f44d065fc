import Foundation
import Testing
import Training

@testable import History

/// Wherever records come from, and in whichever order, the history ends up the same.
@MainActor
@Suite("Histories that come together")
struct ConvergenceTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func store() throws -> TrainingDataStore { try TrainingDataStore.inMemory() }

  /// A history that was trained here, with the app's rows taken in.
  private func store(_ history: inout RandomHistory) async throws -> TrainingDataStore {
    let store = try TrainingDataStore(
      url: directory.url.appendingPathComponent("\(UUID().uuidString).sqlite"))
    for _ in 0..<history.number(0...4) {
      let comparison = history.comparison()
      try store.save(comparison)
      if history.number(0...3) == 0 { try store.withdraw(id: comparison.id) }
    }
    for _ in 0..<history.number(0...2) { try store.save(history.matching()) }
    return store
  }

  /// The file of another history, in a format with ids, without them, or in the app's.
  private func file(_ history: inout RandomHistory) async throws -> String {
    let store = try await store(&history)
    defer { store.close() }
    switch history.number(0...3) {
    case 0: return try await store.exported(.csv, in: directory)
    case 1: return try await store.exported(.jsonLines, in: directory)
    case 2: return try await store.exported(.app, in: directory)
    default:
      if history.number(0...1) == 1 {
        let rows = (0..<history.number(1...4)).map { _ in
          appRow(at: "2026-11-21T10:00:00\(["Z", ".250Z"][history.number(0...1)])")
        }
        let text = (["# peach-export-format:3", AppTable.header] + rows).joined(separator: "\n")
        _ = try await store.take(text, in: directory)
      }
      let text = try await store.exported(.csv, in: directory)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().map { index, line in
        // Some rows lose their id, and have only the columns of version 1.
        guard index > 1, !line.isEmpty, history.number(0...1) == 1 else { return String(line) }
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        let missing = Array(repeating: Substring(), count: fields.count - 13)
        return ([""] + fields[1..<13] + missing).joined(separator: ",")
      }.joined(separator: "\n")
    }
  }

  @Test("a fresh history has as many results as the file has rows", arguments: 0..<12)
  func fresh(seed: Int) async throws {
    var history = RandomHistory(seed: UInt64(2000 + seed))
    let text = try await file(&history)
    let store = try store()
    let summary = try await store.take(text, in: directory)
    let isTable = text.hasPrefix("#")
    let rows = text.split(separator: "\n").count - (isTable ? 2 : 1)
    let counts = try store.recordCounts()
    #expect(counts.total + counts.withdrawn == rows)
    #expect(summary.comparison.new + summary.matching.new == rows)
  }

  @Test("a row that lost its id gets the one back that none of the others has", arguments: 0..<3)
  func lostID(row: Int) async throws {
    let store = try store()
    _ = try await store.take(appFile(appRow(), appRow(), appRow()), in: directory)
    let file = try await store.exported(.csv, in: directory)
    var lines = file.split(separator: "\n").map(String.init)
    lines[row + 2].removeSubrange(..<(try #require(lines[row + 2].firstIndex(of: ","))))
    let other = try self.store()
    _ = try await other.take(lines.joined(separator: "\n"), in: directory)
    #expect(try other.contents == store.contents)
  }

  @Test("files taken in in either order, and again, leave the same records", arguments: 0..<12)
  func order(seed: Int) async throws {
    var history = RandomHistory(seed: UInt64(seed))
    let files = [
      try await file(&history), try await file(&history), try await file(&history),
    ]
    let forwards = try store()
    for text in files { _ = try await forwards.take(text, in: directory) }
    let backwards = try store()
    for text in files.reversed() { _ = try await backwards.take(text, in: directory) }
    let contents = try forwards.contents
    #expect(try backwards.contents == contents)
    for text in files {
      let again = try await forwards.take(text, in: directory)
      #expect(again.comparison.new == 0 && again.matching.new == 0)
      #expect(again.comparison.identified == 0 && again.matching.identified == 0)
    }
    #expect(try forwards.contents == contents)
  }

  @Test("two histories merged into each other are the same, and stay so", arguments: 0..<12)
  func merging(seed: Int) async throws {
    var history = RandomHistory(seed: UInt64(1000 + seed))
    let one = try await store(&history)
    let other = try await store(&history)
    let shared = try await file(&history)
    for store in [one, other] where history.number(0...1) == 1 {
      _ = try await store.take(shared, in: directory)
    }
    _ = try await one.take(try await file(&history), in: directory)
    let places = [one, other].map(\.path)
    let copies = places.map { $0 + ".copy" }
    for (place, store) in zip(copies, [one, other]) {
      try store.backUp(to: URL(fileURLWithPath: place))
    }
    _ = try await HistoryMerge(copies[1], into: one).run()
    _ = try await HistoryMerge(copies[0], into: other).run()
    let contents = try one.contents
    #expect(try other.contents == contents)
    let again = try await HistoryMerge(places[1], into: one).run()
    #expect(again.comparison.new == 0 && again.matching.new == 0)
    #expect(try one.contents == contents)
  }

  @Test("what was stored while the clock was ahead comes back from every file of ours")
  func future() async throws {
    let other = try TrainingDataStore(
      url: directory.url.appendingPathComponent("other.sqlite"))
    for time in [221_845_392_000, -1, 1e13] as [Double] {
      try other.save(makeComparison(at: Date(timeIntervalSince1970: time)))
    }
    let contents = try other.contents
    for format in [ExportFormat.jsonLines, .csv] {
      let here = try store()
      let summary = try await here.take(
        try await other.exported(format, in: directory), in: directory)
      #expect(summary.faultCount == 0)
      #expect(try here.contents == contents)
    }
    let here = try store()
    #expect(try await HistoryMerge(other.path, into: here).run().comparison.new == 3)
    #expect(try here.contents == contents)
  }

  @Test("half of another history's transaction is not merged")
  func hotJournal() async throws {
    let other = directory.url.appendingPathComponent("other.sqlite")
    let first = try TrainingDataStore(url: other)
    for _ in 0..<3 { try first.save(makeComparison()) }
    first.close()
    let crashed = directory.url.appendingPathComponent("crashed.sqlite")
    let queue = try makeConnection(other)
    try await queue.writeWithoutTransaction { database in
      try database.execute(
        sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
      for number in 0..<3000 {
        var record = RecordedResult(makeComparison())
        record.timestamp = Date(millisecondsSince1970: Int64(number))
        try record.insert(database)
      }
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: other.path + ending, toPath: crashed.path + ending)
      }
      try database.execute(sql: "ROLLBACK")
    }
    let here = try TrainingDataStore(url: directory.database)
    let journal = try Data(contentsOf: URL(fileURLWithPath: crashed.path + "-journal"))
    #expect(try await HistoryMerge(crashed.path, into: here).run().comparison.new == 3)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: crashed.path + "-journal")) == journal)
  }

  @Test("of equal rows there are as many as the larger of history and file has", arguments: 0..<16)
  func larger(seed: Int) async throws {
    let trained = seed % 4
    let filed = seed / 4
    let store = try store()
    for _ in 0..<trained { try store.save(makeComparison()) }
    let rows = Array(repeating: appRow(), count: filed)
    let text = (["# peach-export-format:3", AppTable.header] + rows).joined(separator: "\n")
    let summary = try await store.take(text, in: directory)
    #expect(try store.comparisonCount() == max(trained, filed))
    #expect(summary.comparison.new == max(filed - trained, 0))
    #expect(summary.comparison.present == min(filed, trained))
  }

  @Test("what was trained here and comes back from the app is not doubled, here or elsewhere")
  func thereAndBack() async throws {
    let store = try TrainingDataStore(url: directory.database)
    try store.save(makeComparison())
    try store.save(makePitchMatching())
    let phone = try await store.exported(.app, in: directory)
    let back = try await store.take(phone, in: directory)
    #expect(back.comparison == TrainingCounts(present: 1))
    #expect(back.matching == TrainingCounts(present: 1))

    let laptop = try self.store()
    _ = try await laptop.take(phone, in: directory)
    let merged = try await HistoryMerge(directory.database.path, into: laptop).run()
    #expect(merged.comparison == TrainingCounts(identified: 1))
    #expect(try laptop.contents == store.contents)
  }

  @Test("a fraction of a second in the file is compared, a whole second stands for all of it")
  func fractions() async throws {
    func count(_ first: String, _ second: String) async throws -> Int {
      let store = try store()
      _ = try await store.take(appFile(appRow(at: first)), in: directory)
      _ = try await store.take(appFile(appRow(at: second)), in: directory)
      return try store.comparisonCount()
    }
    let whole = "2026-11-21T10:00:00Z"
    let quarter = "2026-11-21T10:00:00.250Z"
    let half = "2026-11-21T10:00:00.5Z"
    #expect(try await count(whole, quarter) == 1)
    #expect(try await count(quarter, whole) == 1)
    #expect(try await count(quarter, half) == 2)
    #expect(try await count(quarter, quarter) == 1)
    #expect(try await count(whole, "2026-11-21T10:00:01Z") == 2)
  }

  @Test("the id of a row without one follows from its content, on every machine")
  func stableIDs() async throws {
    let store = try store()
    _ = try await store.take(appFile(appRow(), appRow()), in: directory)
    #expect(
      Set(try store.allComparisons().map { $0.id.uuidString.lowercased() })
        == ["22db4149-78e5-59fd-946d-a1a4c54c4da2", "7358cab7-1a9c-56c4-85e2-9ab1dc2fd912"])
  }

  @Test("one id with two contents: an import keeps what is there, a merge the same on either side")
  func conflicts() async throws {
    let id = UUID()
    let urls = ["a", "b"].map { directory.url.appendingPathComponent("\($0).sqlite") }
    let one = try TrainingDataStore(url: urls[0])
    let other = try TrainingDataStore(url: urls[1])
    try one.save(makeComparison(id: id, centOffset: 7))
    try other.save(makeComparison(id: id, centOffset: 5))
    let before = try one.contents
    let summary = try await one.take(try await other.exported(.csv, in: directory), in: directory)
    #expect(summary.comparison == TrainingCounts(conflicts: 1))
    #expect(try one.contents == before)

    let first = try await HistoryMerge(urls[1].path, into: one).run()
    let second = try await HistoryMerge(urls[0].path, into: other).run()
    #expect(first.comparison.conflicts + second.comparison.conflicts >= 1)
    #expect(try one.contents == other.contents)
    #expect(try one.comparisonCount() == 1)
  }
}

import Foundation
import GRDB
import Music
import Synchronization
import Testing
import Training

@testable import History

@MainActor
@Suite("Taking records in")
struct ImportTests {
  let directory: TemporaryDirectory
  let store: TrainingDataStore

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
  }

  @Test("every version of the app's file is read", arguments: 1...3)
  func appVersions(version: Int) async throws {
    let columns = AppTable.names
    let (names, rest) =
      switch version {
      case 1: (columns.prefix(12), "")
      case 2: (columns.prefix(12) + ["tempoBPM", "offsetMs", "userOffsetMs"], ",,,")
      default: (columns.prefix(19), ",,,,,,,")
      }
    let training = version == 1 ? "pitchComparison" : "pitchDiscrimination"
    let text = """
      # peach-export-format:\(version)
      \(names.joined(separator: ","))
      \(training),2026-03-03T14:30:00Z,60,C4,67,G4,P5,justIntonation,-12.5,true,,\(rest)

      pitchMatching,2026-03-03T14:30:09Z,60,C4,54,F#3,d5,equalTemperament,,,41.7,-3.2\(rest)
      rhythmMatching,2026-03-03T14:30:10Z,,,,,,,,,,\(rest)
      """
    for ending in ["\n", "\r\n", "\r"] {
      let file = "\u{FEFF}" + text.replacing("\n", with: ending)
      let summary = try await store.take(file, in: directory)
      #expect(summary.faultCount == 0)
      #expect(summary.otherTrainings == ["rhythmMatching": 1])
    }
    let comparison = try #require(try store.allComparisons().first)
    #expect(comparison.interval.description == "P5" && comparison.tuningSystem == "just")
    #expect(comparison.measures.centOffset == -12.5 && comparison.measures.isCorrect == true)
    #expect(comparison.timestamp.millisecondsSince1970 == 1_772_548_200_000)
    let matching = try #require(try store.allPitchMatchings().first)
    #expect(matching.interval.description == "TT-" && matching.tuningSystem == "equal")
    #expect(matching.measures.initialCentOffset == 41.7 && matching.measures.userCentError == -3.2)
    #expect(try store.recordCounts().total == 2)
  }

  @Test(
    "a bad row is told with its line and its reason, and nothing is taken in",
    arguments: [
      (appRow(values: "x,true,,"), RowFault.value(.notAllowed("centOffset", value: "x", .cents))),
      (appRow(values: "nan,true,,"), .value(.notAllowed("centOffset", value: "nan", .cents))),
      (appRow(values: "1201.0,true,,"), .value(.notAllowed("centOffset", value: "1201.0", .cents))),
      (appRow(values: ",true,,"), .value(.missing("centOffset"))),
      (appRow(values: "1.0,perhaps,,"), .value(.notAllowed("isCorrect", value: "perhaps", .flag))),
      (appRow("dance"), .unknownTraining("dance")),
      (
        appRow(at: "2026-02-30T10:00:00Z"),
        .value(.notAllowed("timestamp", value: "2026-02-30T10:00:00Z", .time))
      ),
      (appRow(at: "yesterday"), .value(.notAllowed("timestamp", value: "yesterday", .time))),
      (
        appRow().replacing("P1", with: "P5"),
        .notesDisagree(interval: "P5", reference: 60, target: 60)
      ),
      (appRow().replacing("P1", with: "TT"), .unknownInterval("TT")),
      (appRow().replacing("equalTemperament", with: "wolf"), .unknownTuning("wolf")),
      (
        appRow().replacing(",60,C4,60,", with: ",128,C4,60,"),
        .value(.notAllowed("referenceNote", value: "128", .note))
      ),
      (appRow() + ",", .fieldCount(expected: 19, found: 20)),
      ("pitchMatching", .fieldCount(expected: 19, found: 1)),
      (appRow() + "\"", .text(.unclosedQuote)),
      (appRow().replacing("C4", with: "C\"\"4\"x\""), .text(.misplacedQuote)),
      (appRow() + "\u{0}", .text(.zeroByte)),
      (appRow() + String(repeating: "x", count: 70_000), .text(.tooLong(limit: 65536))),
    ])
  func badRows(row: String, fault: RowFault) async throws {
    let file = appFile(appRow(), "\"a\nb\",", row, appRow())
    let summary = try await store.take(file, in: directory)
    #expect(summary.faults.map(\.line) == [4, 5, 6])
    #expect(summary.faults.last?.fault == fault)
    #expect(try store.recordCounts().total == 0)

    let url = directory.url.appendingPathComponent("bad")
    try Data(file.utf8).write(to: url)
    var skipping = HistoryImport(url.path, into: store)
    skipping.skipsFaults = true
    #expect(try await skipping.run().comparison.new == 2)
  }

  @Test(
    "a stray quote costs the row that it is in, and none of those up to the next one",
    arguments: [
      // In a field, at the start of one, at the end of one, and with what follows in quotes.
      ("eq\"ual", "eq\"ual", [5, 15]), ("\"equal", "eq\"ual", [5, 15]),
      ("\"equal", "\"equal", [5, 15]), ("\"equal", "\"equal\"", [5]),
      ("equal\"", "equal\"", [5, 15]), ("\"equal", "equal,\",x", [5, 15]),
    ])
  func strayQuotes(first: String, second: String, faults: [Int]) async throws {
    for number in 0..<20 { try store.save(makeComparison(centOffset: Cents(Double(number)))) }
    let file = try await store.exported(.csv, in: directory)
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[4].replace(",equal,", with: ",\(first),")
    lines[14].replace(",equal,", with: ",\(second),")
    let url = directory.url.appendingPathComponent("quotes.csv")
    try Data(lines.joined(separator: "\n").utf8).write(to: url)
    let other = try TrainingDataStore.inMemory()
    var work = HistoryImport(url.path, into: other)
    work.skipsFaults = true
    let summary = try await work.run()
    #expect(summary.faults.map(\.line) == faults)
    #expect(try other.comparisonCount() == 20 - faults.count)
  }

  @Test(
    "a text with an invisible character, and a tuning that nobody knows, are refused with their line",
    arguments: [
      "\u{1B}[2J", "\u{7F}", "\u{9B}", "\u{85}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{2028}",
      "\t",
    ])
  func invisible(text: String) async throws {
    try store.save(makeComparison(context: makeContext(soundSource: "x:0:0")))
    let file = try await store.exported(.csv, in: directory)
    func fault(_ changed: String) async throws -> RowFault? {
      let summary = try await store.take(changed, in: directory)
      #expect(summary.faults.map(\.line) == [3])
      return summary.faults.first?.fault
    }
    let shown = ShownValue.text("x\(text)y")
    #expect(
      try await fault(file.replacing("x:0:0", with: "x\(text)y"))
        == .value(.notAllowed("soundSource", value: shown, .name)))
    #expect(
      try await fault(file.replacing(",equal,", with: ",scala:x\(text)y,"))
        == .value(.notAllowed("tuningSystem", value: "scala:" + shown, .tuning)))
    #expect(
      try await fault(file.replacing(",equal,", with: ",=HYPERLINK(1),"))
        == .value(.notAllowed("tuningSystem", value: "=HYPERLINK(1)", .tuning)))
    #expect(try store.recordCounts().total == 1)
  }

  @Test(
    "what comes from a sound's name, or from another history, is stored without such characters")
  func printable() async throws {
    let other = try TrainingDataStore(url: directory.url.appendingPathComponent("other.sqlite"))
    try other.save(makeComparison(context: makeContext(soundSource: "a\u{202E}b")))
    #expect(
      try other.strings("SELECT soundSource FROM result", column: "soundSource")
        == ["a_b"])
    try other.execute("UPDATE result SET soundSource = 'c' || char(27) || 'd'")
    other.close()
    _ = try await HistoryMerge(other.path, into: store).run()
    #expect(
      try store.strings("SELECT soundSource FROM result", column: "soundSource")
        == ["c_d"])
  }

  @Test("bytes that are no text are told with their line")
  func notText() async throws {
    let url = directory.url.appendingPathComponent("latin")
    try (Data(appFile(appRow(), "").utf8) + [0xE9, 0x2C, 0x0A]).write(to: url)
    let summary = try await HistoryImport(url.path, into: store).run()
    #expect(summary.faults.map(\.line) == [4])
    #expect(summary.faults.first?.fault == .text(.notText))
  }

  @Test(
    "a file of no format, of a newer version or with wrong columns is refused",
    arguments: [
      "": { .unknownFormat(path: $0) },
      "hello\nworld\n": { .unknownFormat(path: $0) },
      "\u{7F}ELF\u{0}\u{0}": { .unknownFormat(path: $0) },
      "# peach-export-format:4\n": { .unknownVersion(path: $0, found: "4", known: 1...3) },
      "# peach-jack-export-format:4\n": { .unknownVersion(path: $0, found: "4", known: 1...3) },
      #"{"format":"peach-jack-export","version":4}"#: {
        .unknownVersion(path: $0, found: "4", known: 1...3)
      },
      "# peach-jack-export-format:1\nid,colour\n": {
        .badHeader(
          path: $0, line: 2, missing: RecordTable.needed, unknown: ["colour"])
      },
      "# peach-export-format:1": {
        .badHeader(path: $0, line: 2, missing: AppTable.needed, unknown: [])
      },
    ] as [String: @Sendable (String) -> ExchangeFault])
  func refused(text: String, fault: @Sendable (String) -> ExchangeFault) async throws {
    let file = directory.url.appendingPathComponent("file")
    try Data(text.utf8).write(to: file)
    await #expect(throws: fault(file.path)) {
      try await HistoryImport(file.path, into: store).run()
    }
  }

  @Test(
    "a result that a file has twice counts as new once; the same id with another content does not")
  func repeated() async throws {
    try store.save(makeComparison())
    let lines = try await store.exported(.csv, in: directory).split(separator: "\n").map(
      String.init)
    let row = try #require(lines.last)
    let changed = row.replacing(",equal,", with: ",scala:other,")
    #expect(changed != row)
    let other = try TrainingDataStore.inMemory()
    let summary = try await other.take(
      (lines + [row, changed]).joined(separator: "\n"), in: directory)
    #expect(summary.comparison == TrainingCounts(new: 1, present: 1, conflicts: 1))
    #expect(try other.wholeResults() == store.wholeResults())
  }

  @Test("more than twenty bad rows are counted")
  func manyBadRows() async throws {
    let file =
      "# peach-export-format:3\n\(AppTable.header)\n" + String(repeating: "x\n", count: 50)
    let summary = try await store.take(file, in: directory)
    #expect(summary.faultCount == 50 && summary.faults.count == 20)
  }

  @Test("replacing leaves what the file holds, and a backup of what was")
  func replacing() async throws {
    try store.save(makeComparison())
    let before = try store.contents
    let url = directory.url.appendingPathComponent("new.csv")
    try Data(appFile(appRow(values: "3.0,false,,")).utf8).write(to: url)
    var replacement = HistoryImport(url.path, into: store)
    let backup = directory.url.appendingPathComponent("backup.sqlite")
    replacement.backup = backup
    #expect(try await replacement.run().comparison == TrainingCounts(new: 1))
    #expect(try store.allComparisons().map(\.measures.centOffset) == [3])
    #expect(try TrainingDataStore(url: backup).contents == before)
    replacement.backup = backup
    await #expect(throws: BackupError.exists(path: backup.path)) {
      try await replacement.run()
    }
    #expect(try store.comparisonCount() == 1)
  }

  @Test(
    "a file without results replaces nothing",
    arguments: [appFile(), appFile("rhythmMatching" + String(repeating: ",", count: 18))])
  func replacingByNothing(text: String) async throws {
    try store.save(makeComparison())
    let before = directory.names
    let url = directory.url.appendingPathComponent("none.csv")
    try Data(text.utf8).write(to: url)
    var replacement = HistoryImport(url.path, into: store)
    replacement.backup = directory.url.appendingPathComponent("backup.sqlite")
    for skipsFaults in [false, true] {
      replacement.skipsFaults = skipsFaults
      let work = replacement
      await #expect(throws: ExchangeFault.noResults(path: url.path)) { try await work.run() }
      await #expect(throws: ExchangeFault.noResults(path: url.path)) { try await work.preview() }
    }
    #expect(try store.comparisonCount() == 1)
    #expect(directory.names == (before + ["none.csv"]).sorted())
  }

  @Test("a preview stores nothing and tells what an import does")
  func preview() async throws {
    try store.save(makeComparison())
    let url = directory.url.appendingPathComponent("new.csv")
    try Data(appFile(appRow(), appRow()).utf8).write(to: url)
    let file = HistoryImport(url.path, into: store)
    let preview = try await file.preview()
    #expect(preview.comparison == TrainingCounts(new: 1, present: 1))
    #expect(try store.comparisonCount() == 1)
    #expect(try await file.run() == preview)
  }

  @Test("another Peach that writes is waited for, then the import fails whole")
  func locked() async throws {
    let store = try TrainingDataStore(url: directory.database, busyTimeout: 0.01)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: directory.database.path, configuration: configuration)
    try other.inDatabase { try $0.beginTransaction(.immediate) }
    await #expect(throws: DataStoreError.saveFailed(.locked)) {
      try await store.take(appFile(appRow()), in: directory)
    }
    try other.inDatabase { try $0.rollback() }
    #expect(try await store.take(appFile(appRow()), in: directory).comparison.new == 1)
  }

  @Test("a cancelled replacement leaves the history as it was, and no backup")
  func cancelledReplacement() async throws {
    try store.save(makeComparison())
    let url = directory.url.appendingPathComponent("new.csv")
    try Data(appFile(appRow(values: "3.0,false,,")).utf8).write(to: url)
    let before = directory.names
    var replacement = HistoryImport(url.path, into: store)
    let backup = directory.url.appendingPathComponent("backup.sqlite")
    replacement.backup = backup
    let work = replacement
    // The database comes to this while it deletes, when the backup is made already.
    let isCancelled = Mutex(false)
    let cancel = DatabaseFunction("cancelTask", argumentCount: 0) { _ in
      isCancelled.withLock { $0 = backup.isThere }
      withUnsafeCurrentTask { $0?.cancel() }
      return nil
    }
    try await store.queue.writeWithoutTransaction { database in
      database.add(function: cancel)
      try database.execute(
        sql: """
          CREATE TEMP TRIGGER cancelling AFTER DELETE ON main.result
          BEGIN SELECT cancelTask(); END
          """)
    }
    await #expect(throws: CancellationError.self) { try await work.run() }
    #expect(isCancelled.withLock { $0 })
    #expect(try store.allComparisons().map(\.measures.centOffset) == [-12.5])
    #expect(directory.names == before)
  }

  @Test("a cancelled import leaves the history as it was")
  func cancelled() async throws {
    let rows = (0..<5000).map { appRow(values: "\($0 % 1000).0,true,,") }
    let url = directory.url.appendingPathComponent("many.csv")
    let text = ["# peach-export-format:3", AppTable.header] + rows
    try Data(text.joined(separator: "\n").utf8).write(to: url)
    let work = HistoryImport(url.path, into: store)
    for step in [TransferProgress.Step.reading, .storing] {
      await #expect(throws: CancellationError.self) {
        try await work.run { progress in
          if progress.step == step { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      #expect(try store.recordCounts().total == 0)
    }
  }

  @Test("mutated files never crash, and what is refused changes nothing", arguments: 0..<90)
  func mutated(seed: Int) async throws {
    var history = RandomHistory(seed: UInt64(seed))
    for _ in 0..<6 { try store.save(history.comparison()) }
    try store.save(history.matching())
    let format: ExportFormat = [.csv, .jsonLines, .app][seed % 3]
    var bytes = Array(try await store.exported(format, in: directory).utf8)
    for _ in 0..<history.number(1...12) where !bytes.isEmpty {
      let place = history.number(0...(bytes.count - 1))
      switch history.number(0...3) {
      case 0: bytes[place] = UInt8(history.number(0...255))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(Array("\"\n,{}#\u{0}".utf8)[history.number(0...6)], at: place)
      default: bytes.removeSubrange(place..<min(place + history.number(0...40), bytes.count))
      }
    }
    let url = directory.url.appendingPathComponent("mutated")
    try Data(bytes).write(to: url)
    let before = try store.contents
    let summary: ImportSummary
    do {
      summary = try await HistoryImport(url.path, into: store).run()
    } catch is ExchangeFault {
      return #expect(try store.contents == before)
    }
    if summary.faultCount > 0 { #expect(try store.contents == before) }
    let again = try await HistoryImport(url.path, into: store).run()
    #expect(again.comparison.new == 0 && again.matching.new == 0)
  }
}

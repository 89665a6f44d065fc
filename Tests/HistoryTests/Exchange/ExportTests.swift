import Foundation
import Music
import Testing
import Training

@testable import History

@MainActor
@Suite("Writing records out")
struct ExportTests {
  let directory: TemporaryDirectory
  let store: TrainingDataStore

  private let ids = [
    UUID(uuid: (1, 1, 1, 1, 1, 1, 0x41, 1, 0x81, 1, 1, 1, 1, 1, 1, 1)),
    UUID(uuid: (2, 2, 2, 2, 2, 2, 0x42, 2, 0x82, 2, 2, 2, 2, 2, 2, 2)),
  ]

  init() throws {
    directory = try TemporaryDirectory()
    store = try TrainingDataStore(url: directory.database)
    try store.save(
      makePitchMatching(
        id: ids[1], interval: DirectedInterval(.tritone, .down), error: 0.00001,
        tuning: .justIntonation, at: tenOClock.addingTimeInterval(5)))
    try store.save(makeComparison(id: ids[0]))
  }

  @Test("the table has every field of all trainings, oldest first")
  func csv() async throws {
    #expect(
      try await store.exported(.csv, in: directory) == """
        # peach-jack-export-format:3
        id,training,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,isCorrect,initialCentOffset,userCentError,isFirstTrue,oddPlace,answeredPlace,outcome,uncertainty,drift,vibratoRate,vibratoExtent,steadiness,playedLength,settleTime,inputLevel,octaves,curve,soundSource,noteDuration,amplitude,referencePitch,responseTime,strategy,believedThreshold,heard,input,presentation,accompaniment,withdrawn,run,plan,block,label,participant,session,condition,practice,start,version,sampleRate,bufferSize,outputs,seed,timeZone
        01010101-0101-4101-8101-010101010101,comparison,2026-11-21T10:00:00.123Z,60,C4,60,C4,P1,equal,-12.5,true,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,
        02020202-0202-4202-8202-020202020202,matching,2026-11-21T10:00:05.123Z,60,C4,54,F#3,TT-,just,,,41.7,1e-05,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,

        """)
  }

  @Test("JSON lines begin with the version of the format")
  func jsonLines() async throws {
    let lines = try await store.exported(.jsonLines, in: directory).split(separator: "\n")
    #expect(lines.first == #"{"format":"peach-jack-export","version":3}"#)
    #expect(lines.count == 3)
    #expect(try RecordLine(Data(lines[1].utf8)).result.id == ids[0])
  }

  @Test("the app's file has its nineteen columns, its words and no line break at the end")
  func app() async throws {
    try store.save(makeComparison(tuning: .pythagorean))
    let file = directory.url.appendingPathComponent("app.csv")
    let summary = try await HistoryExport(of: store, to: file.path, as: .app).run()
    #expect(
      summary
        == ExportSummary(
          records: RecordCounts(comparisons: 1, matchings: 1), leftOut: ["pythagorean": 1]))
    #expect(
      try String(contentsOf: file, encoding: .utf8) == """
        # peach-export-format:3
        trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,isCorrect,initialCentOffset,userCentError,tempoBPM,offsetMs,meanOffsetMs,meanOffsetMsPosition0,meanOffsetMsPosition1,meanOffsetMsPosition2,meanOffsetMsPosition3
        pitchDiscrimination,2026-11-21T10:00:00Z,60,C4,60,C4,P1,equalTemperament,-12.5,true,,,,,,,,,
        pitchMatching,2026-11-21T10:00:05Z,60,C4,54,F#3,d5,justIntonation,,,41.7,0.00001,,,,,,,
        """)
  }

  @Test("what was written is read back as it was", arguments: [ExportFormat.csv, .jsonLines])
  func roundTrip(format: ExportFormat) async throws {
    let texts = [
      "werck,3", "\"x\"", "a\nb\r\nc", " blank ", "\u{2028}é",
      "a\"\u{301}b", "\"\u{FE0F},", "\u{200D}\"", "\u{301}", "\u{600}\",\u{600},", "e\u{301}",
      ",\u{301},\u{200D}\n\u{301}\r\u{301}", "=1+1", " =1", "''", "+1", "-1", "@a", "＝1", "'a",
      "'=a", "=\u{338}1",
    ]
    // As an earlier version could store them.
    for text in texts {
      let quoted = text.replacing("'", with: "''")
      try store.execute(
        """
        INSERT INTO result (training, id, referenceNote, targetNote, centOffset, isCorrect, interval,
          tuningSystem, timestamp, strategy) VALUES ('comparison', '\(UUID().uuidString.lowercased())', 60, 48,
          -0.1234567890123, 0, 'P8-', 'scala:\(quoted)', 1763719200123, '\(quoted)')
        """)
    }
    let copy = try TrainingDataStore.inMemory()
    let summary = try await copy.take(
      try await store.exported(format, in: directory), in: directory)
    #expect(summary.faultCount == 0)
    #expect(try copy.contents == store.contents)
    let names = try store.allComparisons().map { Array($0.tuningSystem.utf8) }
    #expect(try copy.allComparisons().map { Array($0.tuningSystem.utf8) } == names)
  }

  /// What no text may hold: ESC, DEL, a C1 control, what turns the direction of writing, ends of lines.
  private static let invisible = "\u{1B}\u{7F}\u{9B}\u{202E}\u{2066}\u{200F}\u{2028}\u{2029}\u{85}"

  @Test(
    "no export has a control character, whatever older rows hold",
    arguments: [ExportFormat.csv, .jsonLines, .app])
  func controls(format: ExportFormat) async throws {
    let text = "a" + Self.invisible + "b"
    try store.execute(
      """
      INSERT INTO result (training, id, referenceNote, targetNote, centOffset, isCorrect, interval,
        tuningSystem, timestamp, soundSource, strategy, accompaniment)
      VALUES ('comparison', '\(UUID().uuidString.lowercased())', 60, 60, 1, 0, 'P1', '\(text)', 1763719200123,
        '\(text)', '\(text)', '\(text)')
      """)
    let file = try await store.exported(format, in: directory)
    let controls = file.unicodeScalars.filter {
      $0 != "\n"
        && ($0.properties.generalCategory == .control
          || Self.invisible.unicodeScalars.contains($0))
    }
    #expect(controls.isEmpty)
    guard format != .app else { return }
    let other = try TrainingDataStore.inMemory()
    let summary = try await other.take(file, in: directory)
    #expect(summary.faultCount == 0 && summary.comparison.new == 2)
    // A tuning that no Peach knows is a scale that is not there.
    let tunings = try other.allComparisons().map(\.tuningSystem)
    #expect(tunings.contains("scala:a_________b"))
  }

  @Test("no text of an export is a formula for a spreadsheet")
  func formulas() async throws {
    for text in ["=1+1", "+1", "-1", "@a", " =1", "＝1", "=\u{338}1"] {
      try store.save(makeComparison(context: makeContext(soundSource: text)))
    }
    let file = try await store.exported(.csv, in: directory)
    for line in file.split(separator: "\n").dropFirst(3).dropLast() {
      #expect(line.contains(",'") || line.contains(",\"'"))
    }
  }

  @Test(
    "decimals have a point and no exponent, and read as the same number",
    arguments: [
      0, -0.0, 1, -12.5, 1e-5, -1.5e-7, 123456.789, 3e-300, 1200, -1200, 0.1 + 0.2, 1e16, 1.25e20,
    ])
  func decimals(number: Double) {
    let text = PlainDecimal.text(number)
    #expect(Double(text) == number)
    #expect(text.contains(".") && !text.contains("e"))
    #expect(text.last != "." && text.first != ".")
  }

  @Test("a file that is there is replaced only where that is asked for")
  func existing() async throws {
    let file = directory.url.appendingPathComponent("mine.csv")
    try Data("mine".utf8).write(to: file)
    var export = HistoryExport(of: store, to: file.path, as: .csv)
    let careful = export
    await #expect(throws: ExchangeFault.exists(path: file.path)) { try await careful.run() }
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    export.isReplacing = true
    _ = try await export.run()
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("# peach-jack"))
  }

  @Test(
    "the history and what belongs to it are never replaced, under no name",
    arguments: ["", "-wal", "-shm", "-journal", ".recovery.jsonl", ".recovery.damaged.jsonl"])
  func itself(part: String) async throws {
    let path = directory.database.path + part
    let link = directory.url.appendingPathComponent("link.csv")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "training.sqlite" + part)
    let roundabout = directory.url.path + "/../\(directory.url.lastPathComponent)/training.sqlite"
    for name in [path, link.path, roundabout + part] {
      var export = HistoryExport(of: store, to: name, as: .csv)
      for isReplacing in [false, true] {
        export.isReplacing = isReplacing
        let work = export
        await #expect(throws: ExchangeFault.isHistory(path: name)) { try await work.run() }
      }
    }
    #expect(try store.recordCounts().total == 2)
  }

  @Test("a link stays a link, and the file that it points to is replaced, for this user alone")
  func link() async throws {
    let file = directory.url.appendingPathComponent("mine.csv")
    let link = directory.url.appendingPathComponent("link.csv")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "mine.csv")
    _ = try await HistoryExport(of: store, to: link.path, as: .csv).run()
    chmod(file.path, 0o644)
    try store.save(makeComparison())
    var export = HistoryExport(of: store, to: link.path, as: .csv)
    export.isReplacing = true
    _ = try await export.run()
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "mine.csv")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count == 5)
    #expect(directory.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("a cancelled export leaves nothing behind")
  func cancelled() async throws {
    for _ in 0..<2000 { try store.save(makeComparison()) }
    let before = directory.names
    let file = directory.url.appendingPathComponent("out.csv")
    let export = HistoryExport(of: store, to: file.path, as: .csv)
    await #expect(throws: CancellationError.self) {
      try await export.run { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    #expect(directory.names == before)
  }
}

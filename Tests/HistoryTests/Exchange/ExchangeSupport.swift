import Foundation
import GRDB
import Music
import Testing
import Training

@testable import History

/// What a file or a history says, without what does not matter: the order of equal times.
struct Contents: Hashable {
  let results: Set<RecordedResult>
  let runs: Set<RunRecord>
}

extension TrainingDataStore {
  var contents: Contents {
    get throws {
      try read { database in
        var runs: Set<RunRecord> = []
        try RunRecord.forEach(database) { runs.insert($0) }
        return Contents(results: Set(try wholeResults(database)), runs: runs)
      }
    }
  }

  /// Every record with everything in it, withdrawn ones included.
  func wholeResults() throws -> [RecordedResult] { try read { try wholeResults($0) } }

  private func wholeResults(_ database: Database) throws -> [RecordedResult] {
    var all: [RecordedResult] = []
    var pages = try ResultPages(database)
    while !pages.isAtEnd { all += try pages.next(database) }
    return all
  }

  func take(_ text: String, in directory: TemporaryDirectory) async throws -> ImportSummary {
    let file = directory.url.appendingPathComponent("in-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    return try await HistoryImport(file.path, into: self).run()
  }

  func exported(_ format: ExportFormat, in directory: TemporaryDirectory) async throws -> String {
    let file = directory.url.appendingPathComponent("out-\(UUID().uuidString)")
    _ = try await HistoryExport(of: self, to: file.path, as: format).run()
    return try String(contentsOf: file, encoding: .utf8)
  }
}

/// Histories that like to say the same: a few times, notes and values, so that equal contents come
/// often.
struct RandomHistory {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func comparison() -> CompletedTrial {
    let fraction = Double(number(0...2)) / 4
    let offset = Cents([-12.5, 3].randomElement(using: &random) ?? 3)
    var context = TrialContext()
    if number(0...1) == 1 { context.soundSource = ["sine", "piano"].randomElement(using: &random) }
    if number(0...1) == 1 { context.responseTime = Double(number(0...3)) / 4 }
    return makeComparison(
      id: UUID.random(using: &random), centOffset: offset,
      answeredHigher: true, at: moment.addingTimeInterval(fraction), context: context)
  }

  mutating func matching() -> CompletedTrial {
    makePitchMatching(
      id: UUID.random(using: &random), interval: DirectedInterval(.tritone, .down),
      tuning: .justIntonation, at: moment.addingTimeInterval(0.75))
  }

  private var moment: Date {
    mutating get {
      Date(timeIntervalSince1970: 1_795_255_200 + Double(Int.random(in: 0..<2, using: &random)))
    }
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
}

extension UUID {
  static func random(using random: inout some RandomNumberGenerator) -> UUID {
    var bytes = withUnsafeBytes(of: (random.next() as UInt64, random.next() as UInt64)) {
      $0.loadUnaligned(as: uuid_t.self)
    }
    // Version 4, as those that Foundation makes.
    bytes.6 = bytes.6 & 0x0F | 0x40
    return UUID(uuid: bytes)
  }
}

/// The app's file of version 3 with those rows.
func appFile(_ rows: String...) -> String {
  (["# peach-export-format:3", AppTable.header] + rows).joined(separator: "\n")
}

/// A row of the app's for the notes C4 and C4.
func appRow(
  _ training: String = "pitchDiscrimination", at time: String = "2026-11-21T10:00:00Z",
  values: String = "-12.5,true,,"
) -> String {
  "\(training),\(time),60,C4,60,C4,P1,equalTemperament,\(values),,,,,,,"
}

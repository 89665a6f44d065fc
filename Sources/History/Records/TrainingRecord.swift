import Foundation
internal import GRDB
import Music
import Training

/// A result as the database stores it, in a table whose columns have the names of its fields.
protocol TrainingRecord: Hashable, Sendable, Identifiable, PersistableRecord {
  /// Stays with the record for as long as it exists.
  var id: UUID { get set }
  var referenceNote: MIDINote { get set }

  /// The reference note transposed by the interval.
  var targetNote: MIDINote { get set }
  var interval: DirectedInterval { get set }

  /// The tuning system's identifier. It may name one that this machine does not know, such as a
  /// Scala scale whose file is gone; the record is complete nevertheless.
  var tuningSystem: String { get set }

  /// When the result came in; whole milliseconds.
  var timestamp: Date { get set }

  var context: TrialContext { get set }

  /// Whether the user has taken the answer back. Such a record counts nowhere; it is kept so that no
  /// merge brings it back.
  var isWithdrawn: Bool { get set }

  /// The fields of version 1, with the result.
  static var resultFields: [RecordField<Self>] { get }

  /// All of them.
  static var fields: [RecordField<Self>] { get }

  /// The names of the columns that hold the training's own result.
  static var resultColumns: (first: String, second: String) { get }

  /// A record whose fields are still to be set.
  static var blank: Self { get }

  var result: RecordedResult { get }

  /// Throws ``UnreadableRow`` for a row that is no record.
  init(_ row: RecordRow<Self>) throws(UnreadableRow)
}

extension TrainingName {
  /// The trainings that have records of their own.
  static let recorded: [TrainingName] = [.comparison, .matching]

  var record: any TrainingRecord.Type {
    switch self {
    case .comparison: ComparisonRecord.self
    case .matching: PitchMatchingRecord.self
    }
  }

  /// The name of the training's table in the database.
  var table: String { record.databaseTableName }

  /// Deletes every record of every training.
  static func deleteRecords(_ database: Database) throws {
    for training in recorded { try database.execute(sql: "DELETE FROM \(training.table)") }
  }
}

extension TrainingRecord {
  /// Throws ``UnreadableRow`` if the row of that number is no record.
  static func check(_ sequence: DatabaseValue, _ database: Database) throws {
    try RecordRow<Self>.check(sequence, database)
  }

  /// The last record that names a run, whether it was taken back or not.
  static func last(_ database: Database) throws -> RecordedResult? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT \(RecordColumn.selection(for: Self.self, .whole)) FROM \(databaseTableName)
        WHERE run IS NOT NULL ORDER BY timestamp DESC, sequence DESC LIMIT 1
        """)
    return try row.map { try RecordRow<Self>(row: $0).record(.whole).result }
  }
}

/// A record of either training, for code that treats both alike.
public enum RecordedResult: Hashable, Sendable, Identifiable {
  case comparison(ComparisonRecord)
  case matching(PitchMatchingRecord)

  init(_ result: TrainingResult) {
    switch result {
    case .comparison(let completed): self = .comparison(ComparisonRecord(completed))
    case .matching(let completed): self = .matching(PitchMatchingRecord(completed))
    }
  }

  /// The record, without the members that only its training has.
  var record: any TrainingRecord {
    switch self {
    case .comparison(let record): record
    case .matching(let record): record
    }
  }

  public var id: UUID { record.id }

  public var timestamp: Date { record.timestamp }

  public var isWithdrawn: Bool { record.isWithdrawn }

  public var interval: DirectedInterval { record.interval }

  /// Marks it as taken back.
  mutating func withdraw() {
    var record = self.record
    record.isWithdrawn = true
    self = record.result
  }

  public var training: TrainingName {
    switch self {
    case .comparison: .comparison
    case .matching: .matching
    }
  }
}

/// What a record may hold, as the database checks it.
enum RecordLimits {
  /// Offsets and errors reach an octave either way. That is far more than any training asks for, so
  /// anything beyond it is damage.
  static let cents: ClosedRange<Double> = -1200...1200

  /// 1970 to the end of the year 9999, which every date format can write.
  static let milliseconds: ClosedRange<Int64> = 0...253_402_300_799_999

  /// The note at that interval, or `nil` if there is none.
  static func target(of reference: MIDINote, at interval: DirectedInterval) -> MIDINote? {
    MIDINote(exactly: reference.rawValue + interval.semitones)
  }

  static func areValid(cents: Cents..., tuningSystem: String, timestamp: Date) -> Bool {
    cents.allSatisfy { Self.cents.contains($0.rawValue) } && !tuningSystem.isEmpty
      && milliseconds.contains(timestamp.millisecondsSince1970)
  }
}

extension Date {
  /// The nearest whole millisecond since 1970, UTC; out of every range for a date that has none.
  var millisecondsSince1970: Int64 {
    Int64(exactly: (timeIntervalSince1970 * 1000).rounded()) ?? .max
  }

  init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

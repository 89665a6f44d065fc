import Foundation
import Music
internal import CLibUUID
internal import GRDB

/// What a record says, without its id: two records of one content are two results that no one can
/// tell apart.
struct RecordContent: Hashable, Sendable {
  enum Training: Int, CaseIterable, Sendable { case comparison, matching }

  var training: Training
  var referenceNote: Int
  var interval: String
  var tuningSystem: String

  /// A comparison's offset, a pitch matching's initial offset.
  var firstResult: Double

  /// A comparison's `isCorrect` as 1 or 0, a pitch matching's error.
  var secondResult: Double
  var milliseconds: Int64

  /// Everything in one line, always written the same way: ids are made from it, and of two contents
  /// the one whose line sorts first is the same on every machine.
  var canonicalText: String {
    "\(training) \(milliseconds) \(referenceNote) \(interval) \(firstResult) \(secondResult) "
      + tuningSystem
  }

  /// Whether the time has no fraction of a second. Such a time may have been cut to the second, as the
  /// app does, so it stands for any time within it.
  var isWholeSecond: Bool { milliseconds.isMultiple(of: 1000) }

  var second: Int64 { milliseconds / 1000 }
}

extension RecordContent {
  init(_ result: RecordedResult) {
    switch result {
    case .comparison(let record):
      self.init(
        record, .comparison, record.centOffset.rawValue, record.isCorrect ? 1 : 0)
    case .matching(let record):
      self.init(
        record, .matching, record.initialCentOffset.rawValue, record.userCentError.rawValue)
    }
  }

  private init(
    _ record: some TrainingRecord, _ training: Training, _ first: Double, _ second: Double
  ) {
    self.init(
      training: training, referenceNote: record.referenceNote.rawValue,
      interval: record.interval.description, tuningSystem: record.tuningSystem,
      // SQLite keeps no negative zero.
      firstResult: first + 0, secondResult: second + 0,
      milliseconds: record.timestamp.millisecondsSince1970)
  }
}

extension RecordContent {
  /// The columns of staged rows that make up a content, in the order in which ``init(_:)`` and
  /// ``canonicalTextFunction`` take them.
  static let columns = [
    "training", "referenceNote", "interval", "tuningSystem", "firstResult", "secondResult",
    "timestamp",
  ]

  /// Reads values in the order of ``columns``; `nil` for what no record holds.
  init?(_ values: [DatabaseValue]) {
    guard let number = Int.fromDatabaseValue(values[0]), let training = Training(rawValue: number),
      let referenceNote = Int.fromDatabaseValue(values[1]),
      let interval = String.fromDatabaseValue(values[2]),
      let tuningSystem = String.fromDatabaseValue(values[3]),
      let firstResult = Double.fromDatabaseValue(values[4]),
      let secondResult = Double.fromDatabaseValue(values[5]),
      let milliseconds = Int64.fromDatabaseValue(values[6])
    else { return nil }
    self.init(
      training: training, referenceNote: referenceNote, interval: interval,
      tuningSystem: tuningSystem, firstResult: firstResult, secondResult: secondResult,
      milliseconds: milliseconds)
  }

  /// ``canonicalText`` in SQL.
  static let canonicalTextFunction = DatabaseFunction(
    "canonicalText", argumentCount: columns.count, pure: true
  ) { RecordContent($0)?.canonicalText }
}

extension RecordContent.Training {
  /// The training's table.
  var table: String {
    switch self {
    case .comparison: ComparisonRecord.databaseTableName
    case .matching: PitchMatchingRecord.databaseTableName
    }
  }

  /// The columns of that table that hold what came of the challenge.
  var resultColumns: (first: String, second: String) {
    switch self {
    case .comparison: ComparisonRecord.resultColumns
    case .matching: PitchMatchingRecord.resultColumns
    }
  }

  /// The history's rows of this training in the shape of staged ones.
  var storedRows: String {
    """
    SELECT \(rawValue) AS training, referenceNote, interval, tuningSystem,
      \(resultColumns.first) AS firstResult, \(resultColumns.second) AS secondResult, timestamp,
      id, sequence
    FROM main.\(table)
    """
  }
}

/// The ids of results that came without one.
///
/// An id follows from what the result says and from its number among the results that say the same, so
/// that two machines which take in one file give its results the same ids.
enum ImportedID {
  /// Peach's own namespace for the names of RFC 9562, section 5.5.
  private static let namespace: uuid_t = (
    0x8C, 0x3A, 0x5E, 0x1D, 0x0B, 0x7F, 0x4E, 0x62, 0x9A, 0x47, 0x2E, 0xD6, 0x13, 0xC5, 0x90, 0xFB
  )

  /// The id of the result number `ordinal`, from 1, of that content: a version 5 UUID.
  static func id(of content: RecordContent, ordinal: Int) -> UUID {
    var name = "\(ordinal) \(content.canonicalText)"
    var id: uuid_t = zero
    name.withUTF8 { name in
      withUnsafeBytes(of: namespace) { namespace in
        withUnsafeMutableBytes(of: &id) { id in
          uuid_generate_sha1(
            id.assumingMemoryBound(to: UInt8.self).baseAddress,
            namespace.assumingMemoryBound(to: UInt8.self).baseAddress,
            name.baseAddress, name.count)
        }
      }
    }
    return UUID(uuid: id)
  }

  /// Whether an id may be one of these: every version 5 UUID might.
  static func isPossible(_ id: UUID) -> Bool { id.uuid.6 >> 4 == 5 }

  private static let zero: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}

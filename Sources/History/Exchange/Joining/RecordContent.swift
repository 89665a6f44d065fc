internal import CLibUUID
import Foundation
internal import GRDB
import Music
import Training

/// What a record says, without its id: two records with the same content are two results that no
/// one can tell apart.
///
/// Ids are made from it, so it never changes: a later field of the records is no part of it.
struct RecordContent: Hashable, Sendable {
  var training: TrainingName
  var referenceNote: Int
  var interval: String
  var tuningSystem: String

  /// The training's own values: a comparison's offset and `isCorrect` as 1 or 0, a pitch matching's
  /// initial offset and error.
  var results: [Double]
  var milliseconds: Int64

  /// Everything in one line, always written the same way. Ids are made from it, and of two contents
  /// the one whose line sorts first is the same on every machine.
  var canonicalText: String {
    "\(training.rawValue) \(milliseconds) \(referenceNote) \(interval) "
      + results.map { "\($0) " }.joined() + tuningSystem
  }

  var second: Int64 { milliseconds / 1000 }
}

/// A spreadsheet keeps 15 digits of a number, so what it has saved differs a little from what it has read.
extension RecordContent {
  /// In cents; nobody hears a difference a thousand times as large.
  private static let tolerance = 1e-6

  /// Of the larger number.
  private static let relativeTolerance = 1e-9

  private static func areEqual(_ one: Double, _ two: Double) -> Bool {
    abs(one - two) <= max(tolerance, relativeTolerance * max(abs(one), abs(two)))
  }

  private func agrees(with other: RecordContent) -> Bool {
    training == other.training && second == other.second && referenceNote == other.referenceNote
      && interval == other.interval && tuningSystem == other.tuningSystem
  }

  /// Whether both say the same within the same second.
  func isSame(as other: RecordContent) -> Bool {
    agrees(with: other) && results.count == other.results.count
      && zip(results, other.results).allSatisfy { Self.areEqual($0, $1) }
  }

  /// Whether contents that are the same as this one may follow on `other` in the order of the first result.
  func mayFollow(on other: RecordContent) -> Bool {
    guard agrees(with: other), let own = results.first, let next = other.results.first else {
      return false
    }
    return Self.areEqual(own, next)
  }

  /// Whether two tables' rows say the same, in SQL.
  ///
  /// - Parameter exactly: whether results have to be equal to the last digit.
  static func areSame(_ one: String, _ two: String, exactly: Bool) -> String {
    (["training"] + sharedColumns).map { "\(one).\($0) IS \(two).\($0)" }
      .joined(separator: " AND ")
      + resultColumns.map { column in
        let (one, two) = ("\(one).\(column)", "\(two).\(column)")
        guard !exactly else { return " AND \(one) IS \(two)" }
        let largest = "max(abs(\(one)), abs(\(two)))"
        return " AND (\(one) IS \(two) OR ifnull(abs(\(one) - \(two))"
          + " <= max(\(tolerance), \(relativeTolerance) * \(largest)), 0))"
      }.joined()
  }
}

extension RecordContent {
  private static let sharedColumns = [
    "timestamp", "referenceNote", "interval", "tuningSystem",
  ]

  private static let resultColumns = RecordedResult.types.reduce(into: [String]()) {
    columns, type in
    columns += type.contentColumns.filter { !columns.contains($0) }
  }

  /// How many of them each training has.
  private static let resultCounts = Dictionary(
    uniqueKeysWithValues: RecordedResult.types.map { ($0.training, $0.contentColumns.count) })

  /// The columns of staged rows that make up a content, in the order in which ``init(_:)`` and
  /// ``canonicalTextFunction`` take them.
  static let columns = ["training"] + sharedColumns + resultColumns

  /// The columns of the table of a type that make up a content.
  static func columns(of type: any TrainingRecord.Type) -> [String] {
    sharedColumns + type.contentColumns
  }

  /// Reads values in the order of ``columns``; `nil` for what no record holds.
  init?(_ values: [DatabaseValue]) {
    guard let name = String(columnValue: values[0]),
      let training = TrainingName(rawValue: name),
      let time = Date(columnValue: values[1]),
      let referenceNote = MIDINote(columnValue: values[2]),
      let interval = DirectedInterval(columnValue: values[3]),
      let tuningSystem = String(columnValue: values[4])
    else { return nil }
    let results = values[5..<Self.columns.count].compactMap { Cents(columnValue: $0)?.rawValue }
    guard results.count == Self.resultCounts[training] else { return nil }
    self.init(
      training: training, referenceNote: referenceNote.rawValue, interval: interval.description,
      tuningSystem: tuningSystem, results: results, milliseconds: time.millisecondsSince1970)
  }

  /// ``canonicalText`` in SQL.
  static let canonicalTextFunction = DatabaseFunction(
    "canonicalText", argumentCount: columns.count, pure: true
  ) { RecordContent($0)?.canonicalText }

  /// The history's rows of a type in the shape of staged ones, with their ids and sequences.
  static func storedRows(of type: any TrainingRecord.Type) -> String {
    let own = type.contentColumns
    let results = resultColumns.map { own.contains($0) ? $0 : "NULL AS \($0)" }
    let columns = ["'\(type.training.rawValue)' AS training"] + sharedColumns + results
    return
      "SELECT \(columns.joined(separator: ", ")), id, sequence FROM main.\(type.databaseTableName)"
  }
}

/// The ids of results that came without one.
///
/// An id follows from what the result says and from its number among the results that say the same,
/// so two machines that import one file give its results the same ids.
enum ImportedID {
  /// Peach's own namespace for the names of RFC 9562, section 5.5.
  private static let namespace: uuid_t = (
    0x8C, 0x3A, 0x5E, 0x1D, 0x0B, 0x7F, 0x4E, 0x62, 0x9A, 0x47, 0x2E, 0xD6, 0x13, 0xC5, 0x90, 0xFB
  )

  /// The id of the result number `ordinal`, from 1, of that content: a version 5 UUID.
  static func id(of content: RecordContent, ordinal: Int) -> UUID {
    UUID(of: "\(ordinal) \(content.canonicalText)", in: namespace)
  }

  /// Whether an id may be one of these: every version 5 UUID might.
  static func isPossible(_ id: UUID) -> Bool { id.uuid.6 >> 4 == 5 }
}

extension UUID {
  /// The id of a name: always the same for the same name, and another for another (version 5 of RFC 9562).
  init(of name: String, in namespace: uuid_t) {
    var name = name
    var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
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
    self.init(uuid: id)
  }
}

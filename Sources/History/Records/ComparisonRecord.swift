import Foundation
import Music
import Training
internal import GRDB

/// A comparison that was answered, as it stands in the database.
public struct ComparisonRecord: TrainingRecord {
  public let id: UUID
  public let referenceNote: MIDINote
  public let targetNote: MIDINote

  /// How far the second note was from the true interval; positive is higher.
  public let centOffset: Cents
  public let isCorrect: Bool
  public let interval: DirectedInterval
  public let tuningSystem: String
  public let timestamp: Date

  /// The record of a result that has just come in.
  public init(_ completed: CompletedComparison) {
    id = completed.id
    referenceNote = completed.comparison.referenceNote
    targetNote = completed.comparison.targetNote
    centOffset = completed.comparison.centOffset
    isCorrect = completed.isCorrect
    interval = completed.comparison.interval
    tuningSystem = completed.tuningSystem.identifier
    timestamp = completed.timestamp
  }

  /// A record from elsewhere, such as an exported file.
  ///
  /// `nil` where the database would refuse it: the transposed note lies outside 0…127, the offset
  /// is not within ±1200 cents, the tuning has no name, or the time is before 1970 or after 9999.
  public init?(
    id: UUID, referenceNote: MIDINote, centOffset: Cents, isCorrect: Bool,
    interval: DirectedInterval, tuningSystem: String, timestamp: Date
  ) {
    guard let target = RecordLimits.target(of: referenceNote, at: interval),
      RecordLimits.areValid(cents: centOffset, tuningSystem: tuningSystem, timestamp: timestamp)
    else { return nil }
    self.id = id
    self.referenceNote = referenceNote
    self.targetNote = target
    self.centOffset = centOffset
    self.isCorrect = isCorrect
    self.interval = interval
    self.tuningSystem = tuningSystem
    self.timestamp = Date(millisecondsSince1970: timestamp.millisecondsSince1970)
  }
}

extension ComparisonRecord: StoredRecord {
  static let databaseTableName = "comparisonRecord"

  static let resultColumns = (first: "centOffset", second: "isCorrect")

  init(_ row: RecordRow) throws(UnreadableRecord) {
    self = try row.checked(
      ComparisonRecord(
        id: row.id(), referenceNote: row.note(.referenceNote), centOffset: row.cents(.firstResult),
        isCorrect: row.value(.secondResult), interval: row.interval(),
        tuningSystem: row.value(.tuningSystem), timestamp: row.timestamp()))
  }

  func encode(to container: inout PersistenceContainer) throws {
    container["id"] = id.uuidString.lowercased()
    container["referenceNote"] = referenceNote.rawValue
    container["targetNote"] = targetNote.rawValue
    container["centOffset"] = centOffset.rawValue
    container["isCorrect"] = isCorrect
    container["interval"] = interval.description
    container["tuningSystem"] = tuningSystem
    container["timestamp"] = timestamp.millisecondsSince1970
  }
}

extension CompletedComparison {
  /// What came of the comparison, from its record.
  ///
  /// Which answer was given is not stored: it follows from the offset's sign and from whether the
  /// answer was right. `nil` where this machine does not know the record's tuning system; the
  /// statistics need none and read the record itself.
  public init?(_ record: ComparisonRecord) {
    guard let tuningSystem = TuningSystem(identifier: record.tuningSystem) else { return nil }
    let comparison = Comparison(
      referenceNote: record.referenceNote, interval: record.interval,
      centOffset: record.centOffset)
    self.init(
      id: record.id, comparison: comparison,
      answeredHigher: record.isCorrect == comparison.isTargetHigher, tuningSystem: tuningSystem,
      timestamp: record.timestamp)
  }
}

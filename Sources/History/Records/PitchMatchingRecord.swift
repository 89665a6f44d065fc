import Foundation
import Music
import Training
internal import GRDB

/// A pitch matching that was committed, as it stands in the database.
public struct PitchMatchingRecord: TrainingRecord {
  public let id: UUID
  public let referenceNote: MIDINote
  public let targetNote: MIDINote

  /// Where the tunable note started, from the target.
  public let initialCentOffset: Cents

  /// How far the committed pitch was from the target; positive is sharp.
  public let userCentError: Cents
  public let interval: DirectedInterval
  public let tuningSystem: String
  public let timestamp: Date

  /// The record of a result that has just come in.
  public init(_ completed: CompletedPitchMatching) {
    id = completed.id
    referenceNote = completed.challenge.referenceNote
    targetNote = completed.challenge.targetNote
    initialCentOffset = completed.challenge.initialCentOffset
    userCentError = completed.userCentError
    interval = completed.challenge.interval
    tuningSystem = completed.tuningSystem.identifier
    timestamp = completed.timestamp
  }

  /// A record from elsewhere, such as an exported file.
  ///
  /// `nil` where the database would refuse it: the transposed note lies outside 0…127, offset or
  /// error is not within ±1200 cents, the tuning has no name, or the time is before 1970 or after
  /// 9999.
  public init?(
    id: UUID, referenceNote: MIDINote, initialCentOffset: Cents, userCentError: Cents,
    interval: DirectedInterval, tuningSystem: String, timestamp: Date
  ) {
    guard let target = RecordLimits.target(of: referenceNote, at: interval),
      RecordLimits.areValid(
        cents: initialCentOffset, userCentError, tuningSystem: tuningSystem, timestamp: timestamp)
    else { return nil }
    self.id = id
    self.referenceNote = referenceNote
    self.targetNote = target
    self.initialCentOffset = initialCentOffset
    self.userCentError = userCentError
    self.interval = interval
    self.tuningSystem = tuningSystem
    self.timestamp = Date(millisecondsSince1970: timestamp.millisecondsSince1970)
  }
}

extension PitchMatchingRecord: StoredRecord {
  static let databaseTableName = "pitchMatchingRecord"

  static let resultColumns = (first: "initialCentOffset", second: "userCentError")

  init(_ row: RecordRow) throws(UnreadableRecord) {
    self = try row.checked(
      PitchMatchingRecord(
        id: row.id(), referenceNote: row.note(.referenceNote),
        initialCentOffset: row.cents(.firstResult), userCentError: row.cents(.secondResult),
        interval: row.interval(), tuningSystem: row.value(.tuningSystem),
        timestamp: row.timestamp()))
  }

  func encode(to container: inout PersistenceContainer) throws {
    container["id"] = id.uuidString.lowercased()
    container["referenceNote"] = referenceNote.rawValue
    container["targetNote"] = targetNote.rawValue
    container["initialCentOffset"] = initialCentOffset.rawValue
    container["userCentError"] = userCentError.rawValue
    container["interval"] = interval.description
    container["tuningSystem"] = tuningSystem
    container["timestamp"] = timestamp.millisecondsSince1970
  }
}

extension CompletedPitchMatching {
  /// What came of the pitch matching, from its record.
  ///
  /// `nil` where this machine does not know the record's tuning system; the statistics need none
  /// and read the record itself.
  public init?(_ record: PitchMatchingRecord) {
    guard let tuningSystem = TuningSystem(identifier: record.tuningSystem) else { return nil }
    self.init(
      id: record.id,
      challenge: PitchMatchingChallenge(
        referenceNote: record.referenceNote, interval: record.interval,
        initialCentOffset: record.initialCentOffset),
      userCentError: record.userCentError, tuningSystem: tuningSystem,
      timestamp: record.timestamp)
  }
}

internal import GRDB

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

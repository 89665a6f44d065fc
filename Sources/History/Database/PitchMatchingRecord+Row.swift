internal import GRDB

extension PitchMatchingRecord: StoredRecord {
  static let databaseTableName = "pitchMatchingRecord"

  init(row: Row) throws {
    let row = RecordRow(row: row, table: Self.databaseTableName)
    self = try row.checked(
      PitchMatchingRecord(
        id: row.id(), referenceNote: row.note("referenceNote"),
        initialCentOffset: row.cents("initialCentOffset"),
        userCentError: row.cents("userCentError"), interval: row.interval(),
        tuningSystem: row.value("tuningSystem"), timestamp: row.timestamp()))
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

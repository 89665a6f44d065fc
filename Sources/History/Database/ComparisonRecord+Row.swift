internal import GRDB

extension ComparisonRecord: StoredRecord {
  static let databaseTableName = "comparisonRecord"

  init(row: Row) throws {
    let row = RecordRow(row: row, table: Self.databaseTableName)
    self = try row.checked(
      ComparisonRecord(
        id: row.id(), referenceNote: row.note("referenceNote"),
        centOffset: row.cents("centOffset"), isCorrect: row.value("isCorrect"),
        interval: row.interval(), tuningSystem: row.value("tuningSystem"),
        timestamp: row.timestamp()))
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

internal import GRDB

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

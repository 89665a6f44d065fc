import Foundation
import GRDB
import Music
import Testing
import Training

@testable import History

@Suite("Records of a training that the first tables and the app do not have")
struct LaterRecordTests {
  private let result = RecordedResult(LaterRecord())

  @Test("the app's table has no row for it")
  func app() {
    #expect(AppTable.text(of: result) == nil)
    #expect(AppTable.text(of: RecordedResult(ComparisonRecord(makeComparison()))) != nil)
  }

  @Test("a row of a table has only the columns that it shares with the other trainings")
  func row() {
    let places = Dictionary(
      uniqueKeysWithValues: RecordTable.names.enumerated().map { ($1, $0) })
    let fields = RecordTable.text(of: result).split(
      separator: ",", omittingEmptySubsequences: false
    ).map { String($0) }
    let row = TableRow(places: places, fields: fields, allowsDecimalComma: false)
    #expect(fields.count == RecordTable.names.count)
    #expect(row["referenceNote"] == "60" && row["isCorrect"] == "true")
    #expect(row["centOffset"].isEmpty && row["userCentError"].isEmpty)
  }

  @Test("a line of JSON has its fields in order")
  func line() {
    let line = RecordLine.text(of: result)
    #expect(line.hasPrefix(#"{"training":"comparison","id":"#))
    #expect(line.hasSuffix(#","tuningSystem":"equal","isCorrect":true,"later":7}"#))
  }

  @Test("results are equal if their records are")
  func equality() {
    let record = LaterRecord()
    #expect(RecordedResult(record) == RecordedResult(record))
    #expect(RecordedResult(record) != RecordedResult(LaterRecord()))
    #expect(RecordedResult(record).content(as: LaterRecord.self) == record)
    #expect(RecordedResult(record).content(as: ComparisonRecord.self) == nil)
  }
}

/// It has a field of its own, and one that comparisons have, too.
private struct LaterRecord: TrainingRecord {
  var head = RecordHead(
    id: UUID(), referenceNote: MIDINote(60), targetNote: MIDINote(60), interval: .prime,
    tuningSystem: "equal", timestamp: Date(timeIntervalSince1970: 1_700_000_000))
  var isCorrect = true
  var later = Cents(7)

  static let databaseTableName = "laterRecord"
  static let training = TrainingName.comparison
  static let ownFields: [RecordField<Self>] = [
    RecordField("isCorrect", .flag, { $0.isCorrect }, { $0.isCorrect = $1 }),
    RecordField("later", .cents, { $0.later }, { $0.later = $1 }),
  ]
  static let contextFields: [RecordField<Self>] = RecordField.context
  static let fields = allFields
  static let tableFields = SharedColumn.fields(of: LaterRecord.self)
  static let blank = LaterRecord()

  init() {}

  init(_ row: RecordRow<Self>) throws(UnreadableRow) {
    head = try row.head()
    isCorrect = try row.result(0)
    later = try row.result(1)
  }

  func add(to replay: inout HearingReplay) {}
}

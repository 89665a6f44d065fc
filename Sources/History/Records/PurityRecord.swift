internal import GRDB
import Music
import Training

/// An answer to which of two was in tune as the database stores it.
public struct PurityRecord: HeadedRecord {
  public internal(set) var head: RecordHead

  /// How far the note was from the true interval in the one that was off; positive is higher.
  public internal(set) var centOffset: Cents
  public internal(set) var isCorrect: Bool

  /// Whether the first of the two was the true one.
  public internal(set) var isFirstTrue: Bool
}

extension PurityRecord {
  /// The record of a result that has just come in.
  init(_ completed: CompletedPurity) {
    self.init(
      head: RecordHead(completed), centOffset: completed.purity.centOffset,
      isCorrect: completed.isCorrect, isFirstTrue: completed.purity.isFirstTrue)
  }
}

extension PurityRecord: TrainingRecord {
  static let training = TrainingName.purity
  static let databaseTableName = "purityRecord"

  static let ownFields: [RecordField<Self>] = [
    RecordField("centOffset", .cents, { $0.centOffset }, { $0.centOffset = $1 }),
    RecordField("isCorrect", .flag, { $0.isCorrect }, { $0.isCorrect = $1 }),
    RecordField("isFirstTrue", .flag, { $0.isFirstTrue }, { $0.isFirstTrue = $1 }),
  ]

  static let contextFields: [RecordField<Self>] = RecordField.context
  static let fields = allFields
  static let tableFields = SharedColumn.fields(of: PurityRecord.self)

  static let blank = PurityRecord(
    head: .blank, centOffset: Cents(0), isCorrect: false, isFirstTrue: false)

  init(_ row: RecordRow<Self>) throws(UnreadableRow) {
    self.init(
      head: try row.head(), centOffset: try row.result(0), isCorrect: try row.result(1),
      isFirstTrue: try row.result(2))
  }

  static func add(
    _ row: UsualRow, _ texts: inout UsualTexts, to replay: inout HearingReplay
  ) -> Bool {
    guard let shared = row.shared(&texts), let offset = row.cents(0),
      let isCorrect = row.flag(1), row.flag(2) != nil
    else { return false }
    replay.add(
      PurityAnswer(
        note: shared.note, interval: shared.interval, centOffset: offset, isCorrect: isCorrect,
        date: shared.date))
    return true
  }

  func add(to replay: inout HearingReplay) {
    replay.add(
      PurityAnswer(
        note: referenceNote, interval: interval, centOffset: centOffset, isCorrect: isCorrect,
        date: timestamp))
  }
}

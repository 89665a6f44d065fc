internal import GRDB
import Music
import Training

/// An answered comparison as the database stores it.
public struct ComparisonRecord: HeadedRecord {
  public internal(set) var head: RecordHead

  /// How far the second note was from the true interval; positive is higher.
  public internal(set) var centOffset: Cents
  public internal(set) var isCorrect: Bool
}

extension ComparisonRecord {
  /// The record of a result that has just come in.
  init(_ completed: CompletedComparison) {
    self.init(
      head: RecordHead(completed), centOffset: completed.comparison.centOffset,
      isCorrect: completed.isCorrect)
  }

  /// A record from elsewhere; `nil` if the offset is not within ±1200 cents.
  public init?(_ head: RecordHead, centOffset: Cents, isCorrect: Bool) {
    guard RecordLimits.cents.contains(centOffset.rawValue) else { return nil }
    self.init(head: head, centOffset: centOffset, isCorrect: isCorrect)
  }

  /// The record as one of any training.
  public var result: RecordedResult { RecordedResult(self) }
}

extension ComparisonRecord: TrainingRecord {
  static let training = TrainingName.comparison
  static let databaseTableName = "comparisonRecord"

  static let ownFields: [RecordField<Self>] = [
    RecordField("centOffset", .cents, { $0.centOffset }, { $0.centOffset = $1 }),
    RecordField("isCorrect", .flag, { $0.isCorrect }, { $0.isCorrect = $1 }),
  ]

  static let contextFields: [RecordField<Self>] = RecordField.context
  static let fields = allFields
  static let tableFields = SharedColumn.fields(of: ComparisonRecord.self)
  static let isInEveryTable = true

  /// Version 1 of the app's table has the second name.
  static let appNames = ["pitchDiscrimination", "pitchComparison"]

  static let blank = ComparisonRecord(head: .blank, centOffset: Cents(0), isCorrect: false)

  init(_ row: RecordRow<Self>) throws(UnreadableRow) {
    self.init(head: try row.head(), centOffset: try row.result(0), isCorrect: try row.result(1))
  }

  static func add(
    _ row: UsualRow, _ texts: inout UsualTexts, to replay: inout HearingReplay
  ) -> Bool {
    guard let answer = answer(row, &texts) else { return false }
    replay.add(answer)
    return true
  }

  /// The answer in a row of what Peach writes; `nil` if the row is to be read in the long way.
  static func answer(_ row: UsualRow, _ texts: inout UsualTexts) -> ComparisonAnswer? {
    guard let shared = row.shared(&texts), let offset = row.cents(0),
      let isCorrect = row.flag(1), let condition = row.condition(&texts), let heard = row.heard,
      let presentation = row.presentation
    else { return nil }
    return ComparisonAnswer(
      note: shared.note, interval: shared.interval, centOffset: offset, isCorrect: isCorrect,
      date: shared.date, condition: condition, heard: heard.value, presentation: presentation)
  }

  func add(to replay: inout HearingReplay) { replay.add(answer) }

  /// What the model of hearing reads of it.
  var answer: ComparisonAnswer {
    ComparisonAnswer(
      note: referenceNote, interval: interval, centOffset: centOffset, isCorrect: isCorrect,
      date: timestamp, context: context)
  }
}

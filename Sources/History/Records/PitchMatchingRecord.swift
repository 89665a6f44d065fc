internal import GRDB
import Music
import Training

/// A committed pitch matching as the database stores it.
public struct PitchMatchingRecord: HeadedRecord {
  public internal(set) var head: RecordHead

  /// Where the tunable note started, from the target.
  public internal(set) var initialCentOffset: Cents

  /// How far the committed pitch was from the target; positive is sharp.
  public internal(set) var userCentError: Cents
}

extension PitchMatchingRecord {
  /// The record of a result that has just come in.
  init(_ completed: CompletedPitchMatching) {
    self.init(
      head: RecordHead(completed), initialCentOffset: completed.challenge.initialCentOffset,
      userCentError: completed.userCentError)
  }
}

extension PitchMatchingRecord: TrainingRecord {
  static let training = TrainingName.matching
  static let databaseTableName = "pitchMatchingRecord"

  static let ownFields: [RecordField<Self>] = [
    RecordField(
      "initialCentOffset", .cents, { $0.initialCentOffset }, { $0.initialCentOffset = $1 }),
    RecordField("userCentError", .cents, { $0.userCentError }, { $0.userCentError = $1 }),
  ]

  static let contextFields: [RecordField<Self>] = RecordField.context
  static let fields = allFields
  static let tableFields = SharedColumn.fields(of: PitchMatchingRecord.self)
  static let isInEveryTable = true

  static let appNames = ["pitchMatching"]

  static let blank = PitchMatchingRecord(
    head: .blank, initialCentOffset: Cents(0), userCentError: Cents(0))

  init(_ row: RecordRow<Self>) throws(UnreadableRow) {
    self.init(
      head: try row.head(), initialCentOffset: try row.result(0),
      userCentError: try row.result(1))
  }

  static func add(
    _ row: UsualRow, _ texts: inout UsualTexts, to replay: inout HearingReplay
  ) -> Bool {
    guard let shared = row.shared(&texts), let start = row.cents(0), let error = row.cents(1),
      let presentation = row.presentation
    else { return false }
    replay.add(
      MatchingAnswer(
        note: shared.note, interval: shared.interval, centError: error,
        initialCentOffset: start, date: shared.date, presentation: presentation))
    return true
  }

  func add(to replay: inout HearingReplay) {
    replay.add(
      MatchingAnswer(
        note: referenceNote, interval: interval, centError: userCentError,
        initialCentOffset: initialCentOffset, date: timestamp,
        presentation: context.presentation))
  }
}

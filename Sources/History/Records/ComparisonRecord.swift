import Foundation
internal import GRDB
import Music
import Training

/// An answered comparison as the database stores it.
public struct ComparisonRecord: Hashable, Sendable, Identifiable {
  public internal(set) var id: UUID
  public internal(set) var referenceNote: MIDINote
  public internal(set) var targetNote: MIDINote

  /// How far the second note was from the true interval; positive is higher.
  public internal(set) var centOffset: Cents
  public internal(set) var isCorrect: Bool
  public internal(set) var interval: DirectedInterval
  public internal(set) var tuningSystem: String
  public internal(set) var timestamp: Date
  public internal(set) var context = TrialContext()

  /// Whether the user has taken the answer back.
  public internal(set) var isWithdrawn = false

  /// The record of a result that has just come in.
  init(_ completed: CompletedComparison) {
    id = completed.id
    referenceNote = completed.comparison.referenceNote
    targetNote = completed.comparison.targetNote
    centOffset = completed.comparison.centOffset
    isCorrect = completed.isCorrect
    interval = completed.comparison.interval
    tuningSystem = completed.tuningSystem.identifier
    timestamp = completed.timestamp
    context = completed.context
  }

  /// A record from elsewhere, such as a row of the database.
  ///
  /// `nil` if the database would refuse it: the transposed note lies outside 0…127, the offset is
  /// not within ±1200 cents, the tuning has no name, or the time is before 1970 or after 9999.
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

  static let blank = ComparisonRecord()

  private init() {
    (id, referenceNote, targetNote) = (UUID(), MIDINote(0), MIDINote(0))
    (centOffset, isCorrect) = (Cents(0), false)
    (interval, tuningSystem, timestamp) = (.prime, "", .distantPast)
  }

  init(_ row: RecordRow<Self>) throws(UnreadableRow) {
    self = try row.checked(
      ComparisonRecord(
        id: row.value(.id), referenceNote: row.value(.referenceNote),
        centOffset: row.result(0), isCorrect: row.result(1),
        interval: row.value(.interval), tuningSystem: row.value(.tuningSystem),
        timestamp: row.value(.timestamp)))
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

import Foundation
internal import GRDB
import Music
import Training

/// An answer to which of two was in tune as the database stores it.
public struct PurityRecord: Hashable, Sendable, Identifiable {
  public internal(set) var id: UUID
  public internal(set) var referenceNote: MIDINote
  public internal(set) var targetNote: MIDINote

  /// How far the note was from the true interval in the one that was off; positive is higher.
  public internal(set) var centOffset: Cents
  public internal(set) var isCorrect: Bool

  /// Whether the first of the two was the true one.
  public internal(set) var isFirstTrue: Bool
  public internal(set) var interval: DirectedInterval
  public internal(set) var tuningSystem: String
  public internal(set) var timestamp: Date
  public internal(set) var context = TrialContext()

  /// Whether the user has taken the answer back.
  public internal(set) var isWithdrawn = false

  /// The record of a result that has just come in.
  init(_ completed: CompletedPurity) {
    id = completed.id
    referenceNote = completed.purity.referenceNote
    targetNote = completed.purity.targetNote
    centOffset = completed.purity.centOffset
    isCorrect = completed.isCorrect
    isFirstTrue = completed.purity.isFirstTrue
    interval = completed.purity.interval
    tuningSystem = completed.tuningSystem.identifier
    timestamp = completed.timestamp
    context = completed.context
  }

  /// A record from elsewhere, such as a row of the database.
  ///
  /// `nil` if the database would refuse it: the transposed note lies outside 0…127, the offset is
  /// not within ±1200 cents, the tuning has no name, or the time is before 1970 or after 9999.
  init?(
    id: UUID, referenceNote: MIDINote, centOffset: Cents, isCorrect: Bool, isFirstTrue: Bool,
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
    self.isFirstTrue = isFirstTrue
    self.interval = interval
    self.tuningSystem = tuningSystem
    self.timestamp = Date(millisecondsSince1970: timestamp.millisecondsSince1970)
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

  static let blank = PurityRecord()

  private init() {
    (id, referenceNote, targetNote) = (UUID(), MIDINote(0), MIDINote(0))
    (centOffset, isCorrect, isFirstTrue) = (Cents(0), false, false)
    (interval, tuningSystem, timestamp) = (.prime, "", .distantPast)
  }

  init(_ row: RecordRow<Self>) throws(UnreadableRow) {
    self = try row.checked(
      PurityRecord(
        id: row.value(.id), referenceNote: row.value(.referenceNote),
        centOffset: row.result(0), isCorrect: row.result(1), isFirstTrue: row.result(2),
        interval: row.value(.interval), tuningSystem: row.value(.tuningSystem),
        timestamp: row.value(.timestamp)))
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

import Foundation
internal import GRDB
import Music
import Training

/// A committed pitch matching as the database stores it.
public struct PitchMatchingRecord: Hashable, Sendable, Identifiable {
  public internal(set) var id: UUID
  public internal(set) var referenceNote: MIDINote
  public internal(set) var targetNote: MIDINote

  /// Where the tunable note started, from the target.
  public internal(set) var initialCentOffset: Cents

  /// How far the committed pitch was from the target; positive is sharp.
  public internal(set) var userCentError: Cents
  public internal(set) var interval: DirectedInterval
  public internal(set) var tuningSystem: String
  public internal(set) var timestamp: Date
  public internal(set) var context = TrialContext()

  /// Whether the user has taken the answer back.
  public internal(set) var isWithdrawn = false

  /// The record of a result that has just come in.
  init(_ completed: CompletedPitchMatching) {
    id = completed.id
    referenceNote = completed.challenge.referenceNote
    targetNote = completed.challenge.targetNote
    initialCentOffset = completed.challenge.initialCentOffset
    userCentError = completed.userCentError
    interval = completed.challenge.interval
    tuningSystem = completed.tuningSystem.identifier
    timestamp = completed.timestamp
    context = completed.context
  }

  /// A record from elsewhere, such as a row of the database.
  ///
  /// `nil` if the database would refuse it: the transposed note lies outside 0…127, offset or error
  /// is not within ±1200 cents, the tuning has no name, or the time is before 1970 or after 9999.
  init?(
    id: UUID, referenceNote: MIDINote, initialCentOffset: Cents, userCentError: Cents,
    interval: DirectedInterval, tuningSystem: String, timestamp: Date
  ) {
    guard let target = RecordLimits.target(of: referenceNote, at: interval),
      RecordLimits.areValid(
        cents: initialCentOffset, userCentError, tuningSystem: tuningSystem, timestamp: timestamp)
    else { return nil }
    self.id = id
    self.referenceNote = referenceNote
    self.targetNote = target
    self.initialCentOffset = initialCentOffset
    self.userCentError = userCentError
    self.interval = interval
    self.tuningSystem = tuningSystem
    self.timestamp = Date(millisecondsSince1970: timestamp.millisecondsSince1970)
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

  static let blank = PitchMatchingRecord()

  private init() {
    (id, referenceNote, targetNote) = (UUID(), MIDINote(0), MIDINote(0))
    (initialCentOffset, userCentError) = (Cents(0), Cents(0))
    (interval, tuningSystem, timestamp) = (.prime, "", .distantPast)
  }

  init(_ row: RecordRow<Self>) throws(UnreadableRow) {
    self = try row.checked(
      PitchMatchingRecord(
        id: row.value(.id), referenceNote: row.value(.referenceNote),
        initialCentOffset: row.result(0), userCentError: row.result(1),
        interval: row.value(.interval), tuningSystem: row.value(.tuningSystem),
        timestamp: row.value(.timestamp)))
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

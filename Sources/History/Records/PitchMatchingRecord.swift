import Foundation
import Music
import Training

/// A pitch matching that was committed, as it stands in the database.
public struct PitchMatchingRecord: TrainingRecord {
  public let id: UUID
  public let referenceNote: MIDINote
  public let targetNote: MIDINote

  /// Where the tunable note started, from the target.
  public let initialCentOffset: Cents

  /// How far the committed pitch was from the target; positive is sharp.
  public let userCentError: Cents
  public let interval: DirectedInterval
  public let tuningSystem: String
  public let timestamp: Date

  /// The record of a result that has just come in.
  public init(_ completed: CompletedPitchMatching) {
    id = completed.id
    referenceNote = completed.challenge.referenceNote
    targetNote = completed.challenge.targetNote
    initialCentOffset = completed.challenge.initialCentOffset
    userCentError = completed.userCentError
    interval = completed.challenge.interval
    tuningSystem = completed.tuningSystem.identifier
    timestamp = completed.timestamp
  }

  /// A record from elsewhere, such as an exported file.
  ///
  /// `nil` where the database would refuse it: the transposed note lies outside 0…127, offset or
  /// error is not within ±1200 cents, the tuning has no name, or the time is before 1970 or after
  /// 9999.
  public init?(
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

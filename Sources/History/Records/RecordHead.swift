import Foundation
import Music
import Training

/// What the records of all trainings have, whatever the result is.
public struct RecordHead: Hashable, Sendable {
  /// Stays with the record for as long as it exists.
  public internal(set) var id: UUID
  public internal(set) var referenceNote: MIDINote

  /// The reference note transposed by the interval: the note that was asked about.
  public internal(set) var targetNote: MIDINote
  public internal(set) var interval: DirectedInterval

  /// The tuning system's identifier. It may name one that this machine does not know, such as a
  /// Scala scale whose file is gone; the record is complete nevertheless.
  public internal(set) var tuningSystem: String

  /// When the result came in; whole milliseconds.
  public internal(set) var timestamp: Date

  public internal(set) var context = TrialContext()

  /// Whether the user has taken the answer back. Such a record counts nowhere; it is kept so that no
  /// merge brings it back.
  public internal(set) var isWithdrawn = false
}

extension RecordHead {
  /// That of a result that has just come in.
  init(_ completed: some CompletedTrial) {
    self.init(
      id: completed.id, referenceNote: completed.challenge.referenceNote,
      targetNote: completed.challenge.targetNote, interval: completed.challenge.interval,
      tuningSystem: completed.tuningSystem.identifier, timestamp: completed.timestamp,
      context: completed.context)
  }

  /// That of a record from elsewhere, such as a row of the database.
  ///
  /// `nil` if the database would refuse it: the transposed note lies outside 0…127, the tuning has no
  /// name, or the time is before 1970 or after 9999.
  public init?(
    id: UUID, referenceNote: MIDINote, interval: DirectedInterval, tuningSystem: String,
    timestamp: Date
  ) {
    let milliseconds = timestamp.millisecondsSince1970
    guard let target = RecordLimits.target(of: referenceNote, at: interval), !tuningSystem.isEmpty,
      RecordLimits.milliseconds.contains(milliseconds)
    else { return nil }
    self.init(
      id: id, referenceNote: referenceNote, targetNote: target, interval: interval,
      tuningSystem: tuningSystem, timestamp: Date(millisecondsSince1970: milliseconds))
  }

  /// One whose fields are still to be set.
  static let blank = RecordHead(
    id: UUID(), referenceNote: MIDINote(0), targetNote: MIDINote(0), interval: .prime,
    tuningSystem: "", timestamp: .distantPast)
}

/// A record with a ``RecordHead``, whose members are members of the record.
public protocol HeadedRecord: Hashable, Sendable, Identifiable {
  var head: RecordHead { get }

  // They are the same for all types. They are required so that each type has code of its own for them:
  // otherwise, to read one of a record of any type would copy the whole head.

  var id: UUID { get }
  var referenceNote: MIDINote { get }
  var targetNote: MIDINote { get }
  var interval: DirectedInterval { get }
  var tuningSystem: String { get }
  var timestamp: Date { get }
  var context: TrialContext { get }
  var isWithdrawn: Bool { get }
}

extension HeadedRecord {
  public var id: UUID { head.id }
  public var referenceNote: MIDINote { head.referenceNote }
  public var targetNote: MIDINote { head.targetNote }
  public var interval: DirectedInterval { head.interval }
  public var tuningSystem: String { head.tuningSystem }
  public var timestamp: Date { head.timestamp }
  public var context: TrialContext { head.context }
  public var isWithdrawn: Bool { head.isWithdrawn }
}

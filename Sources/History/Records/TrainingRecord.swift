import Foundation
import Music

/// A result as it stands in the database.
public protocol TrainingRecord: Hashable, Sendable, Identifiable where ID == UUID {
  /// Stays with the record for as long as it exists.
  var id: UUID { get }
  var referenceNote: MIDINote { get }

  /// The reference note transposed by the interval.
  var targetNote: MIDINote { get }
  var interval: DirectedInterval { get }

  /// The tuning system's identifier. It may name one that this machine does not know, such as a
  /// Scala scale whose file is gone; the record is whole nevertheless.
  var tuningSystem: String { get }

  /// When the result came in; whole milliseconds.
  var timestamp: Date { get }
}

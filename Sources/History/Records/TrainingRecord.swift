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

/// A record of either training, where both go the same way: into a file, or out of one.
public enum RecordedResult: Hashable, Sendable, Identifiable {
  case comparison(ComparisonRecord)
  case matching(PitchMatchingRecord)

  /// The record, without the result's own members.
  public var record: any TrainingRecord {
    switch self {
    case .comparison(let record): record
    case .matching(let record): record
    }
  }

  public var id: UUID {
    switch self {
    case .comparison(let record): record.id
    case .matching(let record): record.id
    }
  }

  public var timestamp: Date {
    switch self {
    case .comparison(let record): record.timestamp
    case .matching(let record): record.timestamp
    }
  }
}

/// What a record may hold, as the database checks it.
enum RecordLimits {
  /// Offsets and errors reach an octave either way: far more than any training asks, so that beyond
  /// it lies only damage.
  static let cents: ClosedRange<Double> = -1200...1200

  /// 1970 to the end of the year 9999, which every date format can write.
  static let milliseconds: ClosedRange<Int64> = 0...253_402_300_799_999

  /// The note at that interval, or `nil` where there is none.
  static func target(of reference: MIDINote, at interval: DirectedInterval) -> MIDINote? {
    MIDINote(exactly: reference.rawValue + interval.semitones)
  }

  static func areValid(cents: Cents..., tuningSystem: String, timestamp: Date) -> Bool {
    cents.allSatisfy { Self.cents.contains($0.rawValue) } && !tuningSystem.isEmpty
      && milliseconds.contains(timestamp.millisecondsSince1970)
  }
}

extension Date {
  /// The nearest whole millisecond since 1970, UTC; out of every range for a date that has none.
  var millisecondsSince1970: Int64 {
    Int64(exactly: (timeIntervalSince1970 * 1000).rounded()) ?? .max
  }

  init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

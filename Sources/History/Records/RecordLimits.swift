import Foundation
import Music

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

import Foundation

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

import Foundation
internal import GRDB
import Music
import Training

/// A record of any training, for code that treats them all alike.
public struct RecordedResult: Hashable, Sendable, Identifiable {
  /// The types of record, in the order in which tables name their columns.
  static let types: [any TrainingRecord.Type] = [
    ComparisonRecord.self,
    PitchMatchingRecord.self,
    PurityRecord.self,
    PlayingRecord.self,
  ]

  /// The record of a result that has just come in.
  init(_ result: TrainingResult) {
    switch result {
    case .comparison(let completed): record = ComparisonRecord(completed)
    case .matching(let completed): record = PitchMatchingRecord(completed)
    case .purity(let completed): record = PurityRecord(completed)
    case .playing(let completed): record = PlayingRecord(completed)
    }
  }

  private(set) var record: any TrainingRecord

  init(_ record: some TrainingRecord) { self.record = record }

  public var id: UUID { record.id }

  public var timestamp: Date { record.timestamp }

  public var isWithdrawn: Bool { record.isWithdrawn }

  public var interval: DirectedInterval { record.interval }

  public var training: TrainingName { type(of: record).training }

  /// The record, if it is of that type.
  public func content<Record>(as type: Record.Type) -> Record? { record as? Record }

  /// Marks it as taken back.
  mutating func withdraw() { record.head.isWithdrawn = true }

  public static func == (one: Self, other: Self) -> Bool {
    AnyHashable(one.record) == AnyHashable(other.record)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(record)) }
}

extension RecordedResult {
  /// The trainings that have records of their own.
  public static var trainings: [TrainingName] { types.map { $0.training } }

  /// The type whose records are that training's own; `nil` if it has none.
  static func recordType(of training: TrainingName) -> (any TrainingRecord.Type)? {
    types.first { $0.training == training }
  }

  /// Deletes every record of every training.
  static func deleteAll(_ database: Database) throws {
    for type in types { try database.execute(sql: "DELETE FROM \(type.databaseTableName)") }
  }
}

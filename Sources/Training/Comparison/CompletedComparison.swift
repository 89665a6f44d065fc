import Foundation
import Music

/// A comparison that was answered.
public nonisolated struct CompletedComparison: Hashable, Sendable, Identifiable {
  /// Stays with the record for as long as it exists.
  public let id: UUID
  public let comparison: Comparison
  public let answeredHigher: Bool
  public let tuningSystem: TuningSystem

  /// When the answer was given; whole milliseconds.
  public let timestamp: Date

  public init(
    id: UUID, comparison: Comparison, answeredHigher: Bool, tuningSystem: TuningSystem,
    timestamp: Date
  ) {
    self.id = id
    self.comparison = comparison
    self.answeredHigher = answeredHigher
    self.tuningSystem = tuningSystem
    self.timestamp = timestamp.inWholeMilliseconds
  }

  public var isCorrect: Bool { comparison.isCorrect(answeredHigher: answeredHigher) }
}

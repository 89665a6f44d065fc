import Foundation
import Music

/// A pitch matching that was committed.
public nonisolated struct CompletedPitchMatching: Hashable, Sendable, Identifiable {
  /// Stays with the record for as long as it exists.
  public let id: UUID
  public let challenge: PitchMatchingChallenge

  /// How far the committed pitch was from the target; positive is sharp.
  public let userCentError: Cents
  public let tuningSystem: TuningSystem

  /// When the pitch was committed; whole milliseconds.
  public let timestamp: Date

  public init(
    id: UUID, challenge: PitchMatchingChallenge, userCentError: Cents, tuningSystem: TuningSystem,
    timestamp: Date
  ) {
    self.id = id
    self.challenge = challenge
    self.userCentError = userCentError
    self.tuningSystem = tuningSystem
    self.timestamp = timestamp.inWholeMilliseconds
  }
}

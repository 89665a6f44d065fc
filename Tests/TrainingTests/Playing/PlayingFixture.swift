import Foundation
import Music
import TestSupport
import Testing

@testable import Training

/// A session of playing among doubles, on virtual time.
@MainActor
final class PlayingFixture {
  let player = MockNotePlayer()
  let listener = MockNoteListener()
  let settings = MockUserSettings()
  let observer = MockTrainingObserver()
  let results = MockResultObserver()
  let clock = ManualClock()
  let session: TrainingDriver

  init() {
    session = TrainingDriver.playing(
      player: player, listener: listener, settings: settings, resultObservers: [results],
      observers: [observer], clock: clock, now: { Date(timeIntervalSince1970: 1_700_000_000) },
      makeID: { UUID() }, random: SeededGenerator(seed: 1))
  }

  /// A note that was judged so far from the target.
  static func heard(_ error: Double) -> PlayedNoteOutcome {
    .judged(
      PlayedNote(
        error: error, uncertainty: 0.02, drift: 1.5, length: 0.6, settleTime: 0.2,
        level: -20, curve: [-1, 0, 1]))
  }

  /// Starts the session and lets it come to listening.
  func listen() async throws {
    session.start()
    try await waitForState(session, .playingReference)
    try await wait(for: "reference") { !self.player.calls.isEmpty }
    if settings.presentation == .melodic { player.endNotes() }
    try await waitForState(session, .listening)
  }
}

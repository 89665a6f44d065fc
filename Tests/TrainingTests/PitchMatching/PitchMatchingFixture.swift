import Foundation
import Music
import TestSupport
import Testing

@testable import Training

/// A pitch matching session among doubles, on virtual time.
@MainActor
final class PitchMatchingFixture {
  let player = MockNotePlayer()
  let settings = MockUserSettings()
  let observer = MockTrainingObserver()
  let recorder = MockResultObserver()
  let clock = ManualClock()
  let session: TrainingDriver

  /// What `now` and `makeID` give.
  static let date = Date(timeIntervalSince1970: 1_700_000_000.125)
  static let id = UUID()

  /// - Parameters:
  ///   - andRecorder: receives each result after ``recorder``.
  ///   - andObserver: receives each event after ``observer``.
  init(
    seed: UInt64 = 1, firstIndex: Int = 1, andRecorder: MockResultObserver? = nil,
    andObserver: MockTrainingObserver? = nil
  ) {
    session = TrainingDriver.matching(
      player: player, settings: settings,
      resultObservers: [recorder] + (andRecorder.map { [$0] } ?? []),
      observers: [observer] + (andObserver.map { [$0] } ?? []), firstIndex: firstIndex,
      clock: clock, now: { Self.date }, makeID: { Self.id },
      random: SeededGenerator(seed: seed))
  }

  /// The tunable note that began last.
  var handle: MockPlaybackHandle {
    get throws { try #require(player.handles.last) }
  }

  /// The challenge that was posed last.
  var challenge: PosedTrial {
    get throws { try #require(observer.trials.last) }
  }

  /// Starts the session and brings it into a state of its first challenge.
  func go(to state: TrialPhase) async throws {
    guard state != .idle else { return }
    session.start()
    try await wait(for: "reference note") { self.player.soundingCount == 1 }
    guard state != .playingReference else { return }
    if state == .paused { return session.pause(.asked) }
    try await endReference()
    guard state != .playingTunable else { return }
    session.commitPitch(0)
    guard state == .replaying else { return }
    session.handle(.again)
    try await wait(for: "note of the replay") { self.player.soundingCount == 1 }
  }

  /// Ends the reference note and waits until the tunable one is in the hand.
  func endReference() async throws {
    let count = player.handles.count
    player.endNotes()
    try await wait(for: "tunable note") {
      self.player.handles.count == count + 1 && self.player.handles.last?.armings.count == 1
    }
  }

  /// Ends the reference note and commits the tunable one.
  func answer() async throws {
    try await endReference()
    session.commit()
  }

  /// Ends the feedback and waits until the next reference note sounds.
  func endFeedback() async throws {
    clock.advance(by: .feedback)
    try await wait(for: "next challenge") { self.player.soundingCount == 1 }
  }

  /// So many challenges, none of them sounded.
  func challenges(_ count: Int) -> [PosedTrial] {
    for _ in 0..<count {
      session.start()
      session.stop()
    }
    return observer.trials
  }
}

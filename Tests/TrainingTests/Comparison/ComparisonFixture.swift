import Foundation
import Music
import TestSupport

@testable import Training

/// A comparison session among doubles, on virtual time.
@MainActor
final class ComparisonFixture {
  let player = MockNotePlayer()
  let settings = MockUserSettings()
  let strategy = MockNextComparisonStrategy()
  let observer = MockTrainingObserver()
  let recorder = MockResultObserver()
  let clock = ManualClock()
  let session: TrainingDriver
  private let box: Box

  /// What is believed when the session chooses the next comparison.
  var hearing: HearingModel {
    get { box.hearing }
    set { box.hearing = newValue }
  }

  private final class Box {
    var hearing = HearingModel()
  }

  /// What `now` and `makeID` give.
  static let date = Date(timeIntervalSince1970: 1_700_000_000.125)
  static let id = UUID()

  init(usesKazez: Bool = false, seed: UInt64 = 1) {
    let strategy = strategy
    let box = Box()
    self.box = box
    session = TrainingDriver.comparison(
      player: player, settings: settings, hearing: { box.hearing },
      strategy: { usesKazez ? $0.makeStrategy() : strategy },
      resultObservers: [recorder], observers: [observer], clock: clock, now: { Self.date },
      makeID: { Self.id },
      random: SeededGenerator(seed: seed))
  }

  /// Starts the session and brings it into a state of its first challenge.
  func go(to state: TrialPhase) async throws {
    guard state != .idle else { return }
    session.start()
    try await wait(for: "first note") { self.player.soundingCount == 1 }
    guard state != .playingNote1 else { return }
    if state == .paused { return session.pause(.asked) }
    try await endNote1()
    guard state != .playingNote2 else { return }
    if state == .awaitingAnswer {
      player.endNotes()
      try await waitForState(session, .awaitingAnswer)
    } else {
      session.answer(higher: true)
      try await wait(for: "silence") { self.player.soundingCount == 0 }
      guard state == .replaying else { return }
      session.handle(.again)
      try await wait(for: "first note again") { self.player.soundingCount == 1 }
    }
  }

  /// Ends the first note of a challenge and waits until the second sounds.
  func endNote1() async throws {
    let count = player.calls.count
    player.endNotes()
    try await waitForState(session, .playingNote2)
    try await wait(for: "second note") {
      self.player.calls.count == count + 1 && self.player.soundingCount == 1
    }
  }

  /// Ends the feedback and waits until the first note of the next challenge sounds.
  func endFeedback() async throws {
    let count = player.calls.count
    clock.advance(by: .feedback)
    try await wait(for: "next challenge") {
      self.player.calls.count == count + 1 && self.player.soundingCount == 1
    }
  }
}
